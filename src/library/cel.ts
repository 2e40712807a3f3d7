/** CEL, the expression language of validation rules and policies, without a server. docs/library/cel.md */
import { celTypes, type CelType } from '#cel/cel-type.ts'
import { type CelProgram, createCelEnvironment, PER_CALL_LIMIT, toJson, typeName } from '#cel/cel.ts'
import type { Json } from '#api/json.ts'

const types = {
  bool: celTypes.bool,
  int: celTypes.int,
  uint: celTypes.uint,
  double: celTypes.double,
  string: celTypes.string,
  bytes: celTypes.bytes,
  timestamp: celTypes.timestamp,
  duration: celTypes.duration,
  list: celTypes.list(celTypes.dyn),
  map: celTypes.map(celTypes.string, celTypes.dyn),
  dyn: celTypes.dyn,
} as const satisfies Readonly<Record<string, CelType>>

/** The type of a variable. `dyn` accepts any value and is checked when the expression runs. */
export type CelVariableType =
  | 'bool'
  | 'int'
  | 'uint'
  | 'double'
  | 'string'
  | 'bytes'
  | 'timestamp'
  | 'duration'
  | 'list'
  | 'map'
  | 'dyn'

/** A problem of an expression, with its position. */
export interface CelProblem {
  readonly message: string
  /** Starts at 1; -1 without a position. */
  readonly line: number
  /** Starts at 1; 0 without a position. */
  readonly column: number
}

/** The expression cannot be compiled. Its message is that of the API server, with the line and a caret. */
export class CelCompileError extends Error {
  readonly problems: readonly CelProblem[]
  constructor(message: string, problems: readonly CelProblem[]) {
    super(message)
    this.name = 'CelCompileError'
    this.problems = problems
  }
}

/** The result of an expression, with its cost in the API server's units. */
export type CelOutcome =
  /** The value as JSON; `undefined` where JSON has none, such as a type. */
  | { readonly type: 'value'; readonly value: unknown; readonly cost: number }
  /** The expression failed; the message is that of the API server. */
  | { readonly type: 'error'; readonly message: string; readonly cost: number; readonly isCostExceeded: boolean }

/** A compiled expression. */
export interface CelExpression {
  /** The type of its result, as messages print it: `bool`, `list(string)`. */
  readonly resultType: string
  /** Runs it on values of its variables, which are JSON. Never throws, whatever the values. */
  run(variables: Readonly<Record<string, unknown>>): CelOutcome
}

/**
 * Compiles an expression as the API server does, with its libraries, types and cost limit of one call.
 *
 * @example
 * compile('self.replicas <= 5', { self: 'dyn' }).run({ self: { replicas: 3 } })   // { type: 'value', value: true, cost: 2 }
 *
 * @throws CelCompileError
 */
export function compile(source: string, variables: Readonly<Record<string, CelVariableType>> = {}): CelExpression {
  const declared = Object.entries(variables).map(([name, type]) => [name, typeNamed(name, type)] as const)
  const compiled = createCelEnvironment({ variables: Object.fromEntries(declared), canBind: true }).compile(source)
  if (compiled.type === 'failed') throw new CelCompileError(compiled.text, compiled.issues.map(toProblem))
  const { program } = compiled
  return { resultType: typeName(program.resultType), run: (values) => run(program, values) }
}

function typeNamed(name: string, type: string): CelType {
  const found = Object.entries(types).find(([known]) => known === type)
  if (found === undefined)
    throw new TypeError(
      `compile: ${name} has the type ${JSON.stringify(type)}; there are ${Object.keys(types).join(', ')}`,
    )
  return found[1]
}

const toProblem = ({ message, line, column }: CelProblem): CelProblem => ({ message, line, column })

function run(program: CelProgram, values: Readonly<Record<string, unknown>>): CelOutcome {
  const result = program.evaluate(values as Readonly<Record<string, Json>>, { costLimit: PER_CALL_LIMIT })
  return result.type === 'error' ? result : { type: 'value', value: toJson(result.value), cost: result.cost }
}
