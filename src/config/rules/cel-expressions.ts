import { type CelNode, type CelProgram, type Compilation, typeName } from '#cel/cel.ts'
import { partsOf } from '#cel/syntax/ast.ts'
import type { ExpressionScope } from '#config/kinds/config-field.ts'
import { celEnvironment } from './cel-environments.ts'
import type { CheckedExpression, CheckedProblem, Expressions } from './expressions.ts'

const KEPT_MAX = 2_000
const kept = new Map<string, CheckedExpression>()

/** Compiles with our CEL engine. Results are cached, because an editor checks the same file at each key. */
export const celExpressions: Expressions = {
  compile(scope, source) {
    const key = `${scope}:${source}`
    const known = kept.get(key)
    if (known !== undefined) return known
    if (kept.size >= KEPT_MAX) kept.clear()
    const checked = toChecked(compileExpression(scope, source))
    kept.set(key, checked)
    return checked
  },
}

export const compileExpression = (scope: ExpressionScope, source: string): Compilation =>
  celEnvironment(scope).compile(source)

function toChecked(compiled: Compilation): CheckedExpression {
  if (compiled.type === 'failed') {
    const { from, to } = compiled.issues[0] ?? { from: 0, to: 0 }
    return { type: 'failed', text: compiled.text, range: { start: from, end: to } }
  }
  const { ast, resultType, constantProblem } = compiled.program
  return {
    type: 'checked',
    problem: constantProblem === null ? undefined : toProblem(constantProblem),
    resultType: typeName(resultType),
    readsClaim: (name) => some(ast, (node) => isSelectOf(node, name)),
    readsClaimOtherwise: (name) => some(ast, (node) => isHiddenReadOf(node, name)),
    outermostCall: ast.kind === 'call' ? ast.name : undefined,
  }
}

const toProblem = ({ message, node }: NonNullable<CelProgram['constantProblem']>): CheckedProblem => ({
  text: message,
  range: { start: node.from, end: node.to },
})

const some = (node: CelNode, test: (node: CelNode) => boolean): boolean =>
  test(node) || partsOf(node).some((part) => some(part, test))

/** Compares the name only: a macro variable called `claims` matches too. */
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
