import { isObject, type Json, textOf } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { podSpec } from '#server/admission/plugins/parts/pod-spec.ts'

/** One condition that restricts which objects a quota counts. */
export interface QuotaScope {
  readonly name: string
  readonly operator: string
  readonly values: readonly string[]
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

/** Returns the scopes of a quota. An entry of `spec.scopes` has the operator `Exists`. */
export function scopesOf(quota: ApiObject): readonly QuotaScope[] {
  const spec = isObject(quota['spec']) ? quota['spec'] : {}
  const selector = isObject(spec['scopeSelector']) ? spec['scopeSelector'] : {}
  return [
    ...listOf(spec['scopes']).map((name) => ({ name: textOf(name), operator: 'Exists', values: [] })),
    ...listOf(selector['matchExpressions'])
      .filter(isObject)
      .map(({ scopeName, operator, values }) => ({
        name: textOf(scopeName),
        operator: textOf(operator),
        values: listOf(values).map(textOf),
      })),
  ]
}

/** Matches a class name against the operators `In`, `NotIn`, `Exists` and `DoesNotExist`. */
export function matchesClass({ operator, values }: QuotaScope, name: string): boolean {
  switch (operator) {
    case 'In':
      return values.includes(name)
    case 'NotIn':
      return !values.includes(name)
    case 'DoesNotExist':
      return name === ''
    default:
      return name !== ''
  }
}

/** Reports whether a scope selects a pod. [AD6] */
export function podInScope(scope: QuotaScope, pod: ApiObject): boolean {
  const spec = podSpec(pod)
  const status = isObject(pod['status']) ? pod['status'] : {}
  const { activeDeadlineSeconds: deadline } = spec
  const terminates = (typeof deadline === 'number' || typeof deadline === 'bigint') && deadline >= 0
  switch (scope.name) {
    case 'Terminating':
      return terminates
    case 'NotTerminating':
      return !terminates
    case 'BestEffort':
      return status['qosClass'] === 'BestEffort'
    case 'NotBestEffort':
      return status['qosClass'] !== 'BestEffort'
    case 'PriorityClass':
      return matchesClass(scope, textOf(spec['priorityClassName']))
    case 'CrossNamespacePodAffinity':
      return usesOtherNamespaces(spec['affinity'])
    default:
      return false
  }
}

function usesOtherNamespaces(affinity: Json | undefined): boolean {
  const { podAffinity, podAntiAffinity } = isObject(affinity) ? affinity : {}
  return [podAffinity, podAntiAffinity].filter(isObject).some((each) => {
    const required = listOf(each['requiredDuringSchedulingIgnoredDuringExecution'])
    const preferred = listOf(each['preferredDuringSchedulingIgnoredDuringExecution'])
    const terms = [...required, ...preferred.filter(isObject).map(({ podAffinityTerm }) => podAffinityTerm ?? null)]
    return terms
      .filter(isObject)
      .some((term) => listOf(term['namespaces']).length > 0 || isObject(term['namespaceSelector']))
  })
}
