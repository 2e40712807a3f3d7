import { createOpenStore } from '#ui/lab/open-store.ts'

/** True if the form that opens a watch is shown. */
export const createFormState = (): ReturnType<typeof createOpenStore> => createOpenStore()
