import type { JsonObject } from '#api/json.ts'
import { type Evaluated, type EvaluatedNode, evaluateExpression } from '#config/evaluate-expression.ts'
import type { ExpressionScope } from '#config/kinds/config-field.ts'
import { askPlainEngine, type Opinion } from './plain-engine.ts'

/**
 * - `syntax`: the plain engine cannot parse it.
 * - `function`: the plain engine has no such function or overload, or does not take these types.
 * - `refused-here`: only the plain engine accepts it.
 * - `error`: one engine gives a value, the other an error.
 * - `type`, `value`: the values differ.
 */
export type DifferenceKind = 'syntax' | 'function' | 'refused-here' | 'error' | 'type' | 'value'

/** A part of an expression on which the engines differ, although they agree on its subexpressions. */
export interface Difference {
  readonly kind: DifferenceKind
  /** The part as written. */
  readonly part: string
  /** A sentence for people. */
  readonly text: string
}

/** The results of both engines for one expression. */
export interface Comparison {
  readonly ours: Evaluated
  readonly theirs: Opinion
  /** Empty if the expression has the same meaning in both. In source order. */
  readonly differences: readonly Difference[]
  /** True if the other engine was not run because the expression contains a regular expression: it does not limit their run time. */
  readonly hasPattern: boolean
}

/**
 * Compares the results of this engine and of a plain CEL engine for an expression of a configuration file, so that
 * authors see whether it is portable. `variable` is the value of `claims`, `user` or `request`. Never throws.
 *
 * @example
 * compareEngines('claims', 'claims.n + 1', { n: 1 }).differences
 * // [{ kind: 'error', part: 'claims.n + 1', text: 'is 2 here, and elsewhere an error: no such overload: dyn<double> + int' }]
 */
export function compareEngines(scope: ExpressionScope, source: string, variable: JsonObject): Comparison {
  const ours = evaluateExpression(scope, source, variable, { isExplained: true })
  const hasPattern = /\bmatches\s*\(|\breplace\s*\(|\bsplit\s*\(/.test(source)
  const ask = (text: string, mayRun: boolean): Opinion => askPlainEngine(text, { [scope]: variable }, mayRun)
  const theirs = ask(source, mayRun(ours) && !hasPattern)
  const whole = differenceOf(ours, theirs)
  if (whole === null) return { ours, theirs, differences: [], hasPattern }
  const inner = innerDifferences(ours.nodes, (node) => {
    const alone = evaluateExpression(scope, node.text, variable)
    // Parts of a macro refer to variables that exist only in the macro.
    if (alone.type === 'error' && alone.stage === 'compile') return null
    return differenceOf(alone, ask(node.text, mayRun(alone) && !hasPattern))
  })
  const differences = inner.length > 0 ? inner : [{ ...whole, part: source }]
  return { ours, theirs, differences, hasPattern }
}

/** Above this cost the plain engine, which has no cost limit, is not run. */
const COST_MAX = 100_000

const mayRun = ({ cost }: Evaluated): boolean => cost <= COST_MAX

type Judged = Omit<Difference, 'part'>

/** The innermost parts that differ. */
function innerDifferences(
  nodes: readonly EvaluatedNode[],
  judge: (node: EvaluatedNode) => Judged | null,
): Difference[] {
  const found: Difference[] = []
  // Nodes are in source order, each before its parts: in reverse order, parts come first.
  const covered = new Set<EvaluatedNode>()
  for (const [at, node] of [...nodes.entries()].toReversed()) {
    if (covered.has(node)) continue
    const judged = judge(node)
    if (judged === null) continue
    found.unshift({ ...judged, part: node.text })
    for (const outer of ancestorsOf(nodes, at)) covered.add(outer)
  }
  return found
}

function ancestorsOf(nodes: readonly EvaluatedNode[], at: number): readonly EvaluatedNode[] {
  const ancestors: EvaluatedNode[] = []
  let depth = nodes[at]?.depth ?? 0
  for (const node of nodes.slice(0, at).toReversed()) {
    if (node.depth >= depth) continue
    ancestors.push(node)
    depth = node.depth
  }
  return ancestors
}

function differenceOf(ours: Evaluated, theirs: Opinion): Judged | null {
  const isRefused = ours.type === 'error' && ours.stage === 'compile'
  if (theirs.outcome === 'unreadable' || theirs.outcome === 'refused') {
    if (isRefused) return null
    return theirs.outcome === 'unreadable'
      ? { kind: 'syntax', text: `is not in the grammar of a plain CEL engine: ${theirs.message}` }
      : { kind: 'function', text: `is refused by a plain CEL engine: ${theirs.message}` }
  }
  if (isRefused) return { kind: 'refused-here', text: 'is refused here, and accepted by a plain CEL engine' }
  return theirs.outcome === 'not-run' ? null : outcomeDifference(ours, theirs)
}

function outcomeDifference(ours: Evaluated, theirs: Exclude<Opinion, { outcome: 'not-run' }>): Judged | null {
  if (theirs.outcome !== 'value')
    return ours.type === 'error'
      ? null
      : { kind: 'error', text: `is ${ours.value} here, and elsewhere an error: ${theirs.message}` }
  if (ours.type === 'error')
    return { kind: 'error', text: `is an error here (${ours.message}), and ${theirs.value} elsewhere` }
  const ourType = ours.resultType.replace(/\(.*$/s, '')
  if (isComparable(ourType) && ourType !== theirs.type)
    return { kind: 'type', text: `has the type ${ourType} here, and ${theirs.type} elsewhere` }
  return ours.value === theirs.value || opaque.has(theirs.type)
    ? null
    : { kind: 'value', text: `is ${ours.value} here, and ${theirs.value} elsewhere` }
}

/** Types that both engines support, and whose values have one JSON form. */
const comparable = new Set(['int', 'uint', 'double', 'bool', 'string', 'bytes', 'list', 'map'])
const isComparable = (type: string): boolean => comparable.has(type)

/** Types whose values the engines print differently. */
const opaque = new Set(['google.protobuf.Duration', 'type', 'optional_type'])
