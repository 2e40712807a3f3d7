import { createOpenStore } from '#ui/lab/open-store.ts'

/** Whether the form that starts a paged list is shown. */
export const createFormState = (): ReturnType<typeof createOpenStore> => createOpenStore()
