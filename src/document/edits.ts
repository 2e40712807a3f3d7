import type { YamlMapNode, YamlNode } from '#syntax/yaml-nodes.ts'
import { type NodePath, keyName, locate, target } from './locate.ts'
import { readDocument } from './read-document.ts'
import type { TextRange } from './text-range.ts'

/** Replaces `range` with `text`. */
export interface TextEdit {
  readonly range: TextRange
  readonly text: string
}

/** Returns the text with non-overlapping edits applied. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = text
  for (const edit of edits.toSorted((a, b) => b.range.start - a.range.start || b.range.end - a.range.end))
    result = result.slice(0, edit.range.start) + edit.text + result.slice(edit.range.end)
  return result
}

/** Creates edits of one file that keep its comments and its style: block, flow or JSON. */
export class FileEditor {
  readonly root: YamlNode | null
  readonly isJson: boolean
  readonly text: string

  constructor(text: string) {
    const document = readDocument(text)
    this.text = text
    this.root = document.type === 'document' ? document.root : null
    this.isJson = document.type === 'document' && document.isJson
  }

  /** Returns the node exactly at a path. */
  find(path: NodePath): { readonly key: YamlNode | undefined; readonly value: YamlNode } | undefined {
    const found = this.root === null ? undefined : locate(this.root, path)
    return found?.depth === path.length ? found : undefined
  }

  /** Returns the text of a scalar. */
  scalar(path: NodePath): string | undefined {
    const value = this.find(path)?.value
    const node = value === undefined ? undefined : target(value)
    return node?.type === 'scalar' ? node.text : undefined
  }

  setValue(path: NodePath, value: string): readonly TextEdit[] {
    return this.setWritten(path, this.quote(value))
  }

  /** Replaces a value by text in the style of the file, such as `[]` or `3`. */
  setWritten(path: NodePath, text: string): readonly TextEdit[] {
    const found = this.find(path)
    if (found === undefined) return []
    const { key, value: node } = found
    if (node.end > node.start) return [{ range: { start: node.start, end: node.end }, text }]
    // After the colon of a key without a value.
    const at = key === undefined ? -1 : this.text.indexOf(':', key.end) + 1
    return at <= 0 ? [] : [{ range: { start: at, end: at }, text: ` ${text}` }]
  }

  /** Returns the offset of the field at a path, or of the nearest existing field around it. */
  offsetOf(path: NodePath): number {
    if (this.root === null) return 0
    const { key, value } = locate(this.root, path)
    return key?.start ?? value.start
  }

  renameKey(path: NodePath, name: string): readonly TextEdit[] {
    const key = this.find(path)?.key
    return key === undefined
      ? []
      : [{ range: { start: key.start, end: key.end }, text: this.isJson ? JSON.stringify(name) : name }]
  }

  /** Removes a field with its lines, or with its comma in flow style. */
  remove(path: NodePath): readonly TextEdit[] {
    const parent = this.find(path.slice(0, -1))?.value
    const map = parent === undefined ? undefined : target(parent)
    const at = map?.type === 'map' ? map.pairs.findLastIndex(([key]) => keyName(key) === path.at(-1)) : -1
    if (map?.type !== 'map' || at === -1) return []
    return [{ range: this.isFlow(map) ? flowRange(map, at) : this.blockRange(map, at), text: '' }]
  }

  private isFlow(node: YamlNode): boolean {
    return '{['.includes(this.text.charAt(node.start)) && node.end > node.start
  }

  /** From the key to the next one; for the last field, from the end of the preceding line to the end of its value. */
  private blockRange(map: YamlMapNode, at: number): TextRange {
    const [pair, next] = [map.pairs[at], map.pairs[at + 1]]
    const start = pair?.[0].start ?? 0
    if (next !== undefined) return { start, end: next[0].start }
    const lineStart = this.text.lastIndexOf('\n', start - 1)
    const isAlone = lineStart > 0 && this.text.slice(lineStart, start).trim() === ''
    return { start: isAlone ? lineStart : start, end: pair === undefined ? start : endOfPair(pair) }
  }

  /** Adds fields to the struct at a path and creates missing parents. */
  insert(path: NodePath, lines: readonly string[]): readonly TextEdit[] {
    if (this.root === null) return []
    const { value, depth } = locate(this.root, path)
    const missing = path.slice(depth)
    const node = target(value)
    if (missing.some((step) => typeof step === 'number')) return []
    const nested = missing.reduceRight<readonly string[]>(
      (inner, name) => [`${name}:`, ...inner.map((line) => `  ${line}`)],
      lines,
    )
    if (node.type === 'map' && node.pairs.length > 0 && !this.isFlow(node)) return this.insertBlock(node, nested)
    if (node.type === 'map') return this.insertFlow(node, nested)
    return node.type === 'scalar' && node.text === '' ? this.insertBelow(path.slice(0, depth), nested) : []
  }

