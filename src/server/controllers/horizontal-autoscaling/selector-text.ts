import type { LabelSelectorObject } from '#api/selectors/label-selector-object.ts'

/** Prints a selector as the original's messages name it: as a structure of Go. */
export function structureText(selector: LabelSelectorObject | null | undefined): string {
  if (selector === null || selector === undefined) return 'nil'
  const labels = Object.entries(selector.matchLabels ?? {})
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}: ${value},`)
  const expressions = (selector.matchExpressions ?? []).map(
    ({ key = '', operator = '', values }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${(values ?? []).join(' ')}],},`,
  )
  return `&LabelSelector{MatchLabels:map[string]string{${labels.join('')}},MatchExpressions:[]LabelSelectorRequirement{${expressions.join('')}},}`
}
