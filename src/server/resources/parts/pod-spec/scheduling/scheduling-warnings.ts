import { child, type FieldPath, index, key } from '#api/field-error.ts'
import { labelValue } from '#api/names.ts'
import { deprecatedLabel } from './deprecated-labels.ts'
import type {
  NodeAffinity,
  NodeSelectorTerm,
  PodAffinity,
  PodSpec,
  TopologySpreadConstraint,
} from '#server/kinds/types/core-v1.ts'

const nullSelector = 'a null labelSelector results in matching no pod'

/** Warns of deprecated node labels and impossible label values. [POD50] */
export function labelWarnings(spec: PodSpec, path: FieldPath): readonly string[] {
  const selector = Object.keys(spec.nodeSelector ?? {})
    .toSorted()
    .flatMap((name) => {
      const text = deprecatedLabel(name)
      return text === undefined ? [] : [`${key(child(path, 'nodeSelector'), name)}: ${text}`]
    })
  const constraints = child(path, 'topologySpreadConstraints')
  return [
    ...selector,
    ...nodeAffinityWarnings(spec.affinity?.nodeAffinity ?? {}, child(path, 'affinity', 'nodeAffinity')),
    ...(spec.topologySpreadConstraints ?? []).flatMap((each, at) => spreadWarnings(each, index(constraints, at))),
  ]
}

function nodeAffinityWarnings(affinity: NodeAffinity, path: FieldPath): readonly string[] {
  const must = child(path, 'requiredDuringSchedulingIgnoredDuringExecution', 'nodeSelectorTerms')
  const preferredPath = child(path, 'preferredDuringSchedulingIgnoredDuringExecution')
  const terms = affinity.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []
  const preferredTerms = affinity.preferredDuringSchedulingIgnoredDuringExecution ?? []
  return [
    ...terms.flatMap((term, at) => termWarnings(term, index(must, at))),
    ...preferredTerms.flatMap(({ preference = {} }, at) => [
      ...termWarnings(preference, child(index(preferredPath, at), 'preference'), true),
    ]),
  ]
}

function spreadWarnings({ topologyKey = '', labelSelector }: TopologySpreadConstraint, path: FieldPath): string[] {
  const text = deprecatedLabel(topologyKey)
  return [
    ...(text === undefined ? [] : [`${child(path, 'topologyKey')}: ${topologyKey} is ${text}`]),
    ...(labelSelector ? [] : [`${child(path, 'labelSelector')}: ${nullSelector}`]),
  ]
}

/** Warns of deprecated labels in a term of a node selector, and of impossible values if `checksValues`. */
export const termWarnings = (term: NodeSelectorTerm, path: FieldPath, checksValues = false): readonly string[] =>
  (term.matchExpressions ?? []).flatMap(({ key: name = '', values = [] }, at) => {
    const here = index(child(path, 'matchExpressions'), at)
    const text = deprecatedLabel(name)
    const checked = checksValues ? values : []
    return [
      ...(text === undefined ? [] : [`${child(here, 'key')}: ${name} is ${text}`]),
      ...checked.flatMap((value, valueAt) =>
        labelValue(value).map((why) => `${index(child(here, 'values'), valueAt)}: ${value} is invalid, ${why}`),
      ),
    ]
  })

/** Warns of terms that match nothing. [POD50] */
export function affinityWarnings(affinity: PodAffinity | undefined, path: FieldPath): readonly string[] {
  const must = child(path, 'requiredDuringSchedulingIgnoredDuringExecution')
  const preferredPath = child(path, 'preferredDuringSchedulingIgnoredDuringExecution')
  const warnings: string[] = []
  for (const [at, term] of (affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).entries()) {
    if (!term.labelSelector) warnings.push(`${child(index(must, at), 'labelSelector')}: ${nullSelector}`)
  }
  for (const [at, term] of (affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).entries()) {
    if (term.podAffinityTerm?.labelSelector) continue
    warnings.push(`${child(index(preferredPath, at), 'podAffinityTerm', 'labelSelector')}: ${nullSelector}`)
  }
  return warnings
}
