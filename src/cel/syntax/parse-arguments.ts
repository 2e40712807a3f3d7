import type { CelNode } from './ast.ts'
import type { ParseState } from './parse-state.ts'
import { expressionStart, type TokenKind } from './token.ts'

/** Reads a whole expression: a parameter, because expressions hold members and members expressions. */
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

/** What stands between brackets, the opening one taken; takes the closing one. */
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
