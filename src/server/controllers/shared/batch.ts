import type { Clock } from '#api/clock.ts'

/** Collects keys and processes them together: one timer for all keys added before it fires. */
export function createBatch(
  clock: Clock,
  delayMs: number,
  add: (key: string) => void,
): { add(key: string): void; stop(): void } {
  let keys = new Set<string>()
  let cancel: (() => void) | null = null
  const flush = (): void => {
    const due = keys
    keys = new Set()
    cancel = null
    for (const key of due) add(key)
  }
  return {
    add(key) {
      keys.add(key)
      cancel ??= clock.after(delayMs, flush)
    },
    stop: () => cancel?.(),
  }
}
