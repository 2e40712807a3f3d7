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
export declare class CelCompileError extends Error {
  readonly problems: readonly CelProblem[]
  constructor(message: string, problems: readonly CelProblem[])
}
/** The result of an expression, with its cost in the API server's units. */
export type CelOutcome =
  /** The value as JSON; `undefined` where JSON has none, such as a type. */
  | {
      readonly type: 'value'
      readonly value: unknown
      readonly cost: number
    }
  /** The expression failed; the message is that of the API server. */
  | {
      readonly type: 'error'
      readonly message: string
      readonly cost: number
      readonly isCostExceeded: boolean
    }
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
export declare function compile(source: string, variables?: Readonly<Record<string, CelVariableType>>): CelExpression
