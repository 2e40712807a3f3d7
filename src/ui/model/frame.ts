/** Calls `run` at the next animation frame, or after a short delay in a hidden tab, which has no frames. */
export function nextFrame(run: () => void): void {
  if (document.visibilityState === 'visible') requestAnimationFrame(run)
  else setTimeout(run, 200)
}

/** Facts of one write arrive within a few milliseconds: the first waits for the others, so that they are drawn together. */
const GATHER_MS = 24
/** Ten drawings a second look continuous, and leave the time to the requests that cause them. */
const DRAW_MS_MIN = 100
/** After a drawing that took long, the requests and the person get this multiple of its time before the next one. */
const REST = 5
const REST_MS_MAX = 500
/** A drawing that took longer is divided: each callback has a frame of its own. */
const TOGETHER_MS_MAX = 16

/** Calls `run` after the styles, layout and painting of the current frame. */
const afterFrame = (run: () => void): void => void setTimeout(run)

/**
 * Returns a function that schedules drawing: all callbacks of one moment run together, shortly after the first, and at
 * most ten times a second while they pour in. They have a task of their own: the frame after it, with styles, layout and
 * painting, is another one. On a page that draws slowly, they run less often, and with a frame each. [PF2]
 */
export function createDrawing(now = () => performance.now(), frame = nextFrame): (run: () => void) => void {
  const waiting: (() => void)[] = []
  const moment: (() => void)[] = []
  let nextMs = -Infinity
  /** Time that the last moment took, and the current one until now. */
  const took = { lastMs: 0, ms: 0 }
  const plan = (): void =>
    void setTimeout(() => (now() < nextMs ? plan() : begin()), Math.max(GATHER_MS, nextMs - now()))
  const begin = (): void => {
    const isDrawing = moment.length > 0
    moment.push(...waiting.splice(0))
    if (isDrawing) return
    took.ms = 0
    nextMs = now() + DRAW_MS_MIN
    draw()
  }
  const draw = (): void => {
    const beganMs = now()
    const count = took.lastMs > TOGETHER_MS_MAX ? 1 : moment.length
    for (const run of moment.slice(0, count)) run()
    // React renders in a microtask that is queued before this one.
    queueMicrotask(() => (took.ms += now() - beganMs))
    frame(() => {
      const frameMs = now()
      afterFrame(() => {
        took.ms += now() - frameMs
        drawn(count)
      })
    })
  }
  const drawn = (count: number): void => {
    moment.splice(0, count)
    if (moment.length > 0) return draw()
    took.lastMs = took.ms
    nextMs = Math.max(nextMs, now() + Math.min(REST_MS_MAX, REST * took.ms))
  }
  return (run) => {
    waiting.push(run)
    if (waiting.length === 1) plan()
  }
}

/** Maximum wait of the first drawing for what has not been read yet, in milliseconds. */
const OPENING_MS_MAX = 1000

/** The first drawing of a page, which waits until all that it shows is read. */
export interface Opening {
  /** Runs `run` with the first drawing; after it, `draw` schedules `run`. */
  draw(run: () => void): void
  /** Runs `run` with the first drawing; after it, at once. */
  set(run: () => void): void
  /** One of the readers has all that the first drawing needs. Call it once per reader. */
  ready(): void
  /** Resolves after the first drawing was painted. */
  readonly opened: Promise<void>
}

/** Schedules the first drawing: by `draw`, which schedules all later ones, or in a way of its own. */
export type FirstDrawing = (run: () => void, draw: (run: () => void) => void) => void

/** Calls `run` after the next frame was painted. */
export const afterPaint = (run: () => void): void => nextFrame(() => afterFrame(run))

/**
 * Keeps the changes of the stores until `readers` have called `ready`, so that a page is drawn once with its facts and
 * objects, not once with each. Does not wait long after the first change: the lists of a large cluster take seconds. [PF2]
 */
export function createOpening(
  readers: number,
  draw: (run: () => void) => void,
  first: FirstDrawing = (run) => draw(run),
  painted = afterFrame,
): Opening {
  let resolveOpened = (): void => undefined
  const opened = new Promise<void>((resolve) => (resolveOpened = resolve))
  let held: (() => void)[] | null = []
  let missing = readers
  let isPlanned = false
  const open = (): void => {
    if (isPlanned) return
    isPlanned = true
    first(() => {
      const runs = held ?? []
      held = null
      for (const run of runs) run()
      painted(resolveOpened)
    }, draw)
  }
  const hold = (run: () => void, otherwise: (run: () => void) => void): void => {
    if (held === null) return otherwise(run)
    if (held.length === 0) setTimeout(open, OPENING_MS_MAX)
    held.push(run)
  }
  return {
    draw: (run) => hold(run, draw),
    set: (run) => hold(run, (now) => now()),
    ready() {
      missing -= 1
      if (missing === 0) open()
    },
    opened,
  }
}

/** The number of callers that continue in one task. */
const TURN_SIZE = 8

/** Returns a function whose promises resolve after `start`, a few in each task, so that none of these takes long. */
export function createTurns(start: Promise<void>): () => Promise<void> {
  let turn = start
  let count = 0
  return () => {
    if (count % TURN_SIZE === 0) turn = turn.then(() => new Promise((resolve) => void setTimeout(resolve)))
    count += 1
    return turn
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
