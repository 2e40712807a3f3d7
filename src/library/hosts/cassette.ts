/** Recorded answers in place of a server, for tests of clients. docs/library/vitest.md */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { isPath } from '#library/to-request.ts'
import { cassetteHead, cassetteLine, likeRequest, parseCassette, TrackChooser } from '#record/cassette.ts'
import { playTrack } from '#record/player.ts'
import { recordAnswer } from '#record/record-answer.ts'

/** The part of `fetch` that a cassette needs and offers. A path such as `/api/v1/pods` is enough as input. */
export type CassetteFetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>

const modes = ['record', 'replay', 'replay-or-record'] as const

/** Options of {@link cassette}. */
export interface CassetteOptions {
  /**
   * - `replay` answers from the file.
   * - `record` sends the requests on to `from`, and writes a new file.
   * - `replay-or-record` replays a file that exists and records one that does not.
   */
  readonly mode: 'record' | 'replay' | 'replay-or-record'
  /** Answers the requests that are recorded: `fetch`, or `server.fetch` of a server of the library. */
  readonly from?: CassetteFetch
  /** Divides the pauses of replayed streams; `Infinity` leaves them out. Default: 1, as recorded. */
  readonly speed?: number
}

/** Recorded answers, or their recording. */
export interface CassetteTape {
  /** `record` while answers are written. */
  readonly mode: 'record' | 'replay'
  /**
   * Give it to the client under test in place of `fetch`. While replaying it rejects a request that has no recorded answer,
   * with an error that names it.
   */
  readonly fetch: CassetteFetch
  /** The requests without a recorded answer so far: `GET /api/v1/pods`. */
  readonly unknown: readonly string[]
  /**
   * Ends open streams. Rejects if there were requests without a recorded answer: a client may have hidden the errors.
   */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** The origin of requests that are given as a path. */
const ORIGIN = 'http://cassette.invalid'

/**
 * Opens the file of recorded answers at `path`. Requests are matched by method, path, query and body; equal ones are answered in
 * the order in which they were recorded, and the last of them repeats.
 *
 * @example
 * await using tape = await cassette('./shop.jsonl', { mode: 'replay' })
 * const client = new ShopClient({ fetch: tape.fetch })
 *
 * @throws TypeError for a wrong option, Error for a file that is missing or is no cassette
 */
export async function cassette(path: string, options: CassetteOptions): Promise<CassetteTape> {
  const { mode, from, speed = 1 } = options
  if (!modes.includes(mode)) throw new TypeError(`cassette: mode is one of ${modes.join(', ')}, not ${String(mode)}`)
  if (!(speed > 0)) throw new TypeError('cassette: speed is a number above 0')
  if (mode === 'replay' || (mode === 'replay-or-record' && existsSync(path))) return replay(path, speed)
  if (typeof from !== 'function') throw new TypeError(`cassette: to record ${path}, from must be a function like fetch`)
  return record(path, from)
}

interface Sent {
  readonly request: Request
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly body: string
}

async function read(input: Request | URL | string, init?: RequestInit): Promise<Sent> {
  const request = new Request(isPath(input) ? ORIGIN + input : input, init)
  const { pathname, search } = new URL(request.url)
  // A body of bytes becomes a text that is the same in every run, which is all that matching needs.
  return { request, method: request.method, target: pathname + search, body: await request.clone().text() }
}

function record(path: string, from: CassetteFetch): CassetteTape {
  writeFileSync(path, cassetteHead, { mode: 0o600 })
  const beganMs = performance.now()
  let ids = 0
  let isClosed = false
  const fetch: CassetteFetch = async (input, init) => {
    const { request, method, target, body } = await read(input, init)
    // The body of a Request can be read only once; a path is for servers of the library, which take it as it is.
    const response = await (isPath(input) ? from(input, init) : from(request))
    ids += 1
    return recordAnswer(
      { id: ids, method, target, ...(body !== '' && { body }) },
      response,
      () => Math.round(performance.now() - beganMs),
      (line) => {
        if (!isClosed) appendFileSync(path, cassetteLine(line))
      },
    )
  }
  return tapeOf(path, { mode: 'record', unknown: [], fetch }, () => {
    isClosed = true
  })
}

function replay(path: string, speed: number): CassetteTape {
  const chooser = new TrackChooser(parse(path), likeRequest)
  const unknown: string[] = []
  const ending = new AbortController()
  const fetch: CassetteFetch = async (input, init) => {
    const { request, method, target, body } = await read(input, init)
    const track = chooser.choose({ method, target, body })
    if (track === undefined) {
      unknown.push(`${method} ${target}`)
      throw new Error(
        unknownMessage(path, [`${method} ${target}${body === '' ? '' : ` with the body ${body.slice(0, 200)}`}`]),
      )
    }
    const signal = AbortSignal.any([request.signal, ending.signal])
    signal.throwIfAborted()
    // A pause that has no end soon must not keep the process alive.
    const pause = (ms: number): Promise<void> =>
      wait(ms / speed, undefined, { ref: false, signal }).catch(() => undefined)
    return playTrack(track, { pause, signal, failsOnAbort: true })
  }
  return tapeOf(path, { mode: 'replay', unknown, fetch }, () =>
    ending.abort(new Error(`the cassette ${path} is closed`)),
  )
}

function parse(path: string): ReturnType<typeof parseCassette> {
  try {
    return parseCassette(readFileSync(path, 'utf8'))
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    throw new Error(`${path} cannot be replayed: ${words}`, { cause: error })
  }
}

const unknownMessage = (path: string, requests: readonly string[]): string =>
  `${path} has no answer to ${requests.join(', ')}; record it again, with mode 'record'`

type TapeParts = Pick<CassetteTape, 'mode' | 'fetch' | 'unknown'>

function tapeOf(path: string, parts: TapeParts, end: () => void): CassetteTape {
  const { unknown } = parts
  const close = async (): Promise<void> => {
    end()
    if (unknown.length > 0) throw new Error(unknownMessage(path, unknown))
  }
  return { ...parts, close, [Symbol.asyncDispose]: close }
}
