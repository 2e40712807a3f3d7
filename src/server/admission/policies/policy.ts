import { type CelType, celTypes } from '#cel/cel.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { noTypes, variableType } from '#server/expressions/admission-environment.ts'
import {
  type ReturnTypes,
  compileExpression,
  returnsBool,
  returnsString,
  returnsStringOrNull,
} from '#server/expressions/compile-expression.ts'
import { compileConditions } from '../dynamic/match-conditions.ts'
import type { MatchCondition, MatchResources } from '../dynamic/registered.ts'
import type { Expression, VariableExpression } from '../dynamic/run-expressions.ts'

/** The `apiVersion` and `kind` of parameters. */
export interface ParamKind {
  readonly apiVersion?: string
  readonly kind?: string
}

export interface Validation {
  readonly expression: Expression
  readonly message: string
  readonly reason: string
  readonly messageExpression: Expression | null
}

/** A compiled policy. */
export interface Policy {
  readonly name: string
  readonly failurePolicy: string
  readonly paramKind: ParamKind | null
  readonly constraints: MatchResources
  readonly conditions: readonly Expression[]
  readonly variables: readonly VariableExpression[]
  readonly validations: readonly Validation[]
  readonly annotations: readonly (Expression & { readonly key: string })[]
}

interface PolicySpec {
  readonly failurePolicy?: string
  readonly paramKind?: ParamKind
  readonly matchConstraints?: MatchResources
  readonly matchConditions?: readonly MatchCondition[]
  readonly variables?: readonly { readonly name?: string; readonly expression?: string }[]
  readonly validations?: readonly {
    readonly expression?: string
    readonly message?: string
    readonly reason?: string
    readonly messageExpression?: string
  }[]
  readonly auditAnnotations?: readonly { readonly key?: string; readonly valueExpression?: string }[]
}

const compiled = new WeakMap<ApiObject, Policy>()

/** Compiles a stored policy, once per version. Compilation errors surface at evaluation. [VAP5] */
export function compilePolicy(object: ApiObject): Policy {
  let policy = compiled.get(object)
  if (policy === undefined) {
    policy = compile(object.metadata.name ?? '', (object['spec'] ?? {}) as PolicySpec)
    compiled.set(object, policy)
  }
  return policy
}

function compile(name: string, spec: PolicySpec): Policy {
  const hasParams = spec.paramKind !== undefined
  const types = noTypes()
  const read = (source: string, returns: ReturnTypes, hasAuthorizer = true): Expression => ({
    source,
    compiled: compileExpression(source, { hasParams, hasAuthorizer, variables: types, level: 'stored' }, returns),
  })
  const variables = compileVariables(spec.variables ?? [], types, { hasParams })
  return {
    name,
    failurePolicy: spec.failurePolicy ?? 'Fail',
    paramKind: spec.paramKind ?? null,
    constraints: spec.matchConstraints ?? {},
    conditions: compileConditions(spec.matchConditions ?? [], { hasParams }),
    variables,
    validations: (spec.validations ?? []).map(
      ({ expression = '', message = '', reason = '', messageExpression = '' }) => ({
        expression: read(expression, returnsBool),
        message,
        reason,
        messageExpression: messageExpression === '' ? null : read(messageExpression, returnsString, false),
      }),
    ),
    annotations: (spec.auditAnnotations ?? []).map(({ key = '', valueExpression = '' }) => ({
      ...read(valueExpression, returnsStringOrNull),
      key,
    })),
  }
}

/** Compiles variables in order. Each can use those before it. Adds their types to `types`. [VAP5] */
export const compileVariables = (
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
