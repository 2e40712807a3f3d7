import { isObject, type Json, type JsonObject, textOf } from '#api/json.ts'
import type { CelInputs } from '#cel/cel.ts'
import type { Expectation } from '#lesson/lesson.ts'
import { serverAssigned } from '#record/clean-object.ts'
import { celIsObject } from './cel-text.ts'
import { ofField } from './propose.ts'

/** True statements about one object, as conditions with their words. */
export interface ObjectFacts {
  readonly title: string
  readonly facts: readonly Expectation[]
}

/** Objects, and fields of one object, that are offered. */
const objectsMax = 60
const fieldsMax = 25

/** Parts of metadata that differ in each run, or that name the object. */
const quiet: ReadonlySet<string> = new Set([...serverAssigned, 'resourceVersion', 'name', 'namespace'])

/** The fields of an object that hold one value, with their paths. */
function leaves(
  value: Json,
  path: readonly string[],
): readonly { readonly path: readonly string[]; readonly value: Json }[] {
  if (!isObject(value)) return Array.isArray(value) ? [] : [{ path, value }]
  return Object.entries(value)
    .filter(([name]) => path.length !== 1 || path[0] !== 'metadata' || !quiet.has(name))
    .flatMap(([name, inner]) => (inner === undefined ? [] : leaves(inner, [...path, name])))
}

function factsOf(object: JsonObject): ObjectFacts {
  const { apiVersion: _version, kind, ...content } = object
  const metadata = isObject(content['metadata']) ? content['metadata'] : {}
  const head = { kind: textOf(kind), namespace: textOf(metadata['namespace']), name: textOf(metadata['name']) }
  const isThere = { is: `objects.exists(o, ${celIsObject(head)})`, say: `\`${head.name}\` is there` }
  const fields = leaves(content, []).slice(0, fieldsMax)
  const where = head.namespace === '' ? '' : `${head.namespace}/`
  return {
    title: `${head.kind} ${where}${head.name}`,
    facts: [isThere, ...fields.flatMap((field) => ofField(field, head))],
  }
}

/** The version of an object as a number, which orders objects by their last write. */
const versionOf = ({ metadata }: JsonObject): number =>
  isObject(metadata) ? Number(textOf(metadata['resourceVersion'])) || 0 : 0

/** Returns facts of the moment after a step, by object, the last written one first, from the variables of its expressions. [LSN38] */
export function factsAfter({ objects }: CelInputs): readonly ObjectFacts[] {
  const values = Array.isArray(objects) ? objects : []
  return values
    .flatMap((value) => (isObject(value as Json) ? [value as JsonObject] : []))
    .toSorted((a, b) => versionOf(b) - versionOf(a))
    .slice(0, objectsMax)
    .map(factsOf)
}
