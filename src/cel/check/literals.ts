import { isRegularExpression } from '#cel/library/regular-expression.ts'
import { parseDuration, parseTimestamp } from '#cel/library/time-text.ts'
import { partsOf, type CelNode } from '#cel/syntax/ast.ts'
import { issueAt, type CelIssue } from '#cel/syntax/issue.ts'
import { conversionOf } from '#cel/run/constant.ts'
import { isFailure } from '#cel/run/value.ts'
import type { Checked, ResolvedCall } from './check-state.ts'

/** Literals that are converted at run time, but whose errors are reported at compile time. */
export function validateLiterals(source: string, root: CelNode, checked: Checked): readonly CelIssue[] {
  const issues: CelIssue[] = []
  visit(root, (node) => {
    const wrong = wrongArgument(node, checked)
    if (wrong === null) return
    issues.push(issueAt(source, { from: wrong.node.at, to: wrong.node.to }, `invalid ${wrong.name} argument`))
  })
  return issues
}

const readers: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['duration', (text: string) => parseDuration(text) !== undefined],
  ['timestamp', (text: string) => parseTimestamp(text) !== undefined],
  ['matches', isRegularExpression],
])

function wrongArgument(node: CelNode, checked: Checked): { readonly node: CelNode; readonly name: string } | null {
  const call = node.kind === 'call' ? checked.calls.get(node.id) : undefined
  if (node.kind !== 'call' || call === undefined) return null
  const isValid = readers.get(node.name)
  const argument = node.args[0]
  if (isValid === undefined || argument?.kind !== 'literal') return null
  if (node.name === 'matches' && node.target === null) return null
  const isRight = typeof argument.value === 'string' ? isValid(argument.value) : isConvertible(checked, call)
  return isRight ? null : { node: argument, name: node.name }
}

function isConvertible(checked: Checked, call: ResolvedCall): boolean {
  const value = conversionOf(checked, call)
  return value !== undefined && !isFailure(value)
}

function visit(node: CelNode, see: (node: CelNode) => void): void {
  see(node)
  for (const part of partsOf(node)) visit(part, see)
}
