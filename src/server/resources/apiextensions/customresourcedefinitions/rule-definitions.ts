import {
  type FieldError,
  child,
  forbidden,
  index,
  internal,
  invalid,
  key,
  notSupported,
  required,
} from '#api/field-error.ts'
import { isNumeric, own } from '#api/json.ts'
import { REQUEST_BYTES_MAX, type SchemaType, schemaType } from '#cel/cel.ts'
import { compileRule, type CompiledRule } from '#server/structural/rules/compile-rule.ts'
import { findField } from '#server/structural/rules/field-path.ts'
import { rulesOf, type ValidationRule } from '#server/structural/rules/validation-rule.ts'
import {
  type StructuralSchema,
  additionalOf,
  extension,
  isOn,
  itemsOf,
  propertiesOf,
} from '#server/structural/structural-schema.ts'
import { RuleCosts, factorText } from './rule-costs.ts'
import type { FormerRules } from './former-rules.ts'
import { shownRule } from './internal-form.ts'

const reasons = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired']
const lineBreak = /[\n\r]/

/** Validates the syntactic form of the rules of one schema, without compiling them. [CVR6] */
export const ruleFormErrors = (schema: StructuralSchema, path: string): readonly FieldError[] =>
  rulesOf(schema).flatMap((rule, at) => formErrors(rule, schema, index(child(path, 'x-orch-validations'), at)))

function formErrors(rule: ValidationRule, schema: StructuralSchema, path: string): readonly FieldError[] {
  const errors = [...textErrors(rule, path)]
  if (rule.messageExpression !== '' && rule.messageExpression.trim() === '')
    errors.push(required(child(path, 'messageExpression'), 'messageExpression must be non-empty if specified'))
  if (rule.reason !== null && !reasons.includes(rule.reason))
    errors.push(notSupported(child(path, 'reason'), rule.reason, reasons))
  return [...errors, ...fieldPathErrors(rule, schema, child(path, 'fieldPath'))]
}

function textErrors({ rule, message }: ValidationRule, path: string): readonly FieldError[] {
  const here = child(path, 'message')
  if (rule.trim() === '') return [required(child(path, 'rule'), 'rule is not specified')]
  if (message !== '' && message.trim() === '') return [invalid(here, message, 'must be non-empty if specified')]
  if (lineBreak.test(message.trim())) return [invalid(here, message, 'must not contain line breaks')]
  if (lineBreak.test(rule.trim()) && message.trim() === '')
    return [required(here, 'message must be specified if rule contains line breaks')]
  return []
}

function fieldPathErrors({ fieldPath }: ValidationRule, schema: StructuralSchema, path: string): readonly FieldError[] {
  if (fieldPath === '') return []
  return [
    ...(fieldPath.trim() === '' ? [invalid(path, fieldPath, 'must be non-empty if specified')] : []),
    ...(lineBreak.test(fieldPath) ? [invalid(path, fieldPath, 'must not contain line breaks')] : []),
    ...(typeof findField(fieldPath, schema) === 'string' ? [invalid(path, fieldPath, 'must be a valid path')] : []),
  ]
}

/** A schema during traversal, with the context that its rules need. */
interface Place {
  readonly schema: StructuralSchema
  readonly path: string
  /** `null` if expressions cannot access the value. */
  readonly type: SchemaType | null
  /** Maximum number of such values in one object; null when only the size of a request limits it. */
  readonly count: number | null
  /** Path of the nearest enclosing schema whose old values cannot be correlated; '' when all can. */
  readonly uncorrelatable: string
}

interface Definition {
  readonly former: FormerRules
  readonly errors: FieldError[]
  readonly costs: RuleCosts
  /** Reports whether a schema has other errors, so that its rules are not compiled. */
  readonly isBroken: (path: string) => boolean
}

/**
 * Compiles the rules of a schema. Returns the errors of each, and those rules whose cost exceeds the limit. [CVR6]
 * @param others errors that the schema has besides
 */
export function ruleErrors(
  schema: StructuralSchema,
  path: string,
  { others, former }: { readonly others: readonly FieldError[]; readonly former: FormerRules },
): readonly FieldError[] {
  const isBroken = (at: string): boolean => others.some(({ field }) => field.startsWith(at))
  const definition: Definition = { former, errors: [], costs: new RuleCosts(), isBroken }
  visit({ schema, path, type: schemaType(schema, true), count: 1, uncorrelatable: '' }, definition)
  return [...definition.errors, ...definition.costs.errors(path)]
}

