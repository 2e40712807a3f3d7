import { type Pieces, eachInPieces } from '#api/bodies/in-pieces.ts'
import { printExactJson } from '#api/exact-json.ts'
import type { Json } from '#api/json.ts'
import type { ListMeta } from '#api/object-meta.ts'
import type { ResourceDefinition, TableColumn } from '#server/registry/resource-definition.ts'
import type { MetadataBytes } from '#server/storage/encoded-object.ts'
import type { StoredObject } from '#server/storage/stored-object.ts'
import { includedObject } from './partial-metadata.ts'
import { columnsOf, tableHead, type View } from './table.ts'

/**
 * The cells and conditions of one version of an object as JSON. `texts` has one part more than `since`: a time elapsed is
 * printed between two parts.
 */
interface KeptRow {
  readonly texts: readonly string[]
  readonly since: readonly {
    readonly time: string | undefined
    readonly show: NonNullable<TableColumn['elapsed']>['show']
  }[]
  readonly metadata: MetadataBytes
}

/** Rows by their columns and the version of their object, so that a list prints a Table without parsing objects. */
const keptRows = new WeakMap<readonly TableColumn[], WeakMap<StoredObject, KeptRow>>()

/** Reports whether the rows of a type are made of stored bytes: nothing is converted, sorted or left out. */
export const hasKeptRows = ({ storage, compareRows, shownMetadata }: ResourceDefinition): boolean =>
  storage === undefined && compareRows === undefined && shownMetadata === undefined

/** Returns the line of a Table, equal to the printed result of `toTable`. [TA1] [ER8] */
export function* keptTable(
  definition: ResourceDefinition,
  list: { readonly items: readonly StoredObject[]; readonly meta: ListMeta; readonly version: string },
  { query, nowMs }: View,
): Pieces<Uint8Array<ArrayBuffer>> {
  const include = includedObject(query)
  const columns = columnsOf(definition)
  const rows = yield* eachInPieces(list.items, (item): readonly Row[] => {
    const kept = keptRow(definition, columns, { item, nowMs })
    return [{ item, text: printRow(kept, nowMs), metadata: kept.metadata }]
  })
  const writer = new TableWriter(capacityOf(rows, include))
  writer.text(`${printExactJson(tableHead(columns, list)).slice(0, -1)},"rows":[`)
  const objectHead = `{"kind":"PartialObjectMetadata","apiVersion":"meta.orch.io/${list.version}","metadata":`
  for (const [at, { item, text, metadata }] of rows.entries()) {
    if (at > 0 && at % ROWS_IN_PIECE === 0) yield
    writer.text(at === 0 ? text : `,${text}`)
    if (include === 'None') writer.text('null}')
    else if (include === 'Object') writer.object(item)
    else writer.metadata(objectHead, item, metadata)
  }
  writer.text(']}\n')
  return writer.bytes()
}

/** Rows that are written in one piece. */
const ROWS_IN_PIECE = 1000

interface Row {
  readonly item: StoredObject
  /** The row up to its object. */
  readonly text: string
  readonly metadata: MetadataBytes
}

/** A character has at most three bytes for each of its UTF-16 units. */
const BYTES_PER_UNIT = 3
/** More than the text around the cells and the object of a row. */
const AROUND_BYTES = 128
/** More than the head of a Table. */
const HEAD_BYTES = 64 * 1024

function capacityOf(rows: readonly Row[], include: 'None' | 'Metadata' | 'Object'): number {
  let bytes = HEAD_BYTES
  for (const { item, text, metadata } of rows) {
    bytes += AROUND_BYTES + text.length * BYTES_PER_UNIT
    if (include !== 'None') bytes += include === 'Object' ? item.encoded.byteLength(true) : metadata.byteLength
  }
  return bytes
}

const encoder = new TextEncoder()

/** Fills one buffer, because Tables are long and each copy is costly. */
class TableWriter {
  readonly #bytes: Uint8Array<ArrayBuffer>
  #at = 0

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity)
  }

  text(text: string): void {
    this.#at += encoder.encodeInto(text, this.#bytes.subarray(this.#at)).written
  }

  object({ encoded }: StoredObject): void {
    this.#at = encoded.copyInto(this.#bytes, this.#at, true)
    this.text('}')
  }

  metadata(head: string, { encoded }: StoredObject, metadata: MetadataBytes): void {
    this.text(head)
    this.#at = encoded.copyMetadata(this.#bytes, this.#at, metadata)
    this.text('}}')
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#at)
  }
}

function keptRow(
  definition: ResourceDefinition,
  columns: readonly TableColumn[],
  { item, nowMs }: { readonly item: StoredObject; readonly nowMs: number },
): KeptRow {
  const rows = keptRows.get(columns) ?? new WeakMap<StoredObject, KeptRow>()
  keptRows.set(columns, rows)
  const kept = rows.get(item)
  if (kept !== undefined) return kept
  const { row, isLasting } = toRow(definition, columns, { item, nowMs })
  if (isLasting) rows.set(item, row)
  return row
}

function printRow({ texts, since }: KeptRow, nowMs: number): string {
  let text = texts[0] ?? ''
  for (const [at, { time, show }] of since.entries()) text += JSON.stringify(show(time, nowMs)) + (texts[at + 1] ?? '')
  return text
}

/** A row whose cells use the clock in another way than elapsed times is not kept. */
function toRow(
  { rowConditions }: ResourceDefinition,
  columns: readonly TableColumn[],
  { item: { object, encoded }, nowMs }: { readonly item: StoredObject; readonly nowMs: number },
): { readonly row: KeptRow; readonly isLasting: boolean } {
  let isLasting = true
  const context = {
    get nowMs(): number {
      isLasting = false
      return nowMs
    },
  }
  const texts: string[] = []
  const since: KeptRow['since'][number][] = []
  let text = '{"cells":['
  for (const [at, { cell, elapsed }] of columns.entries()) {
    if (at > 0) text += ','
    if (elapsed === undefined) text += printExactJson(cell(object, context))
    else {
      since.push({ time: elapsed.since(object), show: elapsed.show })
      texts.push(text)
      text = ''
    }
  }
  const conditions = rowConditions?.(object) ?? []
  const shown = conditions.length === 0 ? '' : `"conditions":${printExactJson([...conditions] satisfies Json)},`
  texts.push(`${text}],${shown}"object":`)
  return { row: { texts, since, metadata: encoded.metadata() }, isLasting }
}
