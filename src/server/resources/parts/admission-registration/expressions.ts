import { type FieldError, type FieldPath, internal, invalid } from '#api/field-error.ts'
import type { Declared } from '#expressions/admission-environment.ts'
import { type Compiled, type ReturnTypes, compileExpression } from '#expressions/compile-expression.ts'

/** Validates one expression, which the message prints as `shown`. [VAP4] */
export function validateExpression(
  source: string,
  declared: Declared,
  {
    returns,
    path,
    shown = source,
  }: { readonly returns: ReturnTypes; readonly path: FieldPath; readonly shown?: string },
): readonly FieldError[] {
  const compiled = compileExpression(source, declared, returns)
  return compiled.type === 'program' ? [] : [expressionError(path, shown, compiled)]
}

/** Stored expressions may use features that new ones may not use yet. */
export const levelOf = (source: string, stored: ReadonlySet<string>): Declared['level'] =>
  stored.has(source) ? 'stored' : 'new'

/** Formats the error of an expression. */
export const expressionError = (
  path: FieldPath,
  shown: string,
  failed: Extract<Compiled, { readonly type: 'failed' }>,
): FieldError => (failed.isInternal === true ? internal(path, failed.detail) : invalid(path, shown, failed.detail))
