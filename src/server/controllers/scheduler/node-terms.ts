import { matchesLabels, createRequirement, type LabelOperator } from '#api/selectors/label-selector.ts'
import type { Node, NodeSelectorTerm, Pod, Taint, Toleration } from '#server/kinds/types/core-v1.ts'

const operators: ReadonlyMap<string, LabelOperator> = new Map<string, LabelOperator>([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', '!'],
  ['Gt', '>'],
  ['Lt', '<'],
])

/** Reports whether a node matches a term; a term without requirements matches nothing. */
export function matchesTerm({ metadata }: Node, { matchExpressions, matchFields }: NodeSelectorTerm): boolean {
  const expressions = matchExpressions ?? []
  const fields = matchFields ?? []
  if (expressions.length + fields.length === 0) return false
  const name = { 'metadata.name': metadata.name ?? '' }
  const fits = (
    labels: { readonly [key: string]: string } | undefined,
    { key = '', operator = '', values = [] }: Term,
  ) => matchesLabels([createRequirement(key, operators.get(operator) ?? 'in', values)], labels)
  return expressions.every((each) => fits(metadata.labels, each)) && fields.every((each) => fits(name, each))
}

interface Term {
  readonly key?: string | undefined
  readonly operator?: string | undefined
  readonly values?: string[] | undefined
}

/** Reports whether a node has the labels that the pod's nodeSelector and required node affinity ask for. */
export function matchesNodeAffinity({ spec }: Pod, node: Node): boolean {
  const wanted = spec?.nodeSelector
  if (wanted !== undefined && Object.keys(wanted).some((key) => node.metadata.labels?.[key] !== wanted[key]))
    return false
  const required = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
  return required === undefined || (required.nodeSelectorTerms ?? []).some((term) => matchesTerm(node, term))
}

export const tolerates = (toleration: Toleration, taint: Taint): boolean => {
  const { key = '', operator = 'Equal', value = '', effect = '' } = toleration
  if (effect !== '' && effect !== taint.effect) return false
  if (key !== '' && key !== taint.key) return false
  return operator === 'Exists' || (operator === 'Equal' && value === (taint.value ?? ''))
}

/** The taints with one of these effects that the pod does not tolerate. */
export const untolerated = ({ spec }: Pod, taints: readonly Taint[], effects: readonly string[]): readonly Taint[] =>
  taints.length === 0
    ? taints
    : taints.filter(
        (taint) =>
          effects.includes(taint.effect ?? '') && !(spec?.tolerations ?? []).some((each) => tolerates(each, taint)),
      )

/** The names of nodes to which the required affinity of a pod is limited by field; `null` if it is not. */
export function namedNodes({ spec }: Pod): ReadonlySet<string> | null {
  const terms = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []
  const names = terms.map(({ matchFields }) => {
    const field = (matchFields ?? []).find(({ key, operator }) => key === 'metadata.name' && operator === 'In')
    return field?.values ?? null
  })
  return names.length === 0 || names.includes(null) ? null : new Set(names.flatMap((each) => each ?? []))
}
