import type { RevisionRow } from '#facts/fact.ts'
import { isObject, type Json } from '#api/json.ts'
import type { ManagerEntry, OwnedNode, Step } from './fields-v1.ts'
import type { OwnedLine } from './owners-of-lines.ts'

/** Formats a path as in revisions: `spec.template.spec.containers[web].image`. */
export function changePath(path: readonly Step[]): string {
  let text = ''
  for (const step of path) {
    const rest = step.slice(2)
    if (step.startsWith('f:')) text = fieldStep(text, rest)
    else {
      const value = JSON.parse(rest) as Json
      const keys = isObject(value) ? Object.values(value).map(String) : [String(value)]
      text += `[${keys.join(',')}]`
    }
  }
  return text
}

const fieldStep = (text: string, name: string): string =>
  /^[A-Za-z_$][\w$-]*$/.test(name) ? (text === '' ? name : `${text}.${name}`) : `${text}[${name}]`

const within = (one: string, other: string): boolean =>
  one === other || (one.startsWith(other) && (one[other.length] === '.' || one[other.length] === '['))

/**
 * Returns when a manager wrote a field, according to the kept writes of its object: the newest that touched the path,
 * else the newest of the manager. `≤64` when it is older than the kept writes; `''` when unknown. Writes after `until`
 * have not happened yet in the past that is shown. [OW8]
 */
export function writtenAt(
  writes: readonly RevisionRow[],
  manager: string,
  path: readonly Step[],
  until = Number.MAX_SAFE_INTEGER,
): string {
  const wanted = changePath(path)
  const own = writes.filter((row) => row.manager === manager && row.revision <= until)
  const row = own.findLast(
    ({ changes, verb }) =>
      verb === 'create' || changes.some((change) => within(change.path, wanted) || within(wanted, change.path)),
  )
  if (row !== undefined) return String(row.revision)
  if (own.length > 0) return String(own[0]?.revision ?? '')
  const before = writes[0]?.previous ?? 0
  return before === 0 ? '' : `≤${before}`
}

/** `Apply`, `Update`, `Update of status`. */
export const operationWords = ({ operation, subresource }: ManagerEntry): string =>
  subresource === '' ? operation : `${operation} of ${subresource}`

/** Explains in one sentence why a line has these owners. [OW2] */
export function lineWords(line: OwnedLine | undefined, tree: OwnedNode): string {
  if (line === undefined) return 'No field on this line.'
  if (line.owners.length === 0 && isIdentity(line.path)) return 'Identifies the object; no manager owns it.'
  const node = nodeAt(tree, line.path)
  if (line.owners.length > 1)
    return 'Shared: each of them set this value. An apply of another value conflicts with the others.'
  if (line.owners.length === 1) {
    return node?.self.length === 0 || node === undefined
      ? 'Part of a value that is owned as a whole.'
      : node.children.size > 0
        ? 'Owns the item or field itself; its content has separate owners.'
        : 'An apply of another value by another manager conflicts here.'
  }
  if (node !== undefined && node.children.size > 0)
    return 'No manager owns it as a whole; its fields are owned individually.'
  return 'No manager set it: the server did, or a default.'
}

const identity = new Set(['f:apiVersion', 'f:kind', 'f:metadata/f:name', 'f:metadata/f:namespace'])
const isIdentity = (path: readonly Step[]): boolean => identity.has(path.join('/'))

function nodeAt(tree: OwnedNode, path: readonly Step[]): OwnedNode | undefined {
  let node: OwnedNode | undefined = tree
  for (const step of path) node = node?.children.get(step)
  return node
}
