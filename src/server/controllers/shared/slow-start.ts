/**
 * Runs `act` count times in batches of 1, 2, 4, ... that each run at once. Ends after a batch with a failure, so that
 * a refusal which concerns all of them is not repeated for each. [LC11]
 */
export async function slowStart(
  count: number,
  act: (index: number) => Promise<void>,
): Promise<{ readonly skipped: number; readonly error: Error | null }> {
  let done = 0
  for (let size = Math.min(1, count); size > 0; size = Math.min(2 * size, count - done)) {
    const from = done
    const errors = await Promise.all(Array.from({ length: size }, (_, at) => errorOf(() => act(from + at))))
    done += size
    const error = errors.find((each) => each !== null)
    if (error !== undefined) return { skipped: count - done, error }
  }
  return { skipped: 0, error: null }
}

async function errorOf(act: () => Promise<void>): Promise<Error | null> {
  try {
    await act()
    return null
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}
