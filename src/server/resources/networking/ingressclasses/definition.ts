import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { networkingV1 } from '#server/kinds/schemas/networking-v1.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { IngressClass } from '#server/kinds/types/networking-v1.ts'
import { strategy } from './strategy.ts'

/** Formats `Kind.group/name`, the group only if there is one. [ICL4] */
function parametersText({ spec }: IngressClass): string {
  const parameters = spec?.parameters
  if (parameters === undefined) return '<none>'
  const group = parameters.apiGroup === undefined ? '' : `.${parameters.apiGroup}`
  return `${parameters.kind ?? ''}${group}/${parameters.name ?? ''}`
}

/** networking.orch.io/v1 IngressClass: the controller of ingresses. [ICL1] */
export const ingressclasses: ResourceDefinition = {
  group: 'networking.orch.io',
  version: 'v1',
  resource: 'ingressclasses',
  singular: 'ingressclass',
  kind: 'IngressClass',
  namespaced: false,
  verbs: storedVerbs,
  schema: networkingV1.schema('IngressClass'),
  strategy,
  columns: [
    nameColumn,
    kindColumn<IngressClass>('Controller', 'The name of the controller.', ({ spec }) => spec?.controller ?? ''),
    kindColumn<IngressClass>('Parameters', 'The object with parameters of the controller.', parametersText),
    ageColumn,
  ],
}
