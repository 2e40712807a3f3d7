import type { YamlMapNode, YamlNode } from '#syntax/yaml-nodes.ts'

/**
 * Returns the values of a text that is known to be valid JSON as YAML nodes with positions; `null` if it nests too
 * deep for recursion.
 */
export function jsonNodes(text: string): YamlNode | null {
  try {
    return new Reader(text).value()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const isBetween = (char: string): boolean => char !== '' && ' \t\r\n,:'.includes(char)

class Reader {
  private readonly text: string
  private at = 0

  constructor(text: string) {
    this.text = text
  }

  value(): YamlNode {
    const first = this.next()
    if (first === '{') return this.object()
    if (first === '[') return this.list()
    return first === '"' ? this.string() : this.word()
  }

  private next(): string {
    while (isBetween(this.text.charAt(this.at))) this.at++
    return this.text.charAt(this.at)
  }

  private object(): YamlMapNode {
    const pairs: (readonly [YamlNode, YamlNode])[] = []
    const start = this.at++
    while (this.next() !== '}') pairs.push([this.string(), this.value()])
    return { type: 'map', pairs, tag: '', line: 0, start, end: ++this.at }
  }

  private list(): YamlNode {
    const items: YamlNode[] = []
    const start = this.at++
    while (this.next() !== ']') items.push(this.value())
    return { type: 'list', items, tag: '', line: 0, start, end: ++this.at }
  }

  private string(): YamlNode {
    this.next()
    const start = this.at++
    for (; this.text.charAt(this.at) !== '"'; this.at++) if (this.text.charAt(this.at) === '\\') this.at++
    this.at++
    const text = JSON.parse(this.text.slice(start, this.at)) as string
    return { type: 'scalar', text, isPlain: false, tag: '', line: 0, start, end: this.at }
  }

  private word(): YamlNode {
    const start = this.at
    while (
      this.at < this.text.length &&
      !isBetween(this.text.charAt(this.at)) &&
      !']}'.includes(this.text.charAt(this.at))
    )
      this.at++
    return {
      type: 'scalar',
      text: this.text.slice(start, this.at),
      isPlain: true,
      tag: '',
      line: 0,
      start,
      end: this.at,
    }
  }
}
