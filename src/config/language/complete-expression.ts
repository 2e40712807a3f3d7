import type { ExpressionScope } from '#config/kinds/config-field.ts'
import type { Completion } from './complete.ts'
import type { Cursor } from '#document/cursor.ts'
import { type ScopeField, expressionFunctions, scopeFields, standardClaims } from './expression-words.ts'

/** Returns completions at the end of a partial expression: members after a dot, else variables and functions. */
export function completeExpression(scope: ExpressionScope, cursor: Cursor, offset: number): readonly Completion[] {
  const [, chain = '', word = ''] =
    /((?:[A-Za-z_][A-Za-z0-9_]*\??\.\??)*)([A-Za-z_][A-Za-z0-9_]*)?$/.exec(cursor.word) ?? []
  const range = { start: offset - word.length, end: offset }
  const item = (kind: Completion['kind'], { name, type, doc }: ScopeField, insert = name): Completion => ({
    label: name,
    kind,
    detail: type,
    doc,
    insert,
    isSnippet: insert !== name,
    range,
  })
  const isWanted = ({ name }: ScopeField): boolean => name.toLowerCase().startsWith(word.toLowerCase())
  if (chain === '') {
    const variable = scopeFields[scope]
    const functions = expressionFunctions.filter((each) => each.isGlobal && isWanted(each))
    return [
      ...(isWanted(variable) ? [item('variable', variable)] : []),
      ...functions.map((each) => item('function', each, `${each.name}($0)`)),
    ]
  }
  const members = membersOf(
    scope,
    chain
      .split('.')
      .slice(0, -1)
      .map((name) => name.replaceAll('?', '')),
  )
  const methods = expressionFunctions.filter((each) => !each.isGlobal && isWanted(each))
  return [
    ...members.filter(isWanted).map((each) => item('field', each)),
    ...methods.map((each) => item('function', each, `${each.name}($0)`)),
  ]
}

function membersOf(scope: ExpressionScope, names: readonly string[]): readonly ScopeField[] {
  const [first, ...rest] = names
  let at: ScopeField | undefined = first === scopeFields[scope].name ? scopeFields[scope] : undefined
  for (const name of rest) at = at?.fields?.find((field) => field.name === name)
  return scope === 'claims' && rest.length === 0 && at !== undefined ? standardClaims : (at?.fields ?? [])
}
