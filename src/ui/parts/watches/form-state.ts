import { createOpenStore } from '#ui/lab/open-store.ts'

/** Whether the form that opens a watch is shown. */
export const createFormState = (): ReturnType<typeof createOpenStore> => createOpenStore()
