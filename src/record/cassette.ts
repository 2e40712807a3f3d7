/**
 * The responses that clients received, as a file: lines of JSON, the first one `{"format":"orchard-cassette/2"}`. A track is one answer; the lines of
 * its stream follow with their times. A file that breaks off is read up to its last whole line. docs/recordings.md
 *
 * Files of every older version are read, too. In version 1 a track had no `body`.
 */
const CASSETTE_FORMAT = 'orchard-cassette/2'
const readableFormats: readonly unknown[] = ['orchard-cassette/1', CASSETTE_FORMAT]

/** Limits of a file that is read. */
const limits = { characters: 256 * 1024 * 1024, tracks: 10_000, chunks: 500_000 }

/** A piece of a streamed answer. */
export interface Chunk {
  /** Milliseconds since the begin of the cassette. */
  readonly atMs: number
  /** Base64: streams may be protobuf. */
  readonly bytes: string
}

export interface Track {
  readonly method: string
  /** Path and query. */
  readonly target: string
  /** The text of the request's body. Absent: it had none, or it was not kept. */
  readonly body?: string
  readonly status: number
  readonly contentType: string
  readonly atMs: number
  readonly chunks: readonly Chunk[]
  /** When the answer was complete; `null` if the cassette ended before it. */
  readonly endMs: number | null
}

export interface Cassette {
  readonly tracks: readonly Track[]
}

/** A line of the file after the first. */
export type CassetteLine =
  | ({ readonly type: 'track'; readonly id: number } & Omit<Track, 'chunks' | 'endMs'>)
  | ({ readonly type: 'chunk'; readonly id: number } & Chunk)
  | { readonly type: 'end'; readonly id: number; readonly atMs: number }

export const cassetteHead: string = `${JSON.stringify({ format: CASSETTE_FORMAT })}\n`
export const cassetteLine = (line: CassetteLine): string => `${JSON.stringify(line)}\n`

/** A file that is no cassette; `line` counts from 1. */
export class CassetteError extends Error {
  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`)
  }
}

interface OpenTrack extends Track {
  readonly chunks: Chunk[]
  endMs: number | null
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
  } catch {
    return null
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0

function toTrack({ method, target, body, status, contentType, atMs }: Fields): OpenTrack | null {
  if (body !== undefined && !isText(body)) return null
  if (!isText(method) || !isText(target) || !isText(contentType) || !isTime(atMs)) return null
  if (!target.startsWith('/') || !Number.isInteger(status) || Number(status) < 200 || Number(status) > 599) return null
  const asked = { method, target, ...(body !== undefined && { body }) }
  return { ...asked, status: Number(status), contentType, atMs, chunks: [], endMs: null }
}

/** Reads a file. @throws CassetteError [RCD6] */
export function parseCassette(text: string): Cassette {
  if (text.length > limits.characters) throw new CassetteError(1, 'the file is too long')
  const lines = text.split('\n')
  if (!readableFormats.includes(fieldsOf(lines[0] ?? '')?.['format']))
    throw new CassetteError(1, `this is no cassette: its first line is not {"format":"${CASSETTE_FORMAT}"}`)
  const reading: Reading = { tracks: new Map(), chunkCount: 0 }
  const last = lines.length - 1
  for (const [at, line] of lines.entries()) {
    if (at === 0 || line === '') continue
    const fields = fieldsOf(line)
    // A process that was killed leaves a part of its last line.
    if (fields === null && at === last) break
    const problem = fields === null ? 'no JSON object' : addLine(reading, fields)
    if (problem !== '') throw new CassetteError(at + 1, problem)
  }
  return { tracks: [...reading.tracks.values()] }
}

interface Reading {
  readonly tracks: Map<number, OpenTrack>
  chunkCount: number
}

/** Adds a line to its track; returns what is wrong with it, or `''`. */
function addLine(reading: Reading, fields: Fields): string {
  const { type, id, atMs, bytes } = fields
  if (typeof id !== 'number') return 'id is no number'
  if (type === 'track') return addTrack(reading, id, fields)
  const known = reading.tracks.get(id)
  if (known === undefined || !isTime(atMs)) return 'no track with this id, or no time'
  if (type === 'end') known.endMs = atMs
  else if (type === 'chunk' && isText(bytes)) {
    reading.chunkCount += 1
    known.chunks.push({ atMs, bytes })
  } else return 'the type of the line is unknown'
  return reading.chunkCount > limits.chunks ? 'too many pieces' : ''
}

function addTrack({ tracks }: Reading, id: number, fields: Fields): string {
  const track = toTrack(fields)
  if (track === null || tracks.has(id)) return 'no track'
  tracks.set(id, track)
  return tracks.size > limits.tracks ? 'too many answers' : ''
}

/** Parameters that differ between two runs of the same client. */
const volatile: ReadonlySet<string> = new Set(['resourceVersion', 'resourceVersionMatch', 'timeoutSeconds', 'timeout'])

/** A target without what differs between two runs of the same client. */
function likeness(target: string): string {
  const [path = '', query = ''] = target.split('?', 2)
  const parts = query.split('&').filter((part) => part !== '' && !volatile.has(part.split('=', 1)[0] ?? ''))
  return [path, ...parts.toSorted()].join('&')
}

/** A request that looks for its answer. */
export interface Asked {
  readonly method: string
  /** Path and query. */
  readonly target: string
  /** `''` for none. */
  readonly body: string
}

/** Returns the same text for requests that may have each other's answers. */
export type Likeness = (asked: Asked) => string

/** Takes the answer of a request that read or wrote the same, whatever version it asked for. */
export const likeSelection: Likeness = ({ method, target }) => `${method} ${likeness(target)}`

/** Takes only the answer to the same request: method, path, parameters in any order, and body. */
export const likeRequest: Likeness = ({ method, target, body }) => {
  const [path = '', query = ''] = target.split('?', 2)
  return [method, path, ...query.split('&').toSorted(), sameJson(body)].join('\n')
}

/** JSON in one spelling, with sorted keys; any other text as it is. */
function sameJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (_key, value: unknown) => sorted(value))
  } catch {
    return text
  }
}

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** Chooses the answers to requests: each track once, in order; the last one again when all were used. [RCD7] */
export class TrackChooser {
  readonly #tracks: readonly { readonly track: Track; readonly like: string }[]
  readonly #likeness: Likeness
  readonly #used = new Set<Track>()

  constructor({ tracks }: Cassette, alike: Likeness = likeSelection) {
    this.#likeness = alike
    this.#tracks = tracks.map((track) => ({ track, like: alike({ body: '', ...track }) }))
  }

  choose(asked: Asked): Track | undefined {
    const like = this.#likeness(asked)
    const alike = this.#tracks.flatMap((one) => (one.like === like ? [one.track] : []))
    const fresh = alike.filter((track) => !this.#used.has(track))
    const track = fresh.find((one) => one.target === asked.target) ?? fresh[0] ?? alike.at(-1)
    if (track !== undefined) this.#used.add(track)
    return track
  }
}
