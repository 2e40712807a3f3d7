/** Calls `run` at the next animation frame, or after a short delay in a hidden tab, which has no frames. */
export function nextFrame(run: () => void): void {
  if (document.visibilityState === 'visible') requestAnimationFrame(run)
  else setTimeout(run, 200)
}

/** Facts of one write arrive within a few milliseconds: the first waits for the others, so that they are drawn together. */
const GATHER_MS = 24
/** Ten drawings a second look continuous, and leave the time to the requests that cause them. */
const DRAW_MS_MIN = 100

/**
 * Returns a function that schedules drawing: all callbacks of one moment run together in one animation frame, shortly
 * after the first, and at most ten times a second while they pour in. [PF2]
 */
export function createDrawing(now = () => performance.now(), frame = nextFrame): (run: () => void) => void {
  let waiting: (() => void)[] = []
  let lastMs = -Infinity
  const drawAll = () => {
    lastMs = now()
    const runs = waiting
    waiting = []
    for (const run of runs) run()
  }
  return (run) => {
    waiting.push(run)
    if (waiting.length === 1) setTimeout(() => frame(drawAll), Math.max(GATHER_MS, lastMs + DRAW_MS_MIN - now()))
  }
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
