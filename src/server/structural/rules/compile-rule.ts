import { type CelEnvironment, type CelProgram, type CelType, celTypes, createCelEnvironment } from '#cel/cel.ts'
import type { StructuralSchema } from '#server/structural/structural-schema.ts'
import { findField } from './field-path.ts'
import type { ValidationRule } from './validation-rule.ts'

/** A compiled rule, or its compilation error. */
export interface CompiledRule {
  readonly rule: ValidationRule
  readonly program: CelProgram | null
  readonly error: string | null
  readonly usesOldSelf: boolean
  /** Maximum cost of one evaluation, estimated like in the reference. */
  readonly costMax: number
  readonly message: CelProgram | null
  readonly messageError: string | null
  readonly messageCostMax: number
  /** `fieldPath` as printed in errors; '' for the location of the rule itself. */
  readonly path: string
}

/** Returns the environment level of an expression: `stored` if the definition already contained it. */
export type LevelOf = (kind: 'rule' | 'messageExpression', expression: string) => 'new' | 'stored'

export const allStored: LevelOf = () => 'stored'

/** The context in which a rule is compiled. */
export interface RuleScope {
  readonly schema: StructuralSchema
  /** The type of `self`. */
  readonly type: CelType
  readonly levelOf: LevelOf
}

const nothing: Omit<CompiledRule, 'rule'> = {
  program: null,
  error: null,
  usesOldSelf: false,
  costMax: 0,
  message: null,
  messageError: null,
  messageCostMax: 0,
  path: '',
}

/** Compiles a rule. [CVR1] */
export function compileRule(rule: ValidationRule, scope: RuleScope): CompiledRule {
  if (rule.rule.trim() === '') return { ...nothing, rule }
  const compiled = environmentOf(rule, scope, scope.levelOf('rule', rule.rule)).compile(rule.rule)
  if (compiled.type === 'failed') return { ...nothing, rule, error: `compilation failed: ${compiled.text}` }
  const { program } = compiled
  const usesOldSelf = program.references.has('oldSelf')
  if (program.resultType.kind !== 'bool') return { ...nothing, rule, error: 'cel expression must evaluate to a bool' }
  if (program.problem !== null)
    return { ...nothing, rule, usesOldSelf, error: `program instantiation failed: ${program.problem}` }
  const found = rule.fieldPath === '' ? '' : findField(rule.fieldPath, scope.schema)
  return {
    ...nothing,
    rule,
    program,
    usesOldSelf,
    costMax: program.estimateCost(scope.type).max,
    ...compileMessage(rule, scope),
    path: typeof found === 'string' ? '' : found.path,
  }
}

type CompiledMessage = Partial<Pick<CompiledRule, 'message' | 'messageError' | 'messageCostMax'>>

function compileMessage(rule: ValidationRule, scope: RuleScope): CompiledMessage {
  const source = rule.messageExpression
  if (source === '') return {}
  const compiled = environmentOf(rule, scope, scope.levelOf('messageExpression', source)).compile(source)
  if (compiled.type === 'failed') return { messageError: `messageExpression compilation failed: ${compiled.text}` }
  const { program } = compiled
  if (program.resultType.kind !== 'string') return { messageError: 'messageExpression must evaluate to a string' }
  if (program.problem !== null) return { messageError: `messageExpression instantiation failed: ${program.problem}` }
  return { message: program, messageCostMax: program.estimateCost(scope.type).max }
}

const environmentOf = (
  { optionalOldSelf }: ValidationRule,
  { type }: RuleScope,
  level: 'new' | 'stored',
): CelEnvironment =>
  createCelEnvironment({
    variables: { self: type, oldSelf: optionalOldSelf === true ? celTypes.optional(type) : type },
    level,
  })
