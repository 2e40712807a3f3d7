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

/** What may stand after a closing bracket: where it is missing before one of these, ANTLR says "missing". */
export const closers: readonly TokenKind[] = ['EOF', ...followsMember]

/** What stands between brackets, the opening one taken; takes the closing one. */
export function parseArguments(state: ParseState, read: ReadExpression): readonly CelNode[] {
  if (state.takeIf(')') !== null) return []
  if (!state.sync([')', ...expressionStart])) return []
  if (state.takeIf(')') !== null) return []
  const args = [read(state)]
  while (state.takeIf(',') !== null) args.push(read(state))
  state.expect(')', closers)
  return args
}
