import type { YamlMapNode, YamlNode } from '#syntax/yaml-nodes.ts'
import { resolvePlain } from '#syntax/yaml-scalar.ts'
import type { TextRange } from './text-range.ts'

/** Field names and list indexes, from the root. */
export type NodePath = readonly (string | number)[]

/**
 * Parses a path as error messages write it: `spec.containers[0].env[name].value`. Numbers in brackets are list indexes,
 * other texts in brackets are keys. Returns no steps for a text that is not a path.
 */
export function pathSteps(path: string): NodePath {
  const steps: (string | number)[] = []
  const pattern = /\.?([^.[\]]+)|\[([^\]]*)\]/gy
  while (pattern.lastIndex < path.length) {
    const [found, name, key = ''] = pattern.exec(path) ?? []
    if (found === undefined) return []
    steps.push(name ?? (/^\d+$/.test(key) ? Number(key) : key))
  }
  return steps[0] === '<nil>' ? [] : steps
}

/** The result of resolving a path in a file. */
export interface Located {
  /** Absent for list items and for the root. */
  readonly key: YamlNode | undefined
  readonly value: YamlNode
  /** Number of steps of the path that exist. */
  readonly depth: number
}

/** Returns the node at a path, or its nearest existing ancestor. Aliases and merge keys are followed. */
export function locate(root: YamlNode, path: NodePath): Located {
  let found: Located = { key: undefined, value: root, depth: 0 }
  for (const step of path) {
    const node = target(found.value)
    const next = typeof step === 'number' ? itemAt(node, step) : pairNamed(node, step)
    if (next === undefined) return found
    found = { ...next, depth: found.depth + 1 }
  }
  return found
}

export const target = (node: YamlNode): YamlNode => (node.type === 'alias' ? node.target : node)

function itemAt(node: YamlNode, at: number): { readonly key: undefined; readonly value: YamlNode } | undefined {
  const value = node.type === 'list' ? node.items[at] : undefined
  return value === undefined ? undefined : { key: undefined, value }
}

/** Returns the last pair with a name; a merged pair counts only if none is written. */
export function pairNamed(
  node: YamlNode,
  name: string,
): { readonly key: YamlNode; readonly value: YamlNode } | undefined {
  if (node.type !== 'map') return undefined
  const pair = node.pairs.findLast(([key]) => keyName(key) === name)
  if (pair !== undefined) return { key: pair[0], value: pair[1] }
  for (const merged of mergedMaps(node)) {
    const inner = pairNamed(merged, name)
    if (inner !== undefined) return inner
  }
  return undefined
}

function mergedMaps(node: YamlMapNode): readonly YamlNode[] {
  return node.pairs
    .filter(([key]) => key.type === 'scalar' && key.isPlain && key.text === '<<')
    .flatMap(([, value]) => {
      const source = target(value)
      return source.type === 'list' ? source.items.map(target) : [source]
    })
    .filter((inner) => inner !== node)
}

/** Returns the JSON name of a key. */
export function keyName(key: YamlNode): string {
  const node = target(key)
  if (node.type !== 'scalar') return ''
  if (!node.isPlain || !/^[-+.0-9ynYNoOtTfF~]/.test(node.text)) return node.text
  const { type, value, text } = resolvePlain(node.text)
  return type === 'string' ? node.text : (text ?? String(value))
}

export const rangeOf = (node: YamlNode): TextRange => ({ start: node.start, end: node.end })

/** Returns the range to mark for a path: the value, its key if it has no value, or the nearest ancestor's key. */
export function rangeAt(root: YamlNode | null, path: NodePath, part: 'key' | 'value' = 'value'): TextRange {
  if (root === null) return { start: 0, end: 0 }
  const { key, value, depth } = locate(root, path)
  const isScalar = target(value).type === 'scalar' || value.type === 'alias'
  if (depth === path.length && part === 'value' && isScalar && value.end > value.start) return rangeOf(value)
  if (key !== undefined) return rangeOf(key)
  return headOf(value)
}

/** Returns the first key of a map or the first item of a list, because whole blocks are too large to mark. */
function headOf(node: YamlNode): TextRange {
  if (node.type === 'map' && node.pairs[0] !== undefined) return rangeOf(node.pairs[0][0])
  if (node.type === 'list' && node.items[0] !== undefined) return headOf(node.items[0])
  return rangeOf(node)
}
