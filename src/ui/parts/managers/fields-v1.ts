import { parseExactJson, printExactJson } from '#api/exact-json.ts'
import { deepEqual, isObject, type Json, type JsonObject, own, textOf } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'

/** One path element in FieldsV1 notation: `f:name`, `k:{"name":"a"}`, `v:"a"`, `i:0`. */
export type Step = string

/** One entry of `metadata.managedFields`. */
export interface ManagerEntry {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  /** Subresource such as `status` or `scale`; `''` for the object itself. */
  readonly subresource: string
  readonly apiVersion: string
  /** RFC 3339 time; `''` when the entry has none. */
  readonly time: string
  readonly fields: JsonObject
}

/** A node of the tree of all owned fields; owners are indices of entries. */
export interface OwnedNode {
  /** Entries that own this field or item itself. */
  readonly self: readonly number[]
  /** Entries that also own everything below it, because the field is a leaf in their set. */
  readonly whole: readonly number[]
  readonly children: ReadonlyMap<Step, OwnedNode>
}

/** Returns the managedFields entries of an object in the server's order, without malformed entries. */
export function managerEntries(object: ApiObject | undefined): readonly ManagerEntry[] {
  return (object?.metadata.managedFields ?? []).filter(isObject).map((entry) => ({
    manager: textOf(entry['manager']),
    operation: entry['operation'] === 'Apply' ? 'Apply' : 'Update',
    subresource: textOf(entry['subresource']),
    apiVersion: textOf(entry['apiVersion']),
    time: textOf(entry['time']),
    fields: isObject(entry['fieldsV1']) ? entry['fieldsV1'] : {},
  }))
}

/** Returns the identity of an entry: a manager may have one for each operation, subresource and version. */
export const entryKey = (entry: Pick<ManagerEntry, 'manager' | 'operation' | 'subresource' | 'apiVersion'>): string =>
  `${entry.manager} ${entry.operation} ${entry.subresource} ${entry.apiVersion}`

interface Growing {
  readonly self: number[]
  readonly whole: number[]
  readonly children: Map<Step, Growing>
}

const empty = (): Growing => ({ self: [], whole: [], children: new Map() })

/** Merges all entries into one tree. [OW1] */
export function ownedTree(entries: readonly ManagerEntry[]): OwnedNode {
  const root = empty()
  for (const [at, { fields }] of entries.entries()) grow(root, fields, at)
  return root
}

function grow(node: Growing, fields: JsonObject, entry: number): void {
  for (const [step, below] of Object.entries(fields)) {
    if (step === '.') {
      node.self.push(entry)
      continue
    }
    const child = node.children.get(step) ?? empty()
    node.children.set(step, child)
    if (!isObject(below) || Object.keys(below).length === 0) {
      child.self.push(entry)
      child.whole.push(entry)
    } else grow(child, below, entry)
  }
}

/** Counts the fields and items that an entry owns. */
export function ownedCount(fields: JsonObject): number {
  const below = Object.entries(fields)
  if (below.length === 0) return 1
  return below.reduce((sum, [step, value]) => sum + (step === '.' || !isObject(value) ? 1 : ownedCount(value)), 0)
}

const sortedJson = (value: JsonObject): string =>
  printExactJson(
    Object.fromEntries(
      Object.keys(value)
        .toSorted()
        .map((name) => [name, value[name]]),
    ),
  )

/** Returns a function from a list item to its path element among the owned ones: by keys, by value, else by index. */
export function itemSteps(node: OwnedNode | undefined): (item: Json, at: number) => Step {
  const shapes = new Map<string, readonly string[]>()
  const bySorted = new Map<string, Step>()
  for (const step of node?.children.keys() ?? []) {
    if (!step.startsWith('k:')) continue
    const keys = parsed(step)
    if (!isObject(keys)) continue
    shapes.set(Object.keys(keys).toSorted().join(' '), Object.keys(keys))
    bySorted.set(sortedJson(keys), step)
  }
  return (item, at) => {
    if (isObject(item)) {
      for (const names of shapes.values()) {
        const keys: JsonObject = Object.fromEntries(
          names.flatMap((name) => {
            const value = own(item, name)
            return value === undefined ? [] : [[name, value]]
          }),
        )
        const known = bySorted.get(sortedJson(keys))
        if (known !== undefined) return known
      }
      const [names] = shapes.values()
      // An item without an owner: its keys are those of its siblings.
      if (names?.every((name) => own(item, name) !== undefined) === true)
        return `k:${sortedJson(Object.fromEntries(names.map((name) => [name, own(item, name)])))}`
    }
    const byValue = `v:${printExactJson(item)}`
    return isSet(node) ? byValue : `i:${at}`
  }
}

/** Reports whether a list has set semantics. */
export const isSet = (node: OwnedNode | undefined): boolean =>
  [...(node?.children.keys() ?? [])].some((step) => step.startsWith('v:'))

/** Returns the names of a list's merge keys; `null` for a list without merge keys. */
export function keyNames(node: OwnedNode | undefined): readonly string[] | null {
  for (const step of node?.children.keys() ?? []) {
    const keys = step.startsWith('k:') ? parsed(step) : undefined
    if (isObject(keys)) return Object.keys(keys)
  }
  return null
}

function parsed(step: Step): Json | undefined {
  try {
    return parseExactJson(step.slice(2))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Formats a path as in the server's messages: `.spec.containers[name="a"].image`. */
export const pathText = (path: readonly Step[]): string => path.map(stepText).join('')

function stepText(step: Step): string {
  const rest = step.slice(2)
  if (step.startsWith('f:')) return `.${rest}`
  const value = parsed(step)
  if (step.startsWith('k:') && isObject(value)) {
    const keys = Object.keys(value).toSorted()
    return `[${keys.map((name) => `${name}=${printExactJson(own(value, name))}`).join(',')}]`
  }
  return step.startsWith('v:') ? `[=${printExactJson(value)}]` : `[${rest}]`
}

/** Returns the value at a path; `undefined` when there is none. */
export function valueAt(value: Json | undefined, path: readonly Step[]): Json | undefined {
  let at = value
  for (const step of path) {
    if (step.startsWith('f:')) at = isObject(at) ? own(at, step.slice(2)) : undefined
    else if (Array.isArray(at)) at = itemAt(at, step)
    else return undefined
  }
  return at
}

function itemAt(list: readonly Json[], step: Step): Json | undefined {
  const wanted = parsed(step)
  if (step.startsWith('i:')) return list[Number(step.slice(2))]
  if (step.startsWith('v:')) return list.find((item) => deepEqual(item, wanted))
  if (!isObject(wanted)) return undefined
  return list.find(
    (item) => isObject(item) && Object.entries(wanted).every(([name, value]) => deepEqual(own(item, name), value)),
  )
}
