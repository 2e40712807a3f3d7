import { noTypes } from '#server/expressions/admission-environment.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { compileExpression, returnsJsonPatch, returnsObject } from '#server/expressions/compile-expression.ts'
import { compileConditions } from '../dynamic/match-conditions.ts'
import type { MatchCondition, MatchResources } from '../dynamic/registered.ts'
import type { Expression, VariableExpression } from '../dynamic/run-expressions.ts'
import { type ParamKind, compileVariables } from './policy.ts'

export interface Mutation extends Expression {
  readonly patchType: 'ApplyConfiguration' | 'JSONPatch'
}

/** A compiled mutating policy. */
export interface MutatingPolicy {
  readonly name: string
  readonly failurePolicy: string
  readonly paramKind: ParamKind | null
  readonly constraints: MatchResources
  readonly conditions: readonly Expression[]
  readonly variables: readonly VariableExpression[]
  readonly mutations: readonly Mutation[]
  /** True for the reinvocation policy `IfNeeded`. */
  readonly isReinvoked: boolean
}

interface PolicySpec {
  readonly failurePolicy?: string
  readonly paramKind?: ParamKind
  readonly matchConstraints?: MatchResources
  readonly matchConditions?: readonly MatchCondition[]
  readonly variables?: readonly { readonly name?: string; readonly expression?: string }[]
  readonly mutations?: readonly {
    readonly patchType?: string
    readonly applyConfiguration?: { readonly expression?: string }
    readonly jsonPatch?: { readonly expression?: string }
  }[]
  readonly reinvocationPolicy?: string
}

const compiled = new WeakMap<ApiObject, MutatingPolicy>()

/** Compiles a stored policy, once per version. Compilation errors surface at evaluation. [MAP5] */
export function compileMutatingPolicy(object: ApiObject): MutatingPolicy {
  let policy = compiled.get(object)
  if (policy === undefined) {
    policy = compile(object.metadata.name ?? '', (object['spec'] ?? {}) as PolicySpec)
    compiled.set(object, policy)
  }
  return policy
}

function compile(name: string, spec: PolicySpec): MutatingPolicy {
  const hasParams = spec.paramKind !== undefined
  const types = noTypes()
  const variables = compileVariables(spec.variables ?? [], types, { hasParams })
  const declared = { hasParams, hasAuthorizer: true, variables: types, level: 'stored', canPatch: true } as const
  return {
    name,
    failurePolicy: spec.failurePolicy ?? 'Fail',
    paramKind: spec.paramKind ?? null,
    constraints: spec.matchConstraints ?? {},
    conditions: compileConditions(spec.matchConditions ?? [], { hasParams }),
    variables,
    mutations: (spec.mutations ?? []).map(({ patchType, applyConfiguration, jsonPatch }) => {
      const isApply = patchType === 'ApplyConfiguration'
      const source = (isApply ? applyConfiguration : jsonPatch)?.expression ?? ''
      return {
        patchType: isApply ? 'ApplyConfiguration' : 'JSONPatch',
        source,
        compiled: compileExpression(source, declared, isApply ? returnsObject : returnsJsonPatch),
      }
    }),
    isReinvoked: spec.reinvocationPolicy === 'IfNeeded',
  }
}
