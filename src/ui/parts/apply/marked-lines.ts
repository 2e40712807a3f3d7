import type { ApiObject } from '#api/object-meta.ts'
import { managerEntries, ownedTree, pathText, type Step, valueAt } from '#ui/parts/managers/fields-v1.ts'
import { ownersOfLines } from '#ui/parts/managers/owners-of-lines.ts'
import type { AskedField } from './asked-fields.ts'
import { otherSide, type Side } from './files.ts'

/** `conflict` would change another's field, `taken` is what the other file would take, `new` would be stored. */
export type LineMark = 'conflict' | 'taken' | 'new' | ''

/** A line of a manager's file. */
export interface MarkedLine {
  /** Names of the managers that own its field in the object. */
  readonly owners: readonly string[]
  readonly mark: LineMark
}

const noMark: MarkedLine = { owners: [], mark: '' }

const startsWith = (path: readonly Step[], start: readonly Step[]): boolean =>
  start.every((step, at) => path[at] === step)

function markOf(field: AskedField, side: Side): LineMark {
  const [mine, other] = [field.asked[side].mark, field.asked[otherSide[side]].mark]
  if (mine === 'conflict') return 'conflict'
  if (other === 'conflict') return 'taken'
  return mine === 'new' ? 'new' : ''
}

/** Returns the owners and the mark of each line of a file; `[]` for a text that is not YAML. [AN5] */
export function markedLines(
  text: string,
  object: ApiObject,
  fields: readonly AskedField[],
  side: Side,
): readonly MarkedLine[] {
  const entries = managerEntries(object)
  const owned = ownersOfLines(text, ownedTree(entries))
  if (owned === null) return []
  return Array.from(owned.lines, (line) => {
    if (line === undefined) return noMark
    const { path } = line
    const owners = [...new Set(line.owners.map((at) => entries[at]?.manager ?? ''))]
    const field = fields.find(({ steps }) => startsWith(path, steps))
    if (field !== undefined) return { owners, mark: markOf(field, side) }
    // The line of a map or of a list item.
    const isNew = pathText(path).startsWith('.') && valueAt(object, path) === undefined
    return { owners, mark: isNew ? 'new' : '' }
  })
}
