import type { YamlNode } from '#syntax/yaml-nodes.ts'
import type { Dialect } from '#config/dialect.ts'
import type { ConfigField, ConfigKind, KindName } from '#config/kinds/config-field.ts'
import { type NodeAt, nodeAt } from '#document/node-at.ts'
import { readDocument } from '#document/read-document.ts'
import type { TextRange } from '#document/text-range.ts'
import { typeText } from './complete.ts'
import { schemaAt } from './field-at.ts'
import { kindOfText } from './kind-of-text.ts'

/** The documentation of the element under the pointer. */
export interface Hover {
  readonly range: TextRange
  /** `issuer.url: string, required` */
  readonly title: string
  readonly doc: string
  /** Lines such as default, values, and the version that introduced it. */
  readonly facts: readonly string[]
}

/** Returns the hover for an offset of a file; `undefined` if there is none. */
export function hover(text: string, offset: number, options: { readonly kind?: KindName } = {}): Hover | undefined {
  const document = readDocument(text)
  const { kind, dialect } = kindOfText(text, options.kind)
  if (document.type !== 'document' || document.root === null || kind === undefined) return undefined
  const found = nodeAt(document.root, offset)
  return found && hoverOf(found, kind, dialect)
}

function hoverOf({ node, path, isKey }: NodeAt, kind: ConfigKind, dialect: Dialect): Hover | undefined {
  const range = { start: node.start, end: node.end }
  if (path.length === 1 && path[0] === 'kind') return kindHover(kind, range)
  const field = schemaAt(kind, dialect, path)?.field
  if (field === undefined) return undefined
  const value = isKey ? undefined : valueHover(field, node, dialect)
  return {
    range,
    title: `${dialect.fieldName(field)}: ${typeText(field)}`,
    doc: value ?? field.doc,
    facts: factsOf(field),
  }
}

const kindHover = (kind: ConfigKind, range: TextRange): Hover => ({
  range,
  title: kind.name,
  doc: kind.doc,
  facts: [`since ${kind.since}`],
})

function valueHover({ values }: ConfigField, node: YamlNode, dialect: Dialect): string | undefined {
  const text = node.type === 'scalar' ? node.text : ''
  return values?.find(
    ({ value, originalValue }) => text === (dialect.name === 'kubernetes' ? (originalValue ?? value) : value),
  )?.doc
}

function factsOf(field: ConfigField): readonly string[] {
  const facts: string[] = []
  if (field.default !== undefined) facts.push(`default ${field.default}`)
  if (field.values !== undefined) facts.push(`one of ${field.values.map(({ value }) => value).join(', ')}`)
  if (field.expression !== undefined) facts.push(`CEL over \`${field.expression}\``)
  facts.push(`since ${field.since}`)
  return facts
}
