import type { CelNode, MapNode } from '../syntax/ast.ts'
import { CelArray, CelEntries, type CelValue } from './value.ts'

/** The value of a node that is made of literals only; undefined of any other. */
export function constantOf(node: CelNode | undefined): CelValue | undefined {
  if (node?.kind === 'literal') return node.value
  if (node?.kind === 'list' && node.optionals.size === 0) {
    const items = node.elements.map(constantOf)
    return items.every(isKnown) ? new CelArray(items) : undefined
  }
  return node?.kind === 'map' ? constantMap(node) : undefined
}

function constantMap(node: MapNode): CelValue | undefined {
  const entries: (readonly [CelValue, CelValue])[] = []
  for (const { key, value, isOptional } of node.entries) {
    const constantKey = constantOf(key)
    const constantValue = constantOf(value)
    const isKey = constantKey !== undefined && typeof constantKey !== 'number'
    if (isOptional || !isKey || constantValue === undefined) return undefined
    entries.push([constantKey, constantValue])
  }
  return new CelEntries(entries)
}

const isKnown = (value: CelValue | undefined): value is CelValue => value !== undefined
