import { type FieldError, type FieldPath, invalid, required } from '#api/field-error.ts'
import type { Json } from '#api/json.ts'
import { amountNames } from '#server/resources/parts/validation/amount-maps.ts'
import type { ResourceQuotaSpec, ScopedResourceSelectorRequirement } from '#server/kinds/types/core-v1.ts'

const computeResources = ['cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory']
const podResources = new Set(['pods', ...computeResources])
const claimResources = new Set(['persistentvolumeclaims', 'requests.storage'])

/** The resources that a quota can track under each scope. */
const scopes: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['Terminating', podResources],
  ['NotTerminating', podResources],
  ['BestEffort', new Set(['pods'])],
  ['NotBestEffort', podResources],
  ['PriorityClass', podResources],
  ['CrossNamespacePodAffinity', podResources],
  ['VolumeAttributesClass', claimResources],
])

const quotaResources = new Set([
  ...computeResources,
  'ephemeral-storage',
  'requests.storage',
  'requests.ephemeral-storage',
  'limits.ephemeral-storage',
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'persistentvolumeclaims',
  'configmaps',
  'services.nodeports',
  'services.loadbalancers',
])

/** Reports whether an unqualified resource name is supported by quotas. */
export const isQuotaResource = (name: string): boolean =>
  quotaResources.has(name) || name.startsWith('hugepages-') || name.startsWith('requests.hugepages-')

const excluding = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
] as const

function misfits(scope: string, spec: ResourceQuotaSpec): number {
  const known = scopes.get(scope)
  if (known === undefined) return 0
  return amountNames(spec.hard).filter((name) => isQuotaResource(name) && !known.has(name)).length
}

const conflicts = (names: ReadonlySet<string>, shown: Json, path: FieldPath): readonly FieldError[] =>
  excluding
    .filter(([one, other]) => names.has(one) && names.has(other))
    .map(() => invalid(path, shown, 'conflicting scopes'))

/** Many scopes times many resources are more errors than fit into memory. */
const errorsMax = 100_000

/** Returns one error for each resource that a scope does not support. [RQU3] */
export function validateScopes(spec: ResourceQuotaSpec): readonly FieldError[] {
  const list = spec.scopes ?? []
  const path = 'spec.scopes'
  const errors: FieldError[] = []
  const counts = misfitsOf(list, spec)
  const misfit = invalid(path, list, unsupported)
  for (const scope of list) {
    if (!scopes.has(scope)) errors.push(invalid(path, list, 'unsupported scope'))
    addTimes(errors, misfit, counts.get(scope) ?? 0)
  }
  return [...errors, ...conflicts(new Set(list), list, 'spec.scopes')]
}

const unsupported = 'unsupported scope applied to resource'

/** Counts, for each distinct scope, the resources that it does not apply to. */
const misfitsOf = (list: readonly string[], spec: ResourceQuotaSpec): ReadonlyMap<string, number> =>
  new Map([...new Set(list)].map((scope) => [scope, misfits(scope, spec)]))

function addTimes(errors: FieldError[], error: FieldError, times: number): void {
  for (let left = times; left > 0 && errors.length < errorsMax; left -= 1) errors.push(error)
}

const onlyExists = new Set([
  'BestEffort',
  'NotBestEffort',
  'Terminating',
  'NotTerminating',
  'CrossNamespacePodAffinity',
])
const path = 'spec.scopeSelector.matchExpressions'

/** Validates the scope selector: every error is reported at the list, as in the reference. [RQU3] */
export function validateScopeSelector(spec: ResourceQuotaSpec): readonly FieldError[] {
  const requirements = spec.scopeSelector?.matchExpressions ?? []
  const names = requirements.map(({ scopeName = '' }) => scopeName)
  const errors: FieldError[] = []
  const counts = misfitsOf(names, spec)
  const misfit = [...counts.values()].some((count) => count > 0)
    ? invalid(path, printedSelector(spec), unsupported)
    : null
  for (const requirement of requirements) {
    const { scopeName = '' } = requirement
    if (!scopes.has(scopeName)) errors.push(invalid(`${path}.scopeName`, scopeName, 'unsupported scope'))
    if (misfit !== null) addTimes(errors, misfit, counts.get(scopeName) ?? 0)
    errors.push(...validateRequirement(requirement))
  }
  return [...errors, ...conflicts(new Set(names), spec.scopes ?? null, path)]
}

function validateRequirement(requirement: ScopedResourceSelectorRequirement): readonly FieldError[] {
  const { scopeName = '', operator = '' } = requirement
  return [
    ...(onlyExists.has(scopeName) && operator !== 'Exists'
      ? [
          invalid(
            `${path}.operator`,
            operator,
            "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity",
          ),
        ]
      : []),
    ...validateOperator(requirement),
  ]
}

function validateOperator({ operator = '', values = [] }: ScopedResourceSelectorRequirement): readonly FieldError[] {
  switch (operator) {
    case 'In':
    case 'NotIn':
      return values.length > 0
        ? []
        : [
            required(
              `${path}.values`,
              "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
            ),
          ]
    case 'Exists':
    case 'DoesNotExist':
      return values.length === 0
        ? []
        : [
            invalid(
              `${path}.values`,
              values,
              "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector",
            ),
          ]
    default:
      return [invalid(`${path}.operator`, operator, 'not a valid selector operator')]
  }
}

/** Formats the selector as the reference prints its internal type. */
const printedSelector = ({ scopeSelector }: ResourceQuotaSpec): Json => ({
  MatchExpressions: (scopeSelector?.matchExpressions ?? []).map(({ scopeName = '', operator = '', values }) => ({
    ScopeName: scopeName,
    Operator: operator,
    Values: values ?? null,
  })),
})
