import type { DebugKey, DebugKeys, DebugProtobuf, DebugRevision } from '#facts/debug-api.ts'
import type { RevisionRow } from '#facts/fact.ts'
import { readLines } from '#client/read-lines.ts'
import { readRefusal } from '#client/refusal.ts'
import { decodeBytes, type WireNode } from '#ui/exchange/decode-bytes.ts'
import { getJson } from '#ui/model/api.ts'
import { jsonAs, protobufIn, vocabularies } from '#ui/model/names/vocabulary.ts'
import { type FieldSpan, frameSpans, tableSpans, textSpans, wireSpans } from './spans.ts'

export type FormId = 'json' | 'yaml' | 'protobuf' | 'table' | 'frame'

/** One form in which the server answers an object. */
export interface Form {
  readonly id: FormId
  readonly title: string
  /** Media type of the answer; `''` if it was refused. */
  readonly type: string
  /** `''` for protobuf. */
  readonly text: string
  readonly bytes: Uint8Array
  readonly gzipBytes: number
  readonly spans: readonly FieldSpan[]
  /** The fields of a protobuf message as they are on the wire; none for texts. */
  readonly nodes: readonly WireNode[]
  /** The server's refusal of this form; `''` if it serves it. */
  readonly refused: string
}

/** The object's key in the store, with the revisions of its versions. */
export interface StoredForm {
  readonly key: DebugKey
  /** The write that stored it; `null` if it is no longer kept. */
  readonly row: RevisionRow | null
}

const table = { group: 'meta', version: 'v1', kind: 'Table' }

/** Both vocabularies as alternatives: a server takes the one that it knows. */
const accepts: readonly { readonly id: FormId; readonly title: string; readonly accept: string }[] = [
  { id: 'json', title: 'JSON', accept: 'application/json' },
  { id: 'yaml', title: 'YAML', accept: 'application/yaml' },
  { id: 'protobuf', title: 'Protobuf', accept: vocabularies.map(protobufIn).join(', ') },
  { id: 'table', title: 'Table', accept: vocabularies.map((each) => jsonAs(each, table)).join(', ') },
]

const nothing = { type: '', text: '', bytes: new Uint8Array(), gzipBytes: 0, spans: [], nodes: [] }

/** Counts the bytes after gzip, as a client that accepts it would receive them. */
async function gzipped(bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'))
  return (await new Response(stream).arrayBuffer()).byteLength
}

/** Reads the layout of a message from the server; `null` where it serves none. */
async function layoutOf(read: typeof fetch, bytes: Uint8Array): Promise<DebugProtobuf | null> {
  const { kind } = decodeBytes(bytes, null, false)
  if (kind === null) return null
  return getJson<DebugProtobuf>(read, `/debug/protobuf?${new URLSearchParams({ ...kind }).toString()}`)
}

type Fields = Pick<Form, 'spans' | 'nodes'>

async function fieldsOf(read: typeof fetch, id: FormId, bytes: Uint8Array, text: string): Promise<Fields> {
  if (id !== 'protobuf') return { spans: id === 'table' ? tableSpans(text) : textSpans(text), nodes: [] }
  const { nodes } = decodeBytes(bytes, await layoutOf(read, bytes), false)
  return { spans: wireSpans(nodes), nodes }
}

/** Reads an object in one form. */
async function readForm(
  read: typeof fetch,
  path: string,
  { id, title, accept }: (typeof accepts)[number],
): Promise<Form> {
  const response = await read(path, { headers: { accept } })
  if (!response.ok) return { ...nothing, id, title, refused: (await readRefusal(response)).message }
  const bytes = new Uint8Array(await response.arrayBuffer())
  const text = id === 'protobuf' ? '' : new TextDecoder().decode(bytes)
  const shown = id === 'json' || id === 'table' ? JSON.stringify(JSON.parse(text), null, 2) : text
  const fields = await fieldsOf(read, id, bytes, shown)
  const type = response.headers.get('content-type') ?? ''
  return { id, title, type, text: shown, bytes, gzipBytes: await gzipped(bytes), ...fields, refused: '' }
}

/** Long enough for the event of an object that exists; a watch of one that was deleted ends without any. */
const FRAME_SECONDS = 2

/** Reads the frame in which a watch delivers the object: one line, the event around the object. [BY5] */
export async function readFrame(read: typeof fetch, path: string): Promise<Form> {
  const [collection, name] = [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)]
  const query = new URLSearchParams({
    watch: '1',
    resourceVersion: '0',
    fieldSelector: `metadata.name=${decodeURIComponent(name)}`,
    timeoutSeconds: String(FRAME_SECONDS),
  })
  const response = await read(`${collection}?${query.toString()}`, { headers: { accept: 'application/json' } })
  const none = { ...nothing, id: 'frame', title: 'Watch frame' } as const
  if (!response.ok) return { ...none, refused: (await readRefusal(response)).message }
  const type = response.headers.get('content-type') ?? ''
  if (response.body !== null)
    for await (const [line = ''] of readLines(response.body)) {
      // The line break ends the frame.
      const bytes = new TextEncoder().encode(`${line}\n`)
      const text = JSON.stringify(JSON.parse(line), null, 2)
      return { ...none, type, text, bytes, gzipBytes: await gzipped(bytes), spans: frameSpans(text), refused: '' }
    }
  return { ...none, refused: 'no event: the object was deleted' }
}

/** Reads an object in all forms. [BY3] */
export const readForms = (read: typeof fetch, path: string): Promise<readonly Form[]> =>
  Promise.all([...accepts.map((of) => readForm(read, path, of)), readFrame(read, path)])

/** Reads how the store holds a key. [BY4] */
export async function readStored(read: typeof fetch, key: string): Promise<StoredForm | null> {
  const { keys } = await getJson<DebugKeys>(
    read,
    `/debug/keys?${new URLSearchParams({ prefix: key, limit: '1' }).toString()}`,
  )
  const [found] = keys
  if (found?.key !== key) return null
  const response = await read(`/debug/log/${found.modified}`)
  const { row } = response.ok ? ((await response.json()) as DebugRevision) : { row: null }
  return { key: found, row }
}
