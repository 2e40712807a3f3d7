import type { CelNode } from './ast.ts'
import type { ParseState } from './parse-state.ts'
import type { TokenKind } from './token.ts'

const names: readonly TokenKind[] = ['IDENTIFIER', 'ESC_IDENTIFIER']

/** The name of a field, as a literal; an error node if there is none. Names in backticks are not supported. */
export const parseFieldName = (state: ParseState): CelNode =>
  state.rule(() => {
    state.sync(names, 'field name')
    if (!names.includes(state.token.kind)) state.noViable(state.token, 'field name')
    const name = state.take()
    if (name.kind === 'ESC_IDENTIFIER') state.report(name, "unsupported syntax: '`'")
    return { kind: 'literal', id: state.nextId(), from: name.from, to: name.to, at: name.from, value: name.text }
  })
