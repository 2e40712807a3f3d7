import type { ApiObject } from '#api/object-meta.ts'
import { noTypes } from '#expressions/admission-environment.ts'
import {
  type ReturnTypes,
  compileExpression,
  returnsBool,
  returnsString,
  returnsStringOrNull,
} from '#expressions/compile-expression.ts'
import type { Expression } from '#server/admission/chain/expression.ts'
import { type PolicyParts, type PolicyPartsSpec, compileParts, compiledOnce } from './policy-parts.ts'

export interface Validation {
  readonly expression: Expression
  readonly message: string
  readonly reason: string
  readonly messageExpression: Expression | null
}

/** A compiled policy. */
export interface Policy extends PolicyParts {
  readonly validations: readonly Validation[]
  readonly annotations: readonly (Expression & { readonly key: string })[]
}

interface PolicySpec extends PolicyPartsSpec {
  readonly validations?: readonly {
    readonly expression?: string
    readonly message?: string
    readonly reason?: string
    readonly messageExpression?: string
  }[]
  readonly auditAnnotations?: readonly { readonly key?: string; readonly valueExpression?: string }[]
}

/** Compiles a stored policy, once per version. Compilation errors surface at evaluation. [VAP5] */
export const compilePolicy: (object: ApiObject) => Policy = compiledOnce(compile)

function compile(name: string, spec: PolicySpec): Policy {
  const hasParams = spec.paramKind !== undefined
  const types = noTypes()
  const parts = compileParts(name, spec, types)
  const read = (source: string, returns: ReturnTypes, hasAuthorizer = true): Expression => ({
    source,
    compiled: compileExpression(source, { hasParams, hasAuthorizer, variables: types, level: 'stored' }, returns),
  })
  return {
    ...parts,
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
