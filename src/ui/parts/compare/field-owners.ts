import { isObject } from '#api/json.ts'
import { parseExactJson } from '#api/exact-json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { managerEntries, ownedTree, type Step } from '#ui/parts/managers/fields-v1.ts'
import { ownersOfLines } from '#ui/parts/managers/owners-of-lines.ts'
import { toYamlText } from '#ui/texts/yaml-text.ts'

/**
 * Returns the names of the managers that own a field, or the nearest field around it that has any: `alice, kubelet`.
 * `nobody` for a field without a manager, `no such object` for `null`. `path` is in the form of a path difference:
 * `spec.containers[web].image`. [BC1]
 */
export function fieldOwners(object: ApiObject | null, path: string): string {
  if (object === null) return 'no such object'
  const around = ownedPathsOf(object).filter(({ own }) => isWithin(path, own))
  const nearest = around.toSorted((a, b) => b.own.length - a.own.length)[0]
  return nearest === undefined ? 'nobody' : nearest.names.join(', ')
}

interface OwnedPath {
  /** In the form of a path difference. */
  readonly own: string
  readonly names: readonly string[]
}

/** Objects are never changed, and a comparison asks for many fields of one. [PF5] */
const known = new WeakMap<ApiObject, readonly OwnedPath[]>()

function ownedPathsOf(object: ApiObject): readonly OwnedPath[] {
  const kept = known.get(object)
  if (kept !== undefined) return kept
  const entries = managerEntries(object)
  const lines = ownersOfLines(toYamlText(object), ownedTree(entries))?.lines ?? []
  const paths = lines.flatMap((line) => {
    if (line === undefined || line.owners.length === 0) return []
    return [
      { own: differencePath(line.path), names: [...new Set(line.owners.map((at) => entries[at]?.manager ?? ''))] },
    ]
  })
  known.set(object, paths)
  return paths
}

const isWithin = (path: string, around: string): boolean =>
  path === around || path.startsWith(`${around}.`) || path.startsWith(`${around}[`)

const differencePath = (steps: readonly Step[]): string => steps.map(stepText).join('').replace(/^\./, '')

/** Items of lists are named by their `name` or `type`, as in path differences. */
function stepText(step: Step): string {
  const rest = step.slice(2)
  if (step.startsWith('f:')) return `.${rest}`
  if (step.startsWith('i:')) return `[${rest}]`
  const value = parseExactJson(rest)
  const name = isObject(value) ? (value['name'] ?? value['type']) : value
  return `[${typeof name === 'string' ? name : rest}]`
}
