import { PER_CALL_LIMIT, typeName, typeText, type CelIssue, type CelProgram, type CelType, sameType } from '#cel/cel.ts'
import { expressionRange } from '#document/scalar-offsets.ts'
import { LineIndex, type TextPosition, type TextRange } from '#document/text-range.ts'
import { type PolicyNode, type PolicyPlace, readPolicyText } from './policy-text.ts'
import { type PolicyTypes, type Scope, scopesOf } from './scopes.ts'
import { type SizeAdvice, sizeAdvice } from './size-advice.ts'

/** A problem of an expression. */
export interface PolicyProblem {
  /** A warning: the server stores the expression, but it fails for objects of a kind. */
  readonly severity: 'error' | 'warning'
  /** The field of the expression as a JSON pointer. */
  readonly pointer: string
  readonly message: string
  readonly range: TextRange
  readonly start: TextPosition
  readonly end: TextPosition
}

/** An expression with what is known without evaluating it. */
export interface CheckedExpression {
  readonly place: PolicyPlace
  /** Static type: `bool`; `''` if it does not compile. */
  readonly type: string
  /** The highest cost that any object can cause by the sizes in its schema; `null` if the expression does not compile. */
  readonly worst: number | null
  /** The limits of sizes that would lower a worst cost above the limit of a call; `null` if none would. */
  readonly advice: SizeAdvice | null
  readonly problems: readonly PolicyProblem[]
}

/** Checks the expressions of a policy or schema; none for a text that cannot be parsed. Never throws. [CB9] */
export function checkPolicy(text: string, types: PolicyTypes): readonly CheckedExpression[] {
  const read = readPolicyText(text)
  if (read === null) return []
  const scopes = scopesOf(read, types)
  const lines = new LineIndex(text)
  return read.places.map((node) => {
    const { untyped, typed } = scopes(node)
    const report = reporter(text, lines, node)
    const own = compileIn(untyped, node.source)
    const { node: _node, ...place } = node
    if (own.program === null)
      return { place, type: '', worst: null, advice: null, problems: own.found.map((found) => report('error', found)) }
    const warnings = typed.flatMap(({ kind, scope }) =>
      compileIn(scope, node.source).found.map((found) =>
        report('warning', { ...found, message: `for ${kind}: ${found.message}` }),
      ),
    )
    const { scope } = typed[0] ?? { scope: untyped }
    const best = compileIn(scope, node.source).program ?? own.program
    const worst = best.estimateCost(scope.variables).max
    const advice = worst > PER_CALL_LIMIT ? sizeAdvice(read, types, node, worst) : null
    return { place, type: typeText(best.resultType), worst, advice, problems: distinct(warnings) }
  })
}

interface FoundIssue {
  readonly message: string
  /** `null`: the whole expression. */
  readonly within: TextRange | null
}

function compileIn(
  scope: Scope,
  source: string,
): { readonly program: CelProgram | null; readonly found: FoundIssue[] } {
  const compiled = scope.environment.compile(source)
  if (compiled.type === 'failed') return { program: null, found: compiled.issues.map(toFound) }
  const { program } = compiled
  const wrong = wrongType(program.resultType, scope.returns) ?? program.problem
  return wrong === null ? { program, found: [] } : { program: null, found: [{ message: wrong, within: null }] }
}

const toFound = ({ from, to, message }: CelIssue): FoundIssue => ({
  message,
  within: from < 0 ? null : { start: from, end: to },
})

/** Returns the words for a result of a type that is not allowed; `null` if it is. */
function wrongType(type: CelType, returns: readonly CelType[]): string | null {
  if (returns.length === 0 || returns.some((each) => sameType(each, type))) return null
  const wanted = returns.map(typeName).join(' or ')
  return `must evaluate to ${wanted} but got ${typeName(type)}`
}

function reporter(text: string, lines: LineIndex, { node, range, pointer }: PolicyNode) {
  return (severity: PolicyProblem['severity'], { message, within }: FoundIssue): PolicyProblem => {
    const exact = (within === null ? undefined : expressionRange(text, node, within)) ?? range
    return {
      severity,
      pointer,
      message,
      range: exact,
      start: lines.position(exact.start),
      end: lines.position(exact.end),
    }
  }
}

/** The same problem for several kinds is shown once. */
const distinct = (problems: readonly PolicyProblem[]): readonly PolicyProblem[] =>
  problems.filter(
    ({ range, message }, at) =>
      problems.findIndex((each) => each.range.start === range.start && each.message === message) === at,
  )
