/** Token kinds in the order in which messages list the expected ones. */
export const tokenOrder = [
  '==',
  '!=',
  'in',
  '<',
  '<=',
  '>=',
  '>',
  '&&',
  '||',
  '[',
  ']',
  '{',
  '}',
  '(',
  ')',
  '.',
  ',',
  '-',
  '!',
  '?',
  ':',
  '+',
  '*',
  '/',
  '%',
  'true',
  'false',
  'null',
  'NUM_FLOAT',
  'NUM_INT',
  'NUM_UINT',
  'STRING',
  'BYTES',
  'IDENTIFIER',
  'ESC_IDENTIFIER',
  'EOF',
] as const

export type TokenKind = (typeof tokenOrder)[number]

/** A piece of source text; `from` and `to` are UTF-16 offsets, as in an editor. */
export interface Token {
  readonly kind: TokenKind
  readonly text: string
  readonly from: number
  readonly to: number
}

/** Tokens that may start an expression. */
export const expressionStart: readonly TokenKind[] = [
  '[',
  '{',
  '(',
  '.',
  '-',
  '!',
  'true',
  'false',
  'null',
  'NUM_FLOAT',
  'NUM_INT',
  'NUM_UINT',
  'STRING',
  'BYTES',
  'IDENTIFIER',
]

/** Tokens that may start an operand: an expression without `!` before it. */
export const operandStart: readonly TokenKind[] = expressionStart.filter((kind) => kind !== '!')

/** Reports whether a minus sign before the token is part of a literal. */
export const isSigned = ({ kind }: Token): boolean => kind === 'NUM_INT' || kind === 'NUM_FLOAT'

const unquoted = /^[A-Z_]+$/

/** Prints a set of tokens as ANTLR does: `{'[', 'true', IDENTIFIER}`, or the one name without braces. */
export function expectedText(kinds: readonly TokenKind[]): string {
  const names = tokenOrder.filter((kind) => kinds.includes(kind)).map(tokenName)
  return names.length === 1 ? (names[0] ?? '') : `{${names.join(', ')}}`
}

function tokenName(kind: TokenKind): string {
  if (kind === 'EOF') return '<EOF>'
  return unquoted.test(kind) ? kind : `'${kind}'`
}

/** The token as a message quotes it. */
export const quotedToken = (token: Token): string =>
  token.kind === 'EOF'
    ? "'<EOF>'"
    : `'${token.text.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')}'`
