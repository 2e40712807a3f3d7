import { YamlError, type YamlMark } from './yaml-errors.ts'
import type { YamlTokens } from './yaml-scanner.ts'
import type { YamlToken, YamlTokenType } from './yaml-token.ts'

interface NodeFacts {
  /** Counted from 0. */
  readonly line: number
  /** Offsets of the first character and after the last one; equal for an empty value. */
  readonly start: number
  end: number
  readonly tag: string
}

export interface YamlScalarNode extends NodeFacts {
  readonly type: 'scalar'
  readonly text: string
  readonly isPlain: boolean
}

export interface YamlListNode extends NodeFacts {
  readonly type: 'list'
  readonly items: YamlNode[]
}

export interface YamlMapNode extends NodeFacts {
  readonly type: 'map'
  readonly pairs: (readonly [key: YamlNode, value: YamlNode])[]
}

export interface YamlAliasNode extends NodeFacts {
  readonly type: 'alias'
  readonly name: string
  readonly target: YamlNode
}

export type YamlNode = YamlScalarNode | YamlListNode | YamlMapNode | YamlAliasNode

/** Returns the root of a text's first document; `null` for a text without one. @throws YamlError */
export const parseYamlNodes = (tokens: YamlTokens): YamlNode | null => new Parser(tokens).document()

interface Properties {
  readonly anchor: string
  readonly tag: string
  readonly mark: YamlMark
  readonly isEmpty: boolean
}

const at = ({ line, index }: YamlMark): { readonly line: number; readonly start: number; end: number } => ({
  line,
  start: index,
  end: index,
})

/** The position of an empty value is that of the next token, which may be lines away. */
const endOfPair = (pair: readonly [YamlNode, YamlNode] | undefined): number | undefined =>
  pair === undefined ? undefined : pair[1].end === pair[1].start ? pair[0].end : pair[1].end

class Parser {
  private readonly scanner: YamlTokens
  private readonly anchors = new Map<string, YamlNode>()

  constructor(tokens: YamlTokens) {
    this.scanner = tokens
  }

  document(): YamlNode | null {
    if (this.is('stream-end')) return null
    if (this.is('directive') || this.is('document-start')) {
      this.directives()
      const token = this.scanner.peek()
      if (token.type !== 'document-start')
        throw YamlError.atToken('did not find expected <document start>', token.mark, token.mark)
      this.scanner.take()
      if (this.isOneOf(['directive', 'document-start', 'document-end', 'stream-end']))
        return this.empty(this.scanner.peek().mark)
    }
    const root = this.node({ isBlock: true, allowsBareList: false })
    // The next token is not consumed, but it must be valid.
    this.scanner.peek()
    return root
  }

  /** Takes the directives before a document. The handles of %TAG have no meaning here. */
  private directives(): void {
    const seen = new Set<string>()
    while (this.is('directive')) {
      const { text, mark } = this.scanner.take()
      const [name = '', value = ''] = text.split(' ')
      const subject = name === 'YAML' ? name : `TAG ${value}`
      if (seen.has(subject)) throw YamlError.atToken(`found duplicate %${name} directive`, mark, mark)
      if (name === 'YAML' && value !== '1.1') throw YamlError.atToken('found incompatible YAML document', mark, mark)
      seen.add(subject)
    }
  }

  private is(type: YamlTokenType): boolean {
    return this.scanner.peek().type === type
  }

  private isOneOf(types: readonly YamlTokenType[]): boolean {
    return types.includes(this.scanner.peek().type)
  }

  private empty(mark: YamlMark): YamlScalarNode {
    return { type: 'scalar', text: '', isPlain: true, tag: '', ...at(mark) }
  }

  private node(place: { readonly isBlock: boolean; readonly allowsBareList: boolean }): YamlNode {
    if (this.is('alias')) return this.alias(this.scanner.take())
    const properties = this.properties()
    const token = this.scanner.peek()
    if (token.type === 'entry' && place.allowsBareList) return this.bareList(properties)
    if (token.type === 'scalar') return this.scalar(this.scanner.take(), properties)
    if (token.type === '[') return this.flowList(properties)
    if (token.type === '{') return this.flowMap(properties)
    if (token.type === 'block-list' && place.isBlock) return this.blockList(properties)
    if (token.type === 'block-map' && place.isBlock) return this.blockMap(properties)
    if (properties.isEmpty) throw YamlError.atToken('did not find expected node content', token.mark, properties.mark)
    return this.named(properties, { ...this.empty(properties.mark), tag: properties.tag })
  }

  private alias(token: YamlToken): YamlAliasNode {
    const target = this.anchors.get(token.text)
    if (target === undefined) throw new YamlError(`yaml: unknown anchor '${token.text}' referenced`)
    return { type: 'alias', name: token.text, target, tag: '', ...at(token.mark), end: token.end }
  }

  /** An anchor and a tag, in either order. */
  private properties(): Properties {
    const { mark } = this.scanner.peek()
    let anchor = ''
    let tag = ''
    let count = 0
    for (; count < 2; count++) {
      if (anchor === '' && this.is('anchor')) anchor = this.scanner.take().text
      else if (tag === '' && this.is('tag')) tag = this.scanner.take().text
      else break
    }
    return { anchor, tag, mark: count === 0 ? this.scanner.peek().mark : mark, isEmpty: count === 0 }
  }