  /** Appends an item to a block-style list; its lines have no dash. */
  append(path: NodePath, lines: readonly string[]): readonly TextEdit[] {
    const list = this.find(path)?.value
    const last = list?.type === 'list' ? list.items.at(-1) : undefined
    if (list === undefined || last === undefined || this.isFlow(list)) return []
    const indent = ' '.repeat(this.columnOf(list.start))
    // A block node ends on the line after it; a comment after the item stays with the item.
    const end = last.start + this.text.slice(last.start, last.end).trimEnd().length
    const lineEnd = this.text.indexOf('\n', end)
    const at = lineEnd === -1 ? this.text.length : lineEnd
    const text = lines.map((line, index) => `\n${indent}${index === 0 ? '- ' : '  '}${line}`).join('')
    return [{ range: { start: at, end: at }, text }]
  }

  private columnOf(index: number): number {
    return index - (this.text.lastIndexOf('\n', index - 1) + 1)
  }

  private insertBlock(map: YamlMapNode, lines: readonly string[]): readonly TextEdit[] {
    const last = map.pairs.at(-1)
    const indent = ' '.repeat(this.columnOf(map.pairs[0]?.[0].start ?? 0))
    const end = last === undefined ? map.end : endOfPair(last)
    // A comment after the value stays with the value.
    const lineEnd = this.text.indexOf('\n', end)
    const at = lineEnd === -1 ? this.text.length : lineEnd
    return [{ range: { start: at, end: at }, text: lines.map((line) => `\n${indent}${line}`).join('') }]
  }

  private insertFlow(map: YamlMapNode, lines: readonly string[]): readonly TextEdit[] {
    const last = map.pairs.at(-1)
    const at = last === undefined ? map.start + 1 : Math.max(last[0].end, last[1].end)
    const separator = last === undefined ? '' : ', '
    return [{ range: { start: at, end: at }, text: separator + this.inline(lines) }]
  }

  /** Inserts lines below a key without a value. */
  private insertBelow(path: NodePath, lines: readonly string[]): readonly TextEdit[] {
    const key = this.find(path)?.key
    if (key === undefined || this.isJson) return []
    const indent = ' '.repeat(this.columnOf(key.start) + 2)
    const at = key.end + 1
    return [{ range: { start: at, end: at }, text: lines.map((line) => `\n${indent}${line}`).join('') }]
  }

  /** Converts block-style lines to `a: {b: c}`, or to JSON in a JSON file. */
  private inline(lines: readonly string[]): string {
    const parts: string[] = []
    for (let at = 0; at < lines.length; at++) {
      const [name, value] = splitOnce(lines[at] ?? '')
      const inner: string[] = []
      while (lines[at + 1]?.startsWith('  ') === true) inner.push((lines[++at] ?? '').slice(2))
      const shown =
        inner.length > 0
          ? `{${this.inline(inner)}}`
          : this.isJson && !/^["{[]|^-?[0-9]+$|^true$|^false$/.test(value)
            ? JSON.stringify(value)
            : value
      parts.push(`${this.isJson ? JSON.stringify(name) : name}: ${shown}`)
    }
    return parts.join(', ')
  }

  /** Quotes a text for this file's style. */
  quote(value: string): string {
    if (this.isJson) return JSON.stringify(value)
    return /^[A-Za-z/][A-Za-z0-9_./:-]*$/.test(value) && !/:$|^(?:y|n|yes|no|on|off|true|false|null)$/i.test(value)
      ? value
      : JSON.stringify(value)
  }
}

/** Returns the end of a pair, or the position after the colon if it has no value. */
const endOfPair = ([key, value]: readonly [YamlNode, YamlNode]): number =>
  value.end > value.start ? value.end : key.end + 1

function splitOnce(line: string): readonly [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon), line.slice(colon + 1).trim()]
}

/** Includes the preceding comma, or for the first pair the following one. */
function flowRange(map: YamlMapNode, at: number): TextRange {
  const [before, pair, after] = [map.pairs[at - 1], map.pairs[at], map.pairs[at + 1]]
  const end = (each: readonly [YamlNode, YamlNode]): number => Math.max(each[0].end, each[1].end)
  if (pair === undefined) return { start: 0, end: 0 }
  if (before !== undefined) return { start: end(before), end: end(pair) }
  return { start: pair[0].start, end: after === undefined ? end(pair) : after[0].start }
}
