import { nodeAt } from '#document/node-at.ts'
import { readDocument } from '#document/read-document.ts'
import type { TextRange } from '#document/text-range.ts'
import { typeText } from './complete-manifest.ts'
import { type FieldSchema, schemaAt } from './open-schema.ts'

/** The documentation of the field under the pointer. */
export interface ManifestHover {
  readonly range: TextRange
  /** `replicas: integer (int32)` */
  readonly title: string
  readonly doc: string
  /** Lines such as the default, the allowed values, and the description of the type. */
  readonly facts: readonly string[]
}

/** Returns the hover for an offset of an object's text; `undefined` if there is none. [YE10] */
export function hoverManifest(text: string, offset: number, schema: FieldSchema): ManifestHover | undefined {
  const document = readDocument(text)
  if (document.type !== 'document' || document.root === null) return undefined
  const found = nodeAt(document.root, offset)
  const field = found === undefined ? undefined : schemaAt(schema, found.path)
  if (found === undefined || field === undefined) return undefined
  const { path, node } = found
  const name = path.at(-1)
  const owner = schemaAt(schema, path.slice(0, -1))
  const isRequired = typeof name === 'string' && (owner?.required.includes(name) ?? false)
  return {
    range: { start: node.start, end: node.end },
    title: `${typeof name === 'string' ? `${name}: ` : ''}${typeText(field, isRequired)}`,
    doc: field.doc,
    facts: factsOf(field),
  }
}

function factsOf(field: FieldSchema): readonly string[] {
  const facts: string[] = []
  const { default: byDefault } = field
  if (typeof byDefault !== 'object' && byDefault !== undefined && byDefault !== '')
    facts.push(`default ${String(byDefault)}`)
  if (field.values.length > 0) facts.push(`one of ${field.values.map(String).join(', ')}`)
  if (field.typeDoc !== '' && field.typeDoc !== field.doc) facts.push(field.typeDoc)
  return facts
}
