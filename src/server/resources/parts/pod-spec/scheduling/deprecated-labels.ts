import { child, type FieldPath, index } from '#api/field-error.ts'
import type { LabelSelectorObject } from '#api/selectors/label-selector-object.ts'

/** Deprecated node labels and their replacements. */
const labels: ReadonlyMap<string, string> = new Map([
  ['beta.orch.io/arch', 'deprecated since v1.14; use "orch.io/arch" instead'],
  ['beta.orch.io/os', 'deprecated since v1.14; use "orch.io/os" instead'],
  ['failure-domain.beta.orch.io/region', 'deprecated since v1.17; use "topology.orch.io/region" instead'],
  ['failure-domain.beta.orch.io/zone', 'deprecated since v1.17; use "topology.orch.io/zone" instead'],
  ['beta.orch.io/instance-type', 'deprecated since v1.17; use "node.orch.io/instance-type" instead'],
])

/** Returns what to say about a deprecated node label. */
export const deprecatedLabel = (name: string): string | undefined => labels.get(name)

/** Warns of deprecated node labels among keys. `place` gives the path of a key. [NL1] */
export const keyWarnings = (keys: readonly string[], place: (at: number) => FieldPath): readonly string[] =>
  keys.flatMap((name, at) => {
    const text = deprecatedLabel(name)
    return text === undefined ? [] : [`${place(at)}: ${text}`]
  })

/** Warns of deprecated node labels in a label selector of nodes. [NL1] */
export function selectorWarnings(selector: LabelSelectorObject | undefined, path: FieldPath): readonly string[] {
  const { matchExpressions = [], matchLabels = {} } = selector ?? {}
  const names = Object.keys(matchLabels).toSorted()
  return [
    ...matchExpressions.flatMap(({ key = '' }, at) => {
      const text = deprecatedLabel(key)
      const place = child(index(child(path, 'matchExpressions'), at), 'key')
      return text === undefined ? [] : [`${place}: ${key} is ${text}`]
    }),
    ...keyWarnings(names, (at) => child(path, 'matchLabels', names[at] ?? '')),
  ]
}
