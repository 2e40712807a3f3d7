import type { CompiledRule } from '#server/structural/rules/compile-rule.ts'
import type { RuleNode } from '#server/structural/rules/rule-tree.ts'

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** Returns the fields of all rules below a schema at `pointer`, as JSON pointers. */
export function rulePointers(tree: RuleNode | null, pointer: string): ReadonlyMap<CompiledRule, string> {
  const found = new Map<CompiledRule, string>()
  const visit = (node: RuleNode | null, at: string): void => {
    if (node === null) return
    for (const [index, rule] of node.rules().entries()) found.set(rule, `${at}/x-orch-validations/${index}/rule`)
    visit(node.items, `${at}/items`)
    visit(node.additional, `${at}/additionalProperties`)
    for (const [index, each] of node.allOf.entries()) visit(each, `${at}/allOf/${index}`)
    for (const [name, each] of node.properties) visit(each, `${at}/properties/${escaped(name)}`)
  }
  visit(tree, pointer)
  return found
}
