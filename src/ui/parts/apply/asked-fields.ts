import { deepEqual, isObject, type Json, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { ownersAt } from '#ui/parts/managers/conflicts.ts'
import {
  isSet,
  itemSteps,
  keyNames,
  managerEntries,
  ownedTree,
  type OwnedNode,
  pathText,
  type Step,
  valueAt,
} from '#ui/parts/managers/fields-v1.ts'
import type { Side } from './files.ts'

/**
 * The relation of a file's value to the object: `conflict` would change what another manager owns, `new` would be stored
 * without a conflict, `same` is what the object has, `absent` is not in the file.
 */
export type AskMark = 'conflict' | 'new' | 'same' | 'absent'

/** The value that a file has for a field. */
export interface Asked {
  readonly value: Json | undefined
  readonly mark: AskMark
}

/** A field of one file or of both, with its value now. [AN5] */
export interface AskedField {
  readonly steps: readonly Step[]
  /** The path as the server writes it. */
  readonly path: string
  /** The shortest end of the path that no other field of the table has. */
  readonly label: string
  readonly owners: readonly string[]
  readonly now: Json | undefined
  readonly asked: Readonly<Record<Side, Asked>>
}

interface Leaf {
  readonly steps: readonly Step[]
  readonly value: Json
}

/** Returns the values of a file by the path that managedFields would have; a list that has no keys is one value. */
function leavesOf(value: Json | undefined, node: OwnedNode | undefined, steps: readonly Step[]): readonly Leaf[] {
  if (value === undefined) return []
  const isWhole = (node?.whole.length ?? 0) > 0
  if (isObject(value) && !isWhole && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([name, inner]) =>
      leavesOf(inner, node?.children.get(`f:${name}`), [...steps, `f:${name}`]),
    )
  if (Array.isArray(value) && !isWhole && (keyNames(node ?? nobody) !== null || isSet(node))) {
    const stepOf = itemSteps(node)
    return value.flatMap((item, at) => {
      const step = stepOf(item, at)
      return leavesOf(item, node?.children.get(step), [...steps, step])
    })
  }
  return [{ steps, value }]
}

const nobody: OwnedNode = { self: [], whole: [], children: new Map() }
const identity: ReadonlySet<string> = new Set(['.apiVersion', '.kind', '.metadata.name', '.metadata.namespace'])

/** True for a member that only says which item of a list is meant. */
function isKey(steps: readonly Step[]): boolean {
  const [item = '', member = ''] = steps.slice(-2)
  return item.startsWith('k:') && Object.hasOwn(JSON.parse(item.slice(2)) as object, member.slice(2))
}

/** A file without any field is one value without a path. */
const isNamed = ({ steps }: Leaf): boolean => steps.length > 0 && !identity.has(pathText(steps)) && !isKey(steps)

function stepWord(step: Step): string {
  if (step.startsWith('f:')) return step.slice(2)
  const key: unknown = JSON.parse(step.slice(2))
  return typeof key === 'object' && key !== null ? Object.values(key).join(' ') : String(key)
}

/** Members that nearly every path has. */
const common: ReadonlySet<string> = new Set(['metadata', 'spec'])

/** Returns the words of each path, without the common ones where the rest still tells the paths apart. */
function wordsOf(paths: readonly (readonly Step[])[]): readonly (readonly string[])[] {
  const all = paths.map((steps) => steps.map(stepWord))
  const fewer = all.map((words) => words.filter((word, at) => at === words.length - 1 || !common.has(word)))
  return new Set(fewer.map((words) => words.join(' '))).size === fewer.length ? fewer : all
}

/** Returns the last words of each path: as few as tell it from the others. */
function labelsOf(paths: readonly (readonly Step[])[]): readonly string[] {
  const words = wordsOf(paths)
  const end = (of: readonly string[], count: number): string => of.slice(-count).join(' ')
  return words.map((of) => {
    // `value` alone says nothing: the item that it belongs to does.
    let count = of.at(-1) === 'value' ? 3 : 1
    while (count < of.length && words.filter((other) => end(other, count) === end(of, count)).length > 1) count += 1
    const label = end(of, count)
    return label.endsWith(' value') ? label.slice(0, -' value'.length) : label
  })
}

/** The fields in conflict of each side, as the server names them. */
export type Conflicts = Readonly<Record<Side, readonly string[]>>

const isWithin = (path: string, field: string): boolean =>
  path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`)

const rankOf = ({ asked, owners }: AskedField): number =>
  [asked.left, asked.right].some(({ mark }) => mark === 'conflict' || mark === 'new') ? 0 : owners.length > 1 ? 1 : 2

interface Files {
  readonly asked: Readonly<Record<Side, JsonObject>>
  /** The files that the managers applied before: a field that is left out now is a row, too. */
  readonly held: readonly JsonObject[]
}

/** Compares two files with the object: fields that one of them would change come first. [AN5] */
export function askedFields(
  object: ApiObject,
  { asked: files, held }: Files,
  conflicts: Conflicts,
): readonly AskedField[] {
  const tree = ownedTree(managerEntries(object))
  const leaves = { left: leavesOf(files.left, tree, []), right: leavesOf(files.right, tree, []) }
  const before = held.flatMap((file) => leavesOf(file, tree, []))
  const byPath = new Map<string, readonly Step[]>()
  for (const leaf of [...leaves.left, ...leaves.right, ...before])
    if (isNamed(leaf)) byPath.set(pathText(leaf.steps), leaf.steps)
  const labels = labelsOf([...byPath.values()])
  const ask = (side: Side, path: string, now: Json | undefined): Asked => {
    const value = leaves[side].find(({ steps }) => pathText(steps) === path)?.value
    if (value === undefined) return { value, mark: 'absent' }
    if (deepEqual(value, now)) return { value, mark: 'same' }
    return { value, mark: conflicts[side].some((field) => isWithin(path, field)) ? 'conflict' : 'new' }
  }
  const rows = [...byPath].map(([path, steps], at): AskedField => {
    const now = valueAt(object, steps)
    const asked = { left: ask('left', path, now), right: ask('right', path, now) }
    return { steps, path, label: labels[at] ?? path, owners: ownersAt(object, steps), now, asked }
  })
  return rows.toSorted((a, b) => rankOf(a) - rankOf(b))
}
