import { printExactJson } from '#api/exact-json.ts'
import type { Json } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Status } from '#api/status.ts'
import { type ManagerEntry, managerEntries, type OwnedNode, ownedTree, pathText, type Step } from './fields-v1.ts'

/** A field that an apply sets and that another manager owns with a different value. */
export interface FieldConflict {
  /** Path in the server's format. */
  readonly path: string
  readonly steps: readonly Step[]
  readonly manager: string
  /** The server's message. */
  readonly message: string
}

const namedManager = /^conflict with ("(?:[^"\\]|\\.)*")/

/** Returns the conflicting fields of a refused apply; empty for all other refusals. [OW4] */
export function fieldConflicts(status: Status | null, tree: OwnedNode): readonly FieldConflict[] {
  const causes = (status?.details?.causes ?? []).filter(({ reason }) => reason === 'FieldManagerConflict')
  if (causes.length === 0) return []
  const known = stepsByText(tree)
  return causes.map(({ field = '', message = '' }) => {
    const quoted = namedManager.exec(message)?.[1]
    return {
      path: field,
      steps: known.get(field) ?? [],
      manager: quoted === undefined ? '' : (JSON.parse(quoted) as string),
      message,
    }
  })
}

/** Returns every owned path by its text. */
function stepsByText(tree: OwnedNode): ReadonlyMap<string, readonly Step[]> {
  const found = new Map<string, readonly Step[]>()
  const walk = (node: OwnedNode, path: readonly Step[]): void => {
    for (const [step, child] of node.children) {
      const below = [...path, step]
      found.set(pathText(below), below)
      walk(child, below)
    }
  }
  walk(tree, [])
  return found
}

/** The fields that one manager would lose and gain by a write. */
export interface OwnershipChange {
  readonly manager: string
  readonly lost: readonly string[]
  readonly gained: readonly string[]
}

/** Returns the managers that lose or gain fields between two states of an object, without unchanged managers. [OW5] */
export function ownershipChanges(before: ApiObject | undefined, after: ApiObject): readonly OwnershipChange[] {
  const [old, next] = [ownedByManager(before), ownedByManager(after)]
  return [...new Set([...old.keys(), ...next.keys()])]
    .map((manager) => {
      const [had, has] = [old.get(manager) ?? new Set<string>(), next.get(manager) ?? new Set<string>()]
      return {
        manager,
        lost: [...had].filter((path) => !has.has(path)),
        gained: [...has].filter((path) => !had.has(path)),
      }
    })
    .filter(({ lost, gained }) => lost.length + gained.length > 0)
}

function ownedByManager(object: ApiObject | undefined): Map<string, Set<string>> {
  const byManager = new Map<string, Set<string>>()
  for (const entry of managerEntries(object)) {
    const paths = byManager.get(entry.manager) ?? new Set<string>()
    byManager.set(entry.manager, paths)
    const walk = (node: OwnedNode, path: readonly Step[]): void => {
      for (const [step, child] of node.children) {
        const below = [...path, step]
        if (child.self.length > 0) paths.add(pathText(below))
        walk(child, below)
      }
    }
    walk(ownedTree([entry]), [])
  }
  return byManager
}

/** Returns the names of the managers that own a path in an object. */
export function ownersAt(object: ApiObject, path: readonly Step[]): readonly string[] {
  const entries = managerEntries(object)
  let node: OwnedNode | undefined = ownedTree(entries)
  let whole: readonly number[] = []
  for (const step of path) {
    node = node?.children.get(step)
    whole = [...whole, ...(node?.whole ?? [])]
  }
  const owners = new Set([...whole, ...(node?.self ?? [])])
  return [...new Set([...owners].map((at) => entries[at]?.manager ?? ''))]
}

/** Returns a short form of a value. */
export function valueWords(value: Json | undefined, lengthMax = 24): string {
  if (value === undefined) return 'absent'
  const text = printExactJson(value as Json)
  return text.length > lengthMax ? `${text.slice(0, lengthMax - 1)}…` : text
}

/** Returns the indices of a manager's Apply entries, without subresources. */
export const appliedBy = (entries: readonly ManagerEntry[], manager: string): readonly number[] =>
  entries.flatMap((entry, at) =>
    entry.manager === manager && entry.operation === 'Apply' && entry.subresource === '' ? [at] : [],
  )
