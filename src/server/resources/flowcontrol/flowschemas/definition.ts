import { type FieldError, index, invalid, notSupported, required } from '#api/field-error.ts'
import { dns1123Subdomain, dns1123SubdomainName } from '#api/names.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { semanticallyEqual } from '#server/resources/parts/validation/immutable.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import { flowSchemas, mandatory } from '#server/resources/parts/flow-control/bootstrap.ts'
import { validateConditions, writesOfSpec, writesOfStatus } from '#server/resources/parts/flow-control/status.ts'
import { internalForm } from '#server/resources/parts/internal-types/internal-form.ts'
import { flowcontrolV1 } from '#server/kinds/schemas/flowcontrol-v1.ts'
import { storedVerbs, viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { FlowSchema, FlowSchemaSpec } from '#server/kinds/types/flowcontrol-v1.ts'
import { validateAgain } from '#server/resources/parts/validate-again.ts'
import { validateRule } from './rules.ts'

const precedenceMax = 10_000
const precedenceDefault = 1000
const methods = ['ByNamespace', 'ByUser']

function validatePrecedence(name: string, value: number): readonly FieldError[] {
  const path = 'spec.matchingPrecedence'
  return [
    ...(value <= 0 ? [invalid(path, value, 'must be a positive value')] : []),
    ...(value > precedenceMax ? [invalid(path, value, `must not be greater than ${precedenceMax}`)] : []),
    ...(value === 1 && name !== 'exempt'
      ? [invalid(path, value, "only the schema named 'exempt' may have matchingPrecedence 1")]
      : []),
  ]
}

function validateSpec(name: string, spec: FlowSchemaSpec): readonly FieldError[] {
  const { distinguisherMethod: method, priorityLevelConfiguration: level = {} } = spec
  const path = 'spec.priorityLevelConfiguration.name'
  return [
    ...validatePrecedence(name, spec.matchingPrecedence ?? 0),
    ...(method === undefined || methods.includes(method.type ?? '')
      ? []
      : [notSupported('spec.distinguisherMethod.type', { Type: method.type ?? '' }, methods)]),
    ...(level.name
      ? checkText(level.name, path, dns1123Subdomain)
      : [required(path, 'must reference a priority level')]),
    ...(spec.rules ?? []).flatMap((rule, at) => validateRule(rule, index('spec.rules', at))),
  ]
}

/** [FC2] */
function validate({ metadata: { name = '' }, spec = {}, status }: FlowSchema): readonly FieldError[] {
  const fixed = mandatory.has(name) ? flowSchemas.get(name) : undefined
  const shown = internalForm('flowcontrol.v1.FlowSchemaSpec', spec)
  return [
    ...validateSpec(name, spec),
    ...(fixed === undefined || semanticallyEqual(spec, fixed)
      ? []
      : [invalid('spec', shown, `spec of '${name}' must equal the fixed value`)]),
    ...validateConditions(status?.conditions ?? []),
  ]
}

const rules = { namespaced: false, validateName: dns1123SubdomainName, validate }

const strategy: Strategy<FlowSchema> = {
  validateName: dns1123SubdomainName,
  metadataOnUpdate: 'own',
  /** An absent value equals zero. [FC2] */
  default(next) {
    const spec = (next.spec ??= {})
    if ((spec.matchingPrecedence ?? 0) === 0) spec.matchingPrecedence = precedenceDefault
  },
  ...writesOfSpec,
  validate,
  validateUpdate: (next) => validateAgain(next, rules),
}

const statusStrategy: Strategy<FlowSchema> = {
  ...strategy,
  ...writesOfStatus,
  validateUpdate: ({ status }) => validateConditions(status?.conditions ?? []),
}

/** Compares two schemas by their matching order. [FC10] */
const byPrecedence = (a: FlowSchema, b: FlowSchema): number =>
  (a.spec?.matchingPrecedence ?? 0) - (b.spec?.matchingPrecedence ?? 0) ||
  ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1)

const missingLevel = ({ status }: FlowSchema): string =>
  (status?.conditions ?? []).find(({ type }) => type === 'Dangling')?.status ?? '?'

/**
 * flowcontrol.apiserver.orch.io/v1 FlowSchema: matches requests to a priority level. This server does not throttle
 * requests. [FC2]
 */
export const flowschemas: ResourceDefinition = {
  group: 'flowcontrol.apiserver.orch.io',
  version: 'v1',
  resource: 'flowschemas',
  singular: 'flowschema',
  kind: 'FlowSchema',
  namespaced: false,
  verbs: storedVerbs,
  schema: flowcontrolV1.schema('FlowSchema'),
  strategy,
  subresources: [{ type: 'view', name: 'status', verbs: viewVerbs, strategy: statusStrategy }],
  compareRows: byPrecedence,
  columns: [
    nameColumn,
    kindColumn<FlowSchema>(
      'PriorityLevel',
      'The name of the priority level.',
      ({ spec }) => spec?.priorityLevelConfiguration?.name ?? '',
    ),
    kindColumn<FlowSchema>(
      'MatchingPrecedence',
      'The schema with the lowest value is tried first.',
      ({ spec }) => spec?.matchingPrecedence ?? 0,
    ),
    kindColumn<FlowSchema>(
      'DistinguisherMethod',
      'The method of separating requests into flows.',
      ({ spec }) => spec?.distinguisherMethod?.type ?? '<none>',
    ),
    ageColumn,
    kindColumn<FlowSchema>('MissingPL', 'True if the priority level does not exist.', missingLevel),
  ],
}
