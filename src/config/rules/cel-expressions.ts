import { type CelNode, type Compilation, typeName } from '#cel/cel.ts'
import { partsOf } from '#cel/syntax/ast.ts'
import type { ExpressionScope } from '../kinds/config-field.ts'
import { celEnvironment } from './cel-environments.ts'
import type { CheckedExpression, Expressions } from './expressions.ts'

const KEPT_MAX = 2_000
const kept = new Map<string, CheckedExpression>()

/** Compiles with our CEL. What was compiled is kept: an editor asks for the same file at each key. */
export const celExpressions: Expressions = {
  compile(scope, source) {
    const key = `${scope}:${source}`
    const known = kept.get(key)
    if (known !== undefined) return known
    if (kept.size >= KEPT_MAX) kept.clear()
    const checked = toChecked(scope, compileExpression(scope, source))
    kept.set(key, checked)
    return checked
  },
}

export const compileExpression = (scope: ExpressionScope, source: string): Compilation =>
  celEnvironment(scope).compile(source)

function toChecked(scope: ExpressionScope, compiled: Compilation): CheckedExpression {
  if (compiled.type === 'failed') {
    const { from, to } = compiled.issues[0] ?? { from: 0, to: 0 }
    return { type: 'failed', text: compiled.text, range: { start: from, end: to } }
  }
  const { ast, resultType, source } = compiled.program
  const folded = failedConstant(scope, source, ast)
  if (folded !== undefined) return folded
  return {
    type: 'checked',
    resultType: typeName(resultType),
    readsClaim: (name) => some(ast, (node) => isSelectOf(node, name)),
    readsClaimOtherwise: (name) => some(ast, (node) => isHiddenReadOf(node, name)),
    outermostCall: ast.kind === 'call' ? ast.name : undefined,
  }
}

const conversions: ReadonlySet<string> = new Set(['bytes', 'double', 'duration', 'int', 'string', 'timestamp', 'uint'])

/** Conversions of constants are worked out when a program is made; one that fails is no user's mistake to the reference. */
function failedConstant(scope: ExpressionScope, source: string, node: CelNode): CheckedExpression | undefined {
  for (const part of partsOf(node)) {
    const found = failedConstant(scope, source, part)
    if (found !== undefined) return found
  }
  const part = isConstantConversion(node) ? compileExpression(scope, source.slice(node.from, node.to)) : undefined
  const result = part?.type === 'program' ? part.program.evaluate({}) : undefined
  if (result?.type !== 'error') return undefined
  return { type: 'failed', text: result.message, range: { start: node.from, end: node.to }, isInternal: true }
}

function isConstantConversion(node: CelNode): boolean {
  const [argument] = node.kind === 'call' && node.target === null && conversions.has(node.name) ? node.args : []
  return argument !== undefined && (argument.kind === 'literal' || isConstantConversion(argument))
}

const some = (node: CelNode, test: (node: CelNode) => boolean): boolean =>
  test(node) || partsOf(node).some((part) => some(part, test))

/** By the name only: a variable of a macro that is called `claims` counts too. */
const isClaims = (node: CelNode | undefined): boolean => node?.kind === 'ident' && node.name === 'claims'

const isText = (node: CelNode | undefined, text: string): boolean => node?.kind === 'literal' && node.value === text

/** `claims.NAME`, `has(claims.NAME)`, `claims.?NAME`. */
function isSelectOf(node: CelNode, name: string): boolean {
  if (node.kind === 'select') return isClaims(node.operand) && node.field === name
  return node.kind === 'call' && node.name === '_?._' && isClaims(node.args[0]) && isText(node.args[1], name)
}

/** `claims['NAME']`, `claims[?'NAME']`, `dyn(claims).NAME`. */
function isHiddenReadOf(node: CelNode, name: string): boolean {
  if (node.kind === 'select')
    return (
      node.field === name &&
      node.operand.kind === 'call' &&
      node.operand.name === 'dyn' &&
      isClaims(node.operand.args[0])
    )
  const isIndex = node.kind === 'call' && (node.name === '_[_]' || node.name === '_[?_]')
  return isIndex && isClaims(node.args[0]) && isText(node.args[1], name)
}
