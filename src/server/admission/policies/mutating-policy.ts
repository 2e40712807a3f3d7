import { noTypes } from '#expressions/admission-environment.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { compileExpression, returnsJsonPatch, returnsObject } from '#expressions/compile-expression.ts'
import type { Expression } from '#server/admission/chain/expression.ts'
import { type PolicyParts, type PolicyPartsSpec, compileParts, compiledOnce } from './policy-parts.ts'

export interface Mutation extends Expression {
  readonly patchType: 'ApplyConfiguration' | 'JSONPatch'
}

/** A compiled mutating policy. */
export interface MutatingPolicy extends PolicyParts {
  readonly mutations: readonly Mutation[]
  /** True for the reinvocation policy `IfNeeded`. */
  readonly isReinvoked: boolean
}

interface PolicySpec extends PolicyPartsSpec {
  readonly mutations?: readonly {
    readonly patchType?: string
    readonly applyConfiguration?: { readonly expression?: string }
    readonly jsonPatch?: { readonly expression?: string }
  }[]
  readonly reinvocationPolicy?: string
}

/** Compiles a stored policy, once per version. Compilation errors surface at evaluation. [MAP5] */
export const compileMutatingPolicy: (object: ApiObject) => MutatingPolicy = compiledOnce(compile)

function compile(name: string, spec: PolicySpec): MutatingPolicy {
  const hasParams = spec.paramKind !== undefined
  const types = noTypes()
  const parts = compileParts(name, spec, types)
  const declared = { hasParams, hasAuthorizer: true, variables: types, level: 'stored', canPatch: true } as const
  return {
    ...parts,
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
