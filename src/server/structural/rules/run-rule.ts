import {
  type FieldError,
  type FieldPath,
  child,
  duplicate,
  fieldErrorText,
  forbidden,
  invalid,
  required,
} from '#api/field-error.ts'
import type { Json } from '#api/json.ts'
import { byteLength } from '#api/names.ts'
import { type CelInputs, type CelResult, type CelType, CelOptional, absent, input, typedValue } from '#cel/cel.ts'
import { quoteGo } from '#go/quote.ts'
import type { CompiledRule } from './compile-rule.ts'
import { isUnchanged, type Correlation } from './correlation.ts'
import type { RuleRun } from './run-rules.ts'
import { ruleMessage, ruleText, type ValidationRule } from './validation-rule.ts'

/** The value that a rule validates. */
export interface RuleContext {
  readonly path: FieldPath
  /** The path as printed in errors of the rule. */
  readonly here: FieldPath
  /** The type of the schema, which errors contain instead of the value. */
  readonly type: string
  readonly celType: CelType
  readonly value: Json
  readonly old: Json | undefined
  readonly correlation: Correlation
}

export type RuleOutcome = 'next' | 'stop'

const outOfBudget = 'validation failed due to running out of cost budget, no further validation rules will be run'

/** Runs one rule, records its errors, and subtracts its cost from the budget. [CVR3] */
export function runRule(compiled: CompiledRule, context: RuleContext, run: RuleRun): RuleOutcome {
  const { rule, program, error } = compiled
  const { here, type, old } = context
  const fail = (text: string): number => run.errors.push(invalid(here, type, text))
  if (error !== null) {
    fail(`rule compile error: ${error}`)
    return 'next'
  }
  if (program === null || (compiled.usesOldSelf && old === undefined && rule.optionalOldSelf !== true)) return 'next'
  const wrong = formattedText(context)
  if (wrong !== null) {
    fail(`${wrong} evaluating rule: ${ruleText(rule)}`)
    return 'next'
  }
  const inputs = inputsOf(context, rule.optionalOldSelf === true)
  const result = program.evaluate(inputs)
  run.observe?.(compiled, context.path, result, inputs)
  if (!spend(run, result.cost)) {
    fail(outOfBudget)
    return stop(run)
  }
  if (result.type === 'error') return reportError(result, rule, { fail, run })
  if (result.value !== true) return reportViolation(compiled, context, run)
  return 'next'
}

const formatted: ReadonlySet<CelType['kind']> = new Set(['timestamp', 'duration', 'bytes'])

/** Texts of these types are parsed before the rule runs. Validation lets lists pass in their place. */
function formattedText({ celType, value }: RuleContext): string | null {
  if (!formatted.has(celType.kind) || typeof value === 'string') return null
  return `invalid data, expected string, got ${Array.isArray(value) ? '[]interface {}' : 'map[string]interface {}'}`
}

function stop(run: RuleRun): RuleOutcome {
  run.budget = -1
  return 'stop'
}

function spend(run: RuleRun, cost: number): boolean {
  if (cost > run.budget) return false
  run.budget -= cost
  return true
}

function inputsOf({ value, old, celType }: RuleContext, isOptional: boolean): CelInputs {
  if (!isOptional) return old === undefined ? { self: value } : { self: value, oldSelf: old }
  const before = old === undefined ? absent : new CelOptional(typedValue(old, celType))
  return { self: value, oldSelf: input(before) }
}

interface Reporting {
  readonly fail: (text: string) => number
  readonly run: RuleRun
}

function reportError(
  result: CelResult & { type: 'error' },
  rule: ValidationRule,
  { fail, run }: Reporting,
): RuleOutcome {
  const { message } = result
  if (result.isCostExceeded) {
    fail(
      `'${message}': no further validation rules will be run due to call cost exceeds limit for rule: ${ruleText(rule)}`,
    )
    return stop(run)
  }
  if (message.startsWith('no such overload'))
    fail(
      `'${message}': call arguments did not match a supported operator, function or macro signature for rule: ${ruleText(rule)}`,
    )
  else fail(`${message} evaluating rule: ${ruleText(rule)}`)
  return 'next'
}

function reportViolation(compiled: CompiledRule, context: RuleContext, run: RuleRun): RuleOutcome {
  const { rule } = compiled
  const path = compiled.path === '' ? context.here : child(context.path, compiled.path)
  const report = (error: FieldError): void => {
    if (!compiled.usesOldSelf && isUnchanged(context.correlation)) run.warnings.push(fieldErrorText(error))
    else run.errors.push(error)
  }
  const message = compiled.message === null ? null : runMessage(compiled, context, run)
  if (message !== null && 'refusal' in message) {
    report(invalid(path, context.type, message.refusal))
    return stop(run)
  }
  report(errorFor(rule, path, { type: context.type, detail: message?.text ?? ruleMessage(rule) }))
  return 'next'
}

interface Told {
  readonly type: string
  readonly detail: string
}

function errorFor({ reason }: ValidationRule, path: FieldPath, { type, detail }: Told): FieldError {
  switch (reason) {
    case 'FieldValueForbidden':
      return forbidden(path, detail)
    case 'FieldValueRequired':
      return required(path, detail)
    case 'FieldValueDuplicate':
      return duplicate(path, type)
    default:
      return invalid(path, type, detail)
  }
}

/** Maximum length of the result of a message expression, in bytes. */
const MESSAGE_BYTES_MAX = 5 * 1024

/**
 * Returns the result of a message expression, undefined if it is not usable; an exhausted budget ends all rules. [CVR4]
 */
function runMessage(
  { message, rule }: CompiledRule,
  context: RuleContext,
  run: RuleRun,
): { readonly text: string | undefined } | { readonly refusal: string } {
  // The reference passes `oldSelf` to message expressions as a plain value, even if the rule receives it as an
  // optional.
  const result = message?.evaluate(inputsOf(context, false), { costLimit: Math.min(run.budget + 1, PER_MESSAGE) })
  if (result === undefined) return { text: undefined }
  if (result.cost > run.budget)
    return {
      refusal:
        'messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run',
    }
  if (result.type === 'error' && result.isCostExceeded)
    return {
      refusal: `no further validation rules will be run due to call cost exceeds limit for messageExpression: ${quoteGo(rule.messageExpression)}`,
    }
  run.budget -= result.cost
  const text = result.type === 'value' && typeof result.value === 'string' ? result.value.trim() : ''
  const isShown = text !== '' && !text.includes('\n') && byteLength(text) <= MESSAGE_BYTES_MAX
  return { text: isShown ? text : undefined }
}

const PER_MESSAGE = 1_000_000
