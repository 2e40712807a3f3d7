import { parseArgs } from 'node:util'
import type { ExpressionScope } from '#config/kinds/config-field.ts'

/** The parsed arguments of `orchard eval`. */
export interface EvalCommand {
  readonly type: 'eval'
  readonly expression: string
  readonly scope: ExpressionScope
  /** JSON or YAML, or the name of a file that contains it; `-` is standard input. */
  readonly variable: string
  readonly isExplained: boolean
  /** Also evaluates the expression with a general CEL engine. */
  readonly isCompared: boolean
  readonly isJson: boolean
}

export const evalUsage = `Flags of eval:
  EXPRESSION                one CEL expression of a configuration file
  --claims FILE|JSON        value of claims: rules and mappings of tokens
  --user FILE|JSON          value of user: rules on users
  --request FILE|JSON       value of request: match conditions of webhooks
  --explain                 print every part with its value, type and cost
  --second-opinion          also show where a CEL engine without Kubernetes' libraries differs
  --format FORMAT           text or json (default text)
  Exit code 0: a value; 1: an error of the expression; 2: the value of its variable could not be read.
`

const scopes: readonly ExpressionScope[] = ['claims', 'user', 'request']

export function parseEval(
  args: readonly string[],
): EvalCommand | { readonly type: 'wrong'; readonly message: string } | { readonly type: 'help' } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      claims: { type: 'string' },
      user: { type: 'string' },
      request: { type: 'string' },
      explain: { type: 'boolean', default: false },
      'second-opinion': { type: 'boolean', default: false },
      format: { type: 'string', default: 'text' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return { type: 'help' }
  const [expression, ...others] = positionals
  const given = scopes.filter((scope) => values[scope] !== undefined)
  if (expression === undefined || others.length > 0) return { type: 'wrong', message: 'eval needs one expression' }
  if (given.length > 1)
    return {
      type: 'wrong',
      message: `an expression sees one variable, not ${given.map((scope) => `--${scope}`).join(' and ')}`,
    }
  if (values.format !== 'text' && values.format !== 'json')
    return { type: 'wrong', message: `--format must be text or json, not ${JSON.stringify(values.format)}` }
  const scope = given[0] ?? 'claims'
  const { explain, format } = values
  return {
    type: 'eval',
    expression,
    scope,
    variable: values[scope] ?? '{}',
    isExplained: explain,
    isCompared: values['second-opinion'],
    isJson: format === 'json',
  }
}
