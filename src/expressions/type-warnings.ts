import { type CelType, celTypes } from '#cel/cel.ts'
import { admissionEnvironment, noTypes } from './admission-environment.ts'
import type { KindId } from './document-type.ts'

/** The fields of a validating policy that are checked. */
export interface CheckedPolicy {
  readonly variables?: readonly { readonly name?: string; readonly expression?: string }[]
  readonly validations?: readonly { readonly expression?: string; readonly messageExpression?: string }[]
}

/** A kind that the policy matches, with the type of its objects. */
export interface CheckedKind {
  readonly id: KindId
  readonly type: CelType
}

export type ExpressionWarning = Readonly<Record<'fieldRef' | 'warning', string>>

/**
 * Checks the expressions of a policy against the types of the objects that it matches. Evaluation does not use these
 * types, so a warning changes no decision. `params` is the type of the parameters; without one, `params` is not
 * declared. [VAP12]
 */
export function typeWarnings(
  { variables = [], validations = [] }: CheckedPolicy,
  kinds: readonly CheckedKind[],
  params: CelType | null,
): readonly ExpressionWarning[] {
  const environments = kinds.map(({ id, type }) => {
    return { id, environment: typedEnvironment(variables, type, params) }
  })
  const check = (fieldRef: string, source: string): readonly ExpressionWarning[] => {
    const warnings = environments.flatMap(({ id, environment }) => {
      const problem = problemOf(environment.compile(source))
      return problem === null ? [] : [`${idText(id)}: ${problem}\n`]
    })
    return warnings.length === 0 ? [] : [{ fieldRef, warning: warnings.join('\n') }]
  }
  return validations.flatMap(({ expression = '', messageExpression = '' }, at) => [
    ...check(`spec.validations[${at}].expression`, expression),
    ...(messageExpression === '' ? [] : check(`spec.validations[${at}].messageExpression`, messageExpression)),
  ])
}

function problemOf(compiled: ReturnType<Environment['compile']>): string | null {
  if (compiled.type === 'failed') return `compilation failed: ${compiled.text}`
  const { problem } = compiled.program
  return problem === null ? null : `type checking error: program instantiation failed: ${problem}`
}

const idText = ({ group, version, kind }: KindId): string => `${group}/${version}, Kind=${kind}`

type Environment = ReturnType<typeof admissionEnvironment>

/** Declares the variables in order: each sees those before it. One that does not compile may have any type. */
function typedEnvironment(variables: CheckedPolicy['variables'] & object, object: CelType, params: CelType | null) {
  const types = noTypes()
  const environment = (): Environment =>
    admissionEnvironment({ hasParams: params !== null, hasAuthorizer: true, variables: types, level: 'stored' }).extend(
      { object, oldObject: object, ...(params !== null && { params }) },
    )
  for (const { name = '', expression = '' } of variables) {
    const compiled = environment().compile(expression)
    types[name] = compiled.type === 'program' ? compiled.program.resultType : celTypes.dyn
  }
  return environment()
}
