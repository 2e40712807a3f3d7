import { isEmptySelector, isUsable, selectorText } from '#api/selectors/label-selector-object.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { networkingV1 } from '#server/kinds/schemas/networking-v1.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { NetworkPolicy } from '#server/kinds/types/networking-v1.ts'
import { strategy } from './strategy.ts'

function podSelectorText({ spec }: NetworkPolicy): string {
  const selector = spec?.podSelector
  if (!isUsable(selector)) return '<error>'
  return isEmptySelector(selector) ? '<none>' : selectorText(selector)
}

/** networking.orch.io/v1 NetworkPolicy: the traffic allowed from and to pods. [NP1] */
export const networkpolicies: ResourceDefinition = {
  group: 'networking.orch.io',
  version: 'v1',
  resource: 'networkpolicies',
  singular: 'networkpolicy',
  kind: 'NetworkPolicy',
  namespaced: true,
  shortNames: ['netpol'],
  verbs: storedVerbs,
  schema: networkingV1.schema('NetworkPolicy'),
  strategy,
  columns: [
    nameColumn,
    /** [NP7] */
    kindColumn<NetworkPolicy>(
      'Pod-Selector',
      'The labels of the selected pods; none selects all pods.',
      podSelectorText,
    ),
    ageColumn,
  ],
}
