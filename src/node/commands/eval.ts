import { errorText } from '#api/error-text.ts'
import { readFileSync } from 'node:fs'
import { type JsonObject, isObject } from '#api/json.ts'
import { type Evaluated, type EvaluatedNode, evaluateExpression } from '#config/evaluate-expression.ts'
import type { Comparison, compareEngines } from '#second-opinion/compare.ts'
import { parseYaml } from '#syntax/parse-yaml.ts'
import type { CommandResult } from './check.ts'
import type { EvalCommand } from './eval-command-line.ts'

/**
 * Evaluates one expression and prints its value. `compare` runs another CEL engine; the caller imports it only if the
 * command requests it.
 */
export function evaluate(
  command: EvalCommand,
  readInput: () => string,
  compare?: typeof compareEngines,
): CommandResult {
  const { scope, expression, isExplained } = command
  const read = readVariable(command.variable, readInput)
  if ('error' in read) return { out: '', err: `orchard: --${scope}: ${read.error}\n`, code: 2 }
  const result = evaluateExpression(scope, expression, read.value, { isExplained })
  const code = result.type === 'value' ? 0 : 1
  const comparison = compare?.(scope, expression, read.value)
  if (command.isJson) {
    const secondOpinion = comparison && { theirs: comparison.theirs, differences: comparison.differences }
    return { out: `${JSON.stringify({ ...result, secondOpinion }, null, 2)}\n`, err: '', code }
  }
  const parts = isExplained ? explanation(result.nodes) : ''
  const opinion = comparison === undefined ? '' : opinionText(comparison)
  if (result.type === 'error') return { out: parts + opinion, err: `${evaluationError(result)}\n`, code }
  return { out: `${parts}${result.value}\n${opinion}`, err: `type ${result.resultType}, cost ${result.cost}\n`, code }
}

const evaluationError = ({ stage, message, cost }: Extract<Evaluated, { type: 'error' }>): string =>
  stage === 'compile' ? message : `error: ${message} (cost ${cost})`

/** Returns one line per difference, or a line that states that there is none. */
function opinionText({ differences, theirs }: Comparison): string {
  const notRun = theirs.outcome === 'not-run' ? 'a plain CEL engine reads it too, but was not run\n' : ''
  if (differences.length > 0) return differences.map(({ part, text }) => `${part}: ${text}\n`).join('') + notRun
  return notRun === '' ? 'a plain CEL engine agrees\n' : notRun
}

function readVariable(
  given: string,
  readInput: () => string,
): { readonly value: JsonObject } | { readonly error: string } {
  try {
    const isText = /^\s*[{]/.test(given)
    const text = isText ? given : given === '-' ? readInput() : readFileSync(given, 'utf8')
    const { value } = parseYaml(text)
    return isObject(value) ? { value } : { error: 'the value must be an object' }
  } catch (error) {
    return { error: errorText(error) }
  }
}

/** Returns one line per part, indented by its depth, with its value, type and cost in columns. */
function explanation(nodes: readonly EvaluatedNode[]): string {
  const lefts = nodes.map(({ depth, text }) => `${'  '.repeat(depth)}${text.replaceAll(/\s+/g, ' ')}`)
  const width = Math.min(60, Math.max(0, ...lefts.map((left) => left.length)))
  return nodes
    .map(({ value, type, cost, times, isError }, at) => {
      const often = times > 1 ? `, ${times} times` : ''
      return `${(lefts[at] ?? '').padEnd(width)}  = ${isError ? `error: ${value}` : value}  (${type}, cost ${cost}${often})\n`
    })
    .join('')
}
