import type { YamlNode } from '#syntax/yaml-nodes.ts'
import { type NodePath, keyName, target } from './locate.ts'

/** The key or value at an offset of a text. */
export interface NodeAt {
  readonly path: NodePath
  readonly node: YamlNode
  readonly isKey: boolean
}

const holds = (node: YamlNode, offset: number): boolean => node.start <= offset && offset <= node.end

/** Returns the key or scalar at an offset. An alias resolves to its anchor's value, with the path of the alias. */
export function nodeAt(node: YamlNode, offset: number, path: NodePath = []): NodeAt | undefined {
  if (node.type === 'map') {
    for (const [key, value] of node.pairs) {
      const inner = [...path, keyName(key)]
      if (holds(key, offset)) return { path: inner, node: key, isKey: true }
      if (holds(value, offset)) return nodeAt(value, offset, inner)
    }
    return undefined
  }
  if (node.type === 'list') {
    const at = node.items.findIndex((item) => holds(item, offset))
    const item = node.items[at]
    return item && nodeAt(item, offset, [...path, at])
  }
  return target(node).type === 'scalar' ? { path, node, isKey: false } : undefined
}
