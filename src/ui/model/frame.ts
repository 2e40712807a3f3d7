/** Calls `run` at the next animation frame, or after a short delay in a hidden tab, which has no frames. */
export function nextFrame(run: () => void): void {
  if (document.visibilityState === 'visible') requestAnimationFrame(run)
  else setTimeout(run, 200)
}

/** Collects values and flushes them once per frame, so that a burst of events changes a store only once. */
export function createBatch<Value>(flush: (values: readonly Value[]) => void, schedule = nextFrame) {
  let pending: Value[] = []
  let scheduled = false
  const run = () => {
    scheduled = false
    const values = pending
    pending = []
    if (values.length > 0) flush(values)
  }
  return (values: readonly Value[]) => {
    pending.push(...values)
    if (scheduled) return
    scheduled = true
    schedule(run)
  }
}

/** Waits `ms`, or until `signal` is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
