import { Refusal } from '#client/refusal.ts'

export const hasCode = (error: unknown, code: number): boolean => error instanceof Refusal && error.status.code === code

/** Sends a request of which an answer with this code is no failure. */
export async function unlessCode(code: number, act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!hasCode(error, code)) throw error
  }
}

/** Sends a request about an object that may have been deleted meanwhile. */
export const unlessGone = (act: () => Promise<unknown>): Promise<void> => unlessCode(404, act)
