import { createOpenStore } from '#ui/lab/open-store.ts'

/** True if the form that starts a paged list is shown. */
export const createFormState = (): ReturnType<typeof createOpenStore> => createOpenStore()
