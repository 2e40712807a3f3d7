import type { ApiObject } from '#api/object-meta.ts'
import { type CelType, celTypes } from '#cel/cel.ts'
import { variableType } from '#expressions/admission-environment.ts'
import { compileExpression } from '#expressions/compile-expression.ts'
import { compileConditions } from '#server/admission/dynamic/match-conditions.ts'
import type { MatchCondition, MatchResources } from '#server/admission/dynamic/registered.ts'
import type { Expression } from '#server/admission/chain/expression.ts'
import type { VariableExpression } from '#server/admission/dynamic/run-expressions.ts'

/** The `apiVersion` and `kind` of parameters. */
export interface ParamKind {
  readonly apiVersion?: string
  readonly kind?: string
}

/** The fields of `spec` that validating and mutating policies share. */
export interface PolicyPartsSpec {
  readonly failurePolicy?: string
  readonly paramKind?: ParamKind
  readonly matchConstraints?: MatchResources
  readonly matchConditions?: readonly MatchCondition[]
  readonly variables?: readonly { readonly name?: string; readonly expression?: string }[]
}

/** The compiled parts that validating and mutating policies share. */
export interface PolicyParts {
  readonly name: string
  readonly failurePolicy: string
  readonly paramKind: ParamKind | null
  readonly constraints: MatchResources
  readonly conditions: readonly Expression[]
  readonly variables: readonly VariableExpression[]
}

/** Compiles the shared parts. Adds the types of the variables to `types`. */
export function compileParts(name: string, spec: PolicyPartsSpec, types: Record<string, CelType>): PolicyParts {
  const hasParams = spec.paramKind !== undefined
  return {
    name,
    failurePolicy: spec.failurePolicy ?? 'Fail',
    paramKind: spec.paramKind ?? null,
    constraints: spec.matchConstraints ?? {},
    conditions: compileConditions(spec.matchConditions ?? [], { hasParams }),
    variables: compileVariables(spec.variables ?? [], types, { hasParams }),
  }
}

/** Compiles variables in order. Each can use those before it. Adds their types to `types`. [VAP5] */
const compileVariables = (
  variables: readonly { readonly name?: string; readonly expression?: string }[],
  types: Record<string, CelType>,
  { hasParams }: { readonly hasParams: boolean },
): readonly VariableExpression[] =>
  variables.map(({ name = '', expression: source = '' }) => {
    const compiled = compileExpression(
      source,
      { hasParams, hasAuthorizer: true, variables: types, level: 'stored' },
      'any',
    )
    types[name] = compiled.type === 'program' ? variableType(compiled.program.resultType) : celTypes.dyn
    return { name, source, compiled }
  })

/** Returns a function that compiles a stored policy once per version of the object. */
export function compiledOnce<Spec extends object, Policy>(
  compile: (name: string, spec: Spec) => Policy,
): (object: ApiObject) => Policy {
  const compiled = new WeakMap<ApiObject, Policy>()
  return (object) => {
    let policy = compiled.get(object)
    if (policy === undefined) {
      policy = compile(object.metadata.name ?? '', (object['spec'] ?? {}) as Spec)
      compiled.set(object, policy)
    }
    return policy
  }
}
