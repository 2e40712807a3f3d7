import type { CelNode } from './ast.ts'
import type { ParseState } from './parse-state.ts'
import { expressionStart } from './token.ts'

/** Parses an expression; passed as a parameter because expressions and members are mutually recursive. */
export type ReadExpression = (state: ParseState) => CelNode

/** Parses the arguments after the opening bracket, and takes the closing bracket. */
export function parseArguments(state: ParseState, read: ReadExpression, place: string): readonly CelNode[] {
  state.sync([')', ...expressionStart], place)
  const args: CelNode[] = []
  if (expressionStart.includes(state.token.kind))
    state.within({ kinds: [',', ')'], isEnd: false }, () => {
      do args.push(read(state))
      while (state.takeIf(',') !== null)
    })
  state.expectClosing(')', place)
  return args
}
