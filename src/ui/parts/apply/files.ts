import { isObject, type Json, type JsonObject, own } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { WatchableResource } from '#ui/model/discovery.ts'
import { appliedConfig } from '#ui/parts/managers/applied-config.ts'
import { appliedBy } from '#ui/parts/managers/conflicts.ts'
import { managerEntries, ownedTree, type OwnedNode, pathText, type Step } from '#ui/parts/managers/fields-v1.ts'
import { raceFields, withValue } from '#ui/parts/race/race-field.ts'

/** The two managers of a negotiation. */
export type Side = 'left' | 'right'

export const sides: readonly Side[] = ['left', 'right']
export const otherSide: Readonly<Record<Side, Side>> = { left: 'right', right: 'left' }

/** Returns the managers of an object that apply, then `names` that do not. */
export function managersOf(object: ApiObject, names: readonly string[]): readonly string[] {
  const applying = managerEntries(object).filter(
    ({ operation, subresource }) => operation === 'Apply' && subresource === '',
  )
  return [...new Set([...applying.map(({ manager }) => manager), ...names])]
}

/**
 * Returns the file that a manager would apply: the fields that it applied before, or one that it wants to change if it
 * has none yet. [AN1]
 */
export function fileOf(object: ApiObject, resource: WatchableResource, manager: string): JsonObject {
  const { group, version, kind } = resource
  const typed: ApiObject = { ...object, apiVersion: group === '' ? version : `${group}/${version}`, kind }
  const entries = managerEntries(object)
  const mine = appliedBy(entries, manager)
  if (mine.length > 0) return appliedConfig({ wanted: typed, base: typed, tree: ownedTree(entries), mine }).config
  const { name = '', namespace } = object.metadata
  const named: JsonObject = {
    apiVersion: typed.apiVersion,
    kind,
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
  }
  const [field] = raceFields(object)
  return field === undefined ? named : withValue(named, field.path, field.after.a)
}

/** The key of a list item in a step such as `k:{"name":"web"}`. */
function keyOf(step: Step): JsonObject | null {
  const key: unknown = step.startsWith('k:') ? JSON.parse(step.slice(2)) : null
  return typeof key === 'object' && key !== null ? (key as JsonObject) : null
}

const isItem = (item: Json, key: JsonObject): boolean =>
  isObject(item) && Object.entries(key).every(([name, value]) => own(item, name) === value)

/** Returns a file without the field at a path; other fields stay as they are. [AN2] */
export function without(file: Json, [step, ...rest]: readonly Step[]): Json {
  if (step === undefined) return file
  const key = keyOf(step)
  if (Array.isArray(file) && key !== null)
    return rest.length === 0
      ? file.filter((item) => !isItem(item, key))
      : file.map((item) => (isItem(item, key) ? without(item, rest) : item))
  if (!isObject(file) || !step.startsWith('f:')) return file
  const name = step.slice(2)
  const { [name]: inner, ...others } = file
  if (inner === undefined || rest.length === 0) return others
  const left = without(inner, rest)
  // An empty map would be owned by the manager that sends it.
  return isObject(left) && Object.keys(left).length === 0 ? others : { ...file, [name]: left }
}

/** One owned field, with the names of its managers. */
export interface OwnedField {
  readonly path: string
  readonly managers: readonly FieldOwner[]
}

/** A manager, and how it wrote: `Apply`, `Update of status`. */
export interface FieldOwner {
  readonly name: string
  readonly operation: string
}

/** Returns each owned field with its owners, so that managedFields can be read. [AN3] */
export function ownedFields(object: ApiObject): readonly OwnedField[] {
  const entries = managerEntries(object)
  const fields: OwnedField[] = []
  const walk = (node: OwnedNode, path: readonly Step[]): void => {
    for (const [step, child] of node.children) {
      const below = [...path, step]
      const managers = child.self.flatMap((at) => ownerOf(entries[at]))
      if (managers.length > 0) fields.push({ path: pathText(below), managers })
      walk(child, below)
    }
  }
  walk(ownedTree(entries), [])
  return fields
}

const ownerOf = (entry: ReturnType<typeof managerEntries>[number] | undefined): readonly FieldOwner[] => {
  if (entry === undefined) return []
  const { manager, operation, subresource } = entry
  return [{ name: manager, operation: subresource === '' ? operation : `${operation} of ${subresource}` }]
}