function visit(place: Place, definition: Definition): void {
  for (const inner of innerPlaces(place)) visit(inner, definition)
  const { schema, path, type } = place
  const rules = rulesOf(schema)
  if (rules.length === 0 || definition.isBroken(path)) return
  const here = child(path, 'x-orch-validations')
  if (type === null) {
    definition.errors.push(
      internal(
        here,
        'internal error: failed to construct type information for x-orch-validations rules: unable to convert structural schema to CEL declarations',
      ),
    )
    return
  }
  for (const [at, rule] of rules.entries()) {
    const compiled = compileRule(rule, { schema, type: type.type, levelOf: definition.former.levelOf })
    judge(compiled, { ...place, type, path: index(here, at) }, definition)
  }
}

function innerPlaces(place: Place): readonly Place[] {
  const { schema, path } = place
  const [additional, items] = [additionalOf(schema), itemsOf(schema)]
  return [
    ...(additional === null || additional === true
      ? []
      : [inside(place, additional, child(path, 'additionalProperties'))]),
    ...fieldPlaces(place),
    ...(items === null ? [] : [itemPlace(place, items)]),
  ]
}

function fieldPlaces(place: Place): readonly Place[] {
  const mapType = extension(place.schema, 'map-type')
  const isCorrelatable = mapType === undefined || mapType === 'granular' || mapType === 'atomic'
  return propertiesOf(place.schema).map(([name, field]) => {
    const inner = inside(place, field, key(child(place.path, 'properties'), name))
    return isCorrelatable ? inner : { ...inner, uncorrelatable: place.path }
  })
}

function itemPlace(place: Place, items: StructuralSchema): Place {
  const inner = inside(place, items, child(place.path, 'items'))
  return extension(place.schema, 'list-type') === 'map' ? inner : { ...inner, uncorrelatable: place.path }
}

/** The type is derived from the schema itself, even when expressions cannot reach the value from the parent. */
function inside({ schema: outer, count, uncorrelatable }: Place, schema: StructuralSchema, path: string): Place {
  const most = elementsMax(outer)
  const type = schemaType(schema, isOn(schema, 'embedded-resource'))
  return { schema, path, type, count: count === null || most === null ? null : count * most, uncorrelatable }
}

/** `null` if unbounded. */
function elementsMax(schema: StructuralSchema): number | null {
  const bound = (name: string): number | null => {
    const value = own(schema, name)
    return isNumeric(value) ? Math.max(0, Number(value)) : null
  }
  if (schema.type === 'array') return bound('maxItems')
  return schema.type === 'object' && schema.additionalProperties !== undefined ? bound('maxProperties') : 1
}

/** Maximum estimated cost of one expression. */
const COST_MAX = 10_000_000

function judge(compiled: CompiledRule, place: Place & { readonly type: SchemaType }, definition: Definition): void {
  const { errors, costs, former } = definition
  const here = child(place.path, 'rule')
  // Assumes as many values as fit into a request, each with a comma.
  const count = place.count ?? Math.trunc(REQUEST_BYTES_MAX / (place.type.bytesMin + 1))
  const cost = compiled.costMax * count
  if (!former.isUnchanged && cost > COST_MAX)
    errors.push(forbidden(here, factorText('estimated rule cost', cost / COST_MAX)))
  costs.add(here, cost)
  const shown = shownRule(compiled.rule)
  if (compiled.error !== null) errors.push(invalid(here, shown, compiled.error))
  judgeMessage(compiled, place.path, definition)
  judgeOldSelf(compiled, place, errors)
}

function judgeMessage(
  { rule, message, messageError, messageCostMax }: CompiledRule,
  path: string,
  definition: Definition,
): void {
  const here = child(path, 'messageExpression')
  if (messageError !== null) definition.errors.push(invalid(here, shownRule(rule), messageError))
  if (message === null) return
  if (!definition.former.isUnchanged && messageCostMax > COST_MAX)
    definition.errors.push(forbidden(here, factorText('estimated messageExpression cost', messageCostMax / COST_MAX)))
  definition.costs.add(here, messageCostMax)
}

function judgeOldSelf(
  { rule, usesOldSelf }: CompiledRule,
  { path, uncorrelatable }: Place,
  errors: FieldError[],
): void {
  if (!usesOldSelf) {
    if (rule.optionalOldSelf !== null)
      errors.push(
        invalid(child(path, 'optionalOldSelf'), rule.optionalOldSelf, 'may not be set if oldSelf is not used in rule'),
      )
    return
  }
  if (uncorrelatable === '') return
  const text = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelatable}`
  errors.push(invalid(child(path, 'rule'), rule.rule, text))
}
