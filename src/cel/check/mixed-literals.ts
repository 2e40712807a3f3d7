import { partsOf, type CelNode, type ListNode, type MapNode } from '#cel/syntax/ast.ts'
import { issueAt, type CelIssue } from '#cel/syntax/issue.ts'
import { celTypes, sameType, typeText, type CelType } from '#cel/cel-type.ts'
import type { Checked } from './check-state.ts'

/** The source and the type-checked nodes, and the list that collects issues. */
interface Context {
  readonly source: string
  readonly checked: Checked
  readonly issues: CelIssue[]
}

/** Reports lists and maps with elements of different types, except for arguments of `format`, which may be mixed. */
export function mixedLiterals(source: string, root: CelNode, checked: Checked): readonly CelIssue[] {
  const context: Context = { source, checked, issues: [] }
  visit(context, root)
  return context.issues
}

function visit(context: Context, node: CelNode): void {
  if (node.kind === 'call' && node.name === 'format') return
  if (node.kind === 'list') visitList(context, node)
  if (node.kind === 'map') visitMap(context, node)
  for (const part of partsOf(node)) visit(context, part)
}

function visitList(context: Context, { elements, optionals }: ListNode): void {
  let first: CelType | null = null
  for (const [i, element] of elements.entries()) {
    const type = typeOf(context, element, optionals.has(i))
    if (first === null) first = type
    else if (tell(context, element, { expected: first, found: type })) return
  }
}

function visitMap(context: Context, { entries }: MapNode): void {
  const [first] = entries
  if (first === undefined) return
  const key = typeOf(context, first.key, false)
  const value = typeOf(context, first.value, first.isOptional)
  for (const entry of entries) {
    tell(context, entry.key, { expected: key, found: typeOf(context, entry.key, false) })
    tell(context, entry.value, { expected: value, found: typeOf(context, entry.value, entry.isOptional) })
  }
}

function typeOf({ checked }: Context, node: CelNode, isOptional: boolean): CelType {
  const type = checked.types.get(node.id) ?? celTypes.dyn
  return isOptional ? (type.params[0] ?? celTypes.dyn) : type
}

interface Types {
  readonly expected: CelType
  readonly found: CelType
}

/** Reports whether it added an issue. */
function tell({ source, issues }: Context, node: CelNode, { expected, found }: Types): boolean {
  if (sameType(expected, found)) return false
  const message = `expected type '${typeText(expected)}' but found '${typeText(found)}'`
  issues.push(issueAt(source, { from: node.at, to: Math.max(node.at, node.to) }, message))
  return true
}
