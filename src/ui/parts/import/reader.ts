import {
  notRead,
  readDocuments,
  type ReadDocuments,
  sizeProblem,
  type SourcedDocuments,
  textBytes,
} from './documents.ts'

/** A message to the worker; the answer has the same id. */
export type ReaderCall =
  | { readonly id: number; readonly type: 'read'; readonly text: string }
  | { readonly id: number; readonly type: 'line'; readonly number: number; readonly field: string }

interface Answer {
  readonly id: number
  readonly result: unknown
}

/** The part of a worker that a reader uses. */
export interface ReaderWorker {
  postMessage(call: ReaderCall): void
  onmessage: ((event: MessageEvent<Answer>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
  terminate(): void
}

export interface DocumentReader {
  /** Reads a text. A text that is still being read is given up: its promise resolves as `null`. */
  read(text: string): Promise<ReadDocuments | null>
  /** Returns the line of a field of a document of the last text. */
  lineOf(number: number, field: string): Promise<number>
}

interface ReaderOptions {
  /** Starts a worker; `null` where there are none. */
  readonly start: () => ReaderWorker | null
  /** Calls `run` when a text takes too long to read. Returns a function that prevents this. */
  readonly after: (run: () => void) => () => void
}

/** Milliseconds after which a text is given up. */
const patienceMs = 10_000

const browserOptions: ReaderOptions = {
  start: () =>
    typeof Worker === 'undefined'
      ? null
      : new Worker(new URL('./reader-worker.ts', import.meta.url), { type: 'module', name: 'orchard-import' }),
  after(run) {
    const timer = setTimeout(run, patienceMs)
    return () => clearTimeout(timer)
  },
}

/**
 * Creates a reader that parses in a worker, so that a large text or one with many aliases never holds up the page. A
 * text that is too large is refused at once; one that takes too long is given up, and its worker ended. [IM10]
 */
export function createReader({ start, after }: ReaderOptions = browserOptions): DocumentReader {
  let worker: ReaderWorker | null = null
  let here: SourcedDocuments | null = null
  let count = 0
  const waiting = new Map<number, (result: unknown) => void>()
  const giveUp = (result: ReadDocuments | null): void => {
    worker?.terminate()
    worker = null
    for (const tell of waiting.values()) tell(result)
    waiting.clear()
  }
  const begin = (): ReaderWorker | null => {
    const begun = start()
    if (begun === null) return null
    begun.onmessage = ({ data }) => {
      waiting.get(data.id)?.(data.result)
      waiting.delete(data.id)
    }
    begun.onerror = () => giveUp(notRead('the worker that reads it ended'))
    return begun
  }
  const ask = (to: ReaderWorker, call: ReaderCall): Promise<unknown> =>
    new Promise((tell) => {
      waiting.set(call.id, tell)
      to.postMessage(call)
    })
  return {
    async read(text) {
      // A text that is still being read would delay this one.
      if (waiting.size > 0) giveUp(null)
      here = null
      const tooLarge = sizeProblem(textBytes(text))
      if (tooLarge !== null) return notRead(tooLarge)
      worker ??= begin()
      if (worker === null) {
        here = readDocuments(text)
        return here
      }
      const cancel = after(() => giveUp(notRead('reading it took longer than 10 s and was stopped')))
      const read = (await ask(worker, { id: ++count, type: 'read', text })) as ReadDocuments | null
      cancel()
      return read
    },
    async lineOf(number, field) {
      if (here !== null) return here.lineOf(number, field)
      if (worker === null) return 1
      const line = await ask(worker, { id: ++count, type: 'line', number, field })
      return typeof line === 'number' ? line : 1
    },
  }
}
