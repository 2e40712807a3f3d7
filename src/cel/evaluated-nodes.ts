import { typeText, valueText } from './cel.ts'
import type { CelProgram, CelStep } from './program.ts'
import { isFailure } from './run/value.ts'
import { type CelNode, partsOf } from './syntax/ast.ts'

/** One part of an expression: its last value, and its cost including its subexpressions. */
export interface EvaluatedNode {
  /** Offsets in the source. */
  readonly range: { readonly start: number; readonly end: number }
  readonly text: string
  readonly depth: number
  readonly type: string
  readonly value: string
  readonly isError: boolean
  /** Number of evaluations: more than one inside of macros. */
  readonly times: number
  readonly cost: number
}

/** Returns the nodes in source order with their depth. Nodes that macros generate are left out. */
export function evaluatedNodes(program: CelProgram, steps: readonly CelStep[]): readonly EvaluatedNode[] {
  const byId = new Map(steps.map((step) => [step.node.id, step]))
  const found: EvaluatedNode[] = []
  const visit = (node: CelNode, depth: number): void => {
    const step = byId.get(node.id)
    const isWritten = step !== undefined && node.to > node.from && !isRepeated(found, node, depth)
    if (isWritten) found.push(toNode(program.source, step, depth))
    for (const part of partsOf(node)) visit(part, depth + (isWritten ? 1 : 0))
  }
  visit(program.ast, 0)
  return found
}

/** Macros generate nodes with the range of the whole expression. */
const isRepeated = (found: readonly EvaluatedNode[], { from, to }: CelNode, depth: number): boolean =>
  found.some((each) => each.depth === depth - 1 && each.range.start === from && each.range.end === to)

function toNode(source: string, { node, type, outcome, times, cost }: CelStep, depth: number): EvaluatedNode {
  return {
    range: { start: node.from, end: node.to },
    text: source.slice(node.from, node.to),
    depth,
    type: typeText(type),
    value: isFailure(outcome) ? outcome.message : valueText(outcome),
    isError: isFailure(outcome),
    times,
    cost,
  }
}