  /** The anchor is set before the members are read, because they may refer to it. */
  private named<Node extends YamlNode>({ anchor }: Properties, node: Node): Node {
    if (anchor !== '') this.anchors.set(anchor, node)
    return node
  }

  private scalar(token: YamlToken, properties: Properties): YamlNode {
    const { text, isPlain, mark } = token
    const line = properties.isEmpty ? mark.line : properties.mark.line
    const place = { line, start: mark.index, end: token.end }
    return this.named(properties, { type: 'scalar', text, isPlain, tag: properties.tag, ...place })
  }

  private list(properties: Properties): YamlListNode {
    return this.named(properties, { type: 'list', items: [], tag: properties.tag, ...at(properties.mark) })
  }

  private map(properties: Properties): YamlMapNode {
    return this.named(properties, { type: 'map', pairs: [], tag: properties.tag, ...at(properties.mark) })
  }

  /** Parses a list with the same indentation as its key. */
  private bareList(properties: Properties): YamlNode {
    const list = this.list(properties)
    while (this.is('entry')) list.items.push(this.entry(['entry', 'key', 'value', 'block-end']))
    list.end = list.items.at(-1)?.end ?? list.end
    return list
  }

  private entry(ends: readonly YamlTokenType[]): YamlNode {
    const { mark } = this.scanner.take()
    return this.isOneOf(ends)
      ? { ...this.empty(mark), end: mark.index + 1 }
      : this.node({ isBlock: true, allowsBareList: false })
  }

  private blockList(properties: Properties): YamlNode {
    const list = this.list(properties)
    const { mark } = this.scanner.take()
    while (this.is('entry')) list.items.push(this.entry(['entry', 'block-end']))
    this.endBlock("did not find expected '-' indicator", mark)
    list.end = list.items.at(-1)?.end ?? list.end
    return list
  }

  private endBlock(problem: string, start: YamlMark): void {
    const token = this.scanner.peek()
    if (token.type !== 'block-end') throw YamlError.atToken(problem, token.mark, start)
    this.scanner.take()
  }

  private blockMap(properties: Properties): YamlNode {
    const map = this.map(properties)
    const { mark } = this.scanner.take()
    while (this.is('key')) {
      const key = this.part()
      const value = this.is('value') ? this.part() : this.empty(this.scanner.peek().mark)
      map.pairs.push([key, value])
    }
    this.endBlock('did not find expected key', mark)
    map.end = endOfPair(map.pairs.at(-1)) ?? map.end
    return map
  }

  /** Parses a key or a value after its indicator. */
  private part(): YamlNode {
    const { mark } = this.scanner.take()
    return this.isOneOf(['key', 'value', 'block-end'])
      ? this.empty(mark)
      : this.node({ isBlock: true, allowsBareList: true })
  }

  private flowList(properties: Properties): YamlNode {
    const list = this.list(properties)
    const { mark } = this.scanner.take()
    for (let isFirst = true; !this.is(']'); isFirst = false) {
      if (!isFirst) this.separator("did not find expected ',' or ']'", mark)
      if (this.is('key')) list.items.push(this.pairInList())
      else if (!this.is(']')) list.items.push(this.flowNode())
    }
    list.end = this.scanner.take().mark.index + 1
    return list
  }

  private separator(problem: string, start: YamlMark): void {
    const token = this.scanner.peek()
    if (token.type !== ',') throw YamlError.atToken(problem, token.mark, start)
    this.scanner.take()
  }

  private flowNode(): YamlNode {
    return this.node({ isBlock: false, allowsBareList: false })
  }

  private pairInList(): YamlNode {
    const { mark } = this.scanner.peek()
    const key = this.flowPart(['value', ',', ']'])
    const value = this.is('value') ? this.flowPart([',', ']']) : this.empty(this.scanner.peek().mark)
    return { type: 'map', pairs: [[key, value]], tag: '', ...at(mark), end: Math.max(key.end, value.end) }
  }

  private flowPart(ends: readonly YamlTokenType[]): YamlNode {
    const { mark } = this.scanner.take()
    return this.isOneOf(ends) ? this.empty(mark) : this.flowNode()
  }

  private flowMap(properties: Properties): YamlNode {
    const map = this.map(properties)
    const { mark } = this.scanner.take()
    for (let isFirst = true; !this.is('}'); isFirst = false) {
      if (!isFirst) this.separator("did not find expected ',' or '}'", mark)
      if (!this.is('}')) map.pairs.push(this.flowPair())
    }
    map.end = this.scanner.take().mark.index + 1
    return map
  }

  private flowPair(): readonly [YamlNode, YamlNode] {
    if (!this.is('key')) return [this.flowNode(), this.empty(this.scanner.peek().mark)]
    const key = this.flowPart(['value', ',', '}'])
    return [key, this.is('value') ? this.flowPart([',', '}']) : this.empty(this.scanner.peek().mark)]
  }
}
