import type { CelNode } from './ast.ts'
import type { ParseState } from './parse-state.ts'
import { expressionStart, type TokenKind } from './token.ts'

/** Parses an expression; passed as a parameter because expressions and members are mutually recursive. */
export type ReadExpression = (state: ParseState) => CelNode

export const followsMember: readonly TokenKind[] = [
  ')',
  ']',
  '}',
  ',',
  ':',
  '?',
  '.',
  '[',
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'in',
  '&&',
  '||',
  '+',
  '-',
  '*',
  '/',
  '%',
]

/** Parses the arguments after the opening bracket, and takes the closing bracket. */
export function parseArguments(state: ParseState, read: ReadExpression): readonly CelNode[] {
  if (state.takeIf(')') !== null) return []
  if (!state.sync([')', ...expressionStart])) return []
  if (state.takeIf(')') !== null) return []
  const next = (): CelNode => state.within([',', ')'], () => read(state))
  const args = [next()]
  while (state.takeIf(',') !== null) args.push(next())
  state.expect(')')
  return args
}
