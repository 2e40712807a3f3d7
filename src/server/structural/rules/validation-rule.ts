import { isObject, type Json, own, textOf } from '#api/json.ts'
import type { StructuralSchema } from '#server/structural/structural-schema.ts'

/** One entry of `x-orch-validations` as declared. */
export interface ValidationRule {
  readonly rule: string
  readonly message: string
  readonly messageExpression: string
  readonly reason: string | null
  readonly fieldPath: string
  readonly optionalOldSelf: boolean | null
}

/** Returns the rules of one schema, without those of nested schemas. */
export function rulesOf(schema: StructuralSchema): readonly ValidationRule[] {
  const written = own(schema, 'x-orch-validations')
  return Array.isArray(written) ? written.map(readRule) : []
}

function readRule(value: Json): ValidationRule {
  const rule = isObject(value) ? value : {}
  const text = (name: string): string => {
    const found = own(rule, name)
    return textOf(found)
  }
  const optional = own(rule, 'optionalOldSelf')
  const reason = own(rule, 'reason')
  return {
    rule: text('rule'),
    message: text('message'),
    messageExpression: text('messageExpression'),
    reason: typeof reason === 'string' ? reason : null,
    fieldPath: text('fieldPath'),
    optionalOldSelf: typeof optional === 'boolean' ? optional : null,
  }
}

/**
 * Returns the text of a rule for errors. Go's TrimSpace and `trim` remove the same white space except for two
 * characters that no rule begins with.
 */
export const ruleText = ({ rule, message }: ValidationRule): string => (message === '' ? rule : message).trim()

export const ruleMessage = (rule: ValidationRule): string =>
  rule.message === '' ? `failed rule: ${ruleText(rule)}` : rule.message.trim()
