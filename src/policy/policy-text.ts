import { isObject, type JsonObject, textOf } from '#api/json.ts'
import { type NodePath, pairNamed, target } from '#document/locate.ts'
import { readDocument } from '#document/read-document.ts'
import { LineIndex } from '#document/text-range.ts'
import { type WrittenPlace, writtenPlace } from '#document/written-place.ts'
import type { YamlNode } from '#syntax/yaml-nodes.ts'
import { type ExpressionRole, policyFields, ruleFields, rulesFields, schemaKind } from './expression-fields.ts'

/** An expression in the text of a policy or schema. */
export interface PolicyPlace extends WrittenPlace {
  /** Its field as a JSON pointer: `/spec/validations/0/expression`. */
  readonly pointer: string
  readonly path: NodePath
  readonly role: ExpressionRole
  readonly source: string
}

/** A place with its node, which maps parts of the expression to the text. */
export interface PolicyNode extends PolicyPlace {
  readonly node: YamlNode
}

/** A text that could be parsed. */
export interface PolicyText {
  readonly kind: string
  readonly value: JsonObject
  readonly places: readonly PolicyNode[]
}

const escaped = (step: string | number): string => String(step).replaceAll('~', '~0').replaceAll('/', '~1')

export const pointerOf = (path: NodePath): string => path.map((step) => `/${escaped(step)}`).join('')

/** Finds the expressions of a policy or schema in order; `null` for a text that cannot be parsed. [CB9] */
export function readPolicyText(text: string): PolicyText | null {
  const document = readDocument(text)
  if (document.type !== 'document' || document.root === null || !isObject(document.value)) return null
  const kind = textOf(document.value['kind'])
  const lines = new LineIndex(text)
  const places: PolicyNode[] = []
  const add: AddPlace = (path, role, pair) => {
    const node = target(pair[1])
    if (node.type !== 'scalar' || node.text.trim() === '') return
    const place = writtenPlace(text, lines, pair)
    places.push({ ...place, pointer: pointerOf(path), path, role, source: node.text, node: pair[1] })
  }
  if (kind === schemaKind) addRules(document.root, add)
  for (const { path, role } of policyFields.get(kind) ?? [])
    addAt(document.root, { rest: path, done: [] }, (found, pair) => add(found, role, pair))
  return { kind, value: document.value, places: places.toSorted((a, b) => a.range.start - b.range.start) }
}

type Pair = readonly [YamlNode, YamlNode]
type AddPlace = (path: NodePath, role: ExpressionRole, pair: Pair) => void

interface Steps {
  readonly rest: readonly string[]
  readonly done: NodePath
}

function addAt(node: YamlNode, { rest, done }: Steps, add: (path: NodePath, pair: Pair) => void): void {
  const [name, ...more] = rest
  const here = target(node)
  if (name === undefined) return
  if (name === '*') {
    if (here.type !== 'list') return
    for (const [at, item] of here.items.entries()) addAt(item, { rest: more, done: [...done, at] }, add)
    return
  }
  const pair = pairNamed(here, name)
  if (pair === undefined) return
  if (more.length === 0) add([...done, name], [pair.key, pair.value])
  else addAt(pair.value, { rest: more, done: [...done, name] }, add)
}

/** Adds the rules of the schemas of all versions. */
function addRules(root: YamlNode, add: AddPlace): void {
  addAt(root, { rest: ['spec', 'versions', '*', 'schema', 'openAPIV3Schema'], done: [] }, (path, [, schema]) =>
    visitSchema(schema, path, add),
  )
}

function visitSchema(schema: YamlNode, path: NodePath, add: AddPlace): void {
  const here = target(schema)
  if (here.type !== 'map') return
  for (const rules of rulesFields)
    for (const [field, role] of ruleFields)
      addAt(here, { rest: [rules, '*', field], done: path }, (found, pair) => add(found, role, pair))
  for (const name of ['items', 'additionalProperties']) {
    const inner = pairNamed(here, name)
    if (inner !== undefined) visitSchema(inner.value, [...path, name], add)
  }
  const properties = pairNamed(here, 'properties')
  const fields = properties === undefined ? undefined : target(properties.value)
  if (fields?.type === 'map')
    for (const [key, value] of fields.pairs) {
      const name = target(key)
      if (name.type === 'scalar') visitSchema(value, [...path, 'properties', name.text], add)
    }
}
