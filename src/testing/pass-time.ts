/**
 * Advances the clock of a server by a second at a time until `work` is done, so that a test does not wait for the
 * time that a request has on that clock.
 */
export async function passTime<Value>(
  work: Promise<Value>,
  advance: (body: { readonly advanceMs: number }) => Promise<unknown>,
): Promise<Value> {
  let isDone = false
  const end = () => void (isDone = true)
  work.then(end, end)
  while (!isDone) await advance({ advanceMs: 1000 })
  return work
}
