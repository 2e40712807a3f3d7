import { type FieldError, type FieldPath, invalid } from '#api/field-error.ts'
import type { Declared } from '#server/expressions/admission-environment.ts'
import { type ReturnTypes, compileExpression } from '#server/expressions/compile-expression.ts'

/** What is wrong with one expression, which the message shows as `shown`. [VAP4] */
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
  return compiled.type === 'program' ? [] : [invalid(path, shown, compiled.detail)]
}

/** Expressions that are stored already may use what new ones may not yet. */
export const levelOf = (source: string, stored: ReadonlySet<string>): Declared['level'] =>
  stored.has(source) ? 'stored' : 'new'
