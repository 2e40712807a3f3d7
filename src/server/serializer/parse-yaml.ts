import {
  type Alias,
  LineCounter,
  type Node,
  type ParsedNode,
  type YAMLMap,
  type YAMLSeq,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  parseDocument,
  type Scalar,
} from 'yaml'
import { quoteGo } from '#api/field-error.ts'
import { type Json, type JsonObject, emptyObject, isObject } from '#api/json.ts'
import { type NumberTexts, setNumberText } from '#api/number-texts.ts'
import { NESTING_MAX } from './json-syntax.ts'
import { YamlError, toYamlError } from './yaml-errors.ts'
import { type YamlScalar, resolvePlain, resolveTagged, shortTag } from './yaml-scalar.ts'

export { YamlError }

export interface ParsedYaml {
  readonly value: Json
  /** `line 8: key "a" already set in map`. The last value of a key counts. */
  readonly duplicates: readonly string[]
  readonly numberTexts?: NumberTexts
}

const decoder = new TextDecoder()

/**
 * Reads the first YAML document of a text as the reference does: YAML 1.1 scalars, merge keys, anchors on a budget,
 * keys made strings. @throws YamlError with the reference's text
 */
export function parseYaml(sent: string | Uint8Array): ParsedYaml {
  const text = typeof sent === 'string' ? sent : decoder.decode(sent)
  checkDepth(text)
  const lines = new LineCounter()
  const document = readDocument(text, lines)
  const error = document.errors.find(({ code }) => code !== 'MULTIPLE_DOCS')
  if (error !== undefined) throw toYamlError(error, text, lines)
  return new Reader(lines).read(document.contents)
}

/** `failsafe` and no merging: what scalars and merge keys mean is decided here, not by the library. */
function readDocument(text: string, lines: LineCounter): ReturnType<typeof parseDocument> {
  try {
    return parseDocument(text, {
      version: '1.1',
      schema: 'failsafe',
      resolveKnownTags: false,
      merge: false,
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
      lineCounter: lines,
    })
  } catch (error) {
    if (error instanceof RangeError) throw new YamlError(`yaml: exceeded max depth of ${NESTING_MAX}`)
    throw error
  }
}

/** Counts brackets and dashes, more than there are when they stand in strings, before anything recursive runs. */
function checkDepth(text: string): void {
  if (text.length <= NESTING_MAX) return
  let depth = 0
  let line = 1
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === 0x0a) line++
    else if (char === 0x5b || char === 0x7b) depth++
    else if ((char === 0x5d || char === 0x7d) && depth > 0) depth--
    if (depth > NESTING_MAX) throw new YamlError(`yaml: line ${line}: exceeded max depth of ${NESTING_MAX}`)
  }
}

/** Nodes may be aliased this often for each node read: all of them in small texts, a tenth in large ones. */
const allowedAliasRatio = (nodeCount: number): number => {
  const [low, high] = [400_000, 4_000_000]
  if (nodeCount <= low) return 0.99
  return nodeCount >= high ? 0.1 : 0.99 - (0.89 * (nodeCount - low)) / (high - low)
}

class Reader {
  private readonly lines: LineCounter
  private readonly anchors = new Map<string, Node>()
  private readonly openAliases = new Set<Node>()
  private readonly duplicates: string[] = []
  private readonly numberTexts: NumberTexts = new WeakMap()
  private hasNumberTexts = false
  private nodeCount = 0
  private aliasedCount = 0

  constructor(lines: LineCounter) {
    this.lines = lines
  }

  read(contents: ParsedNode | Node | null): ParsedYaml {
    const value = this.node(contents)
    return { value, duplicates: this.duplicates, ...(this.hasNumberTexts && { numberTexts: this.numberTexts }) }
  }

  private node(node: unknown, holder?: object, key: string | number = ''): Json {
    this.count()
    if (isAlias(node)) return this.alias(node, holder, key)
    this.remember(node)
    if (isScalar(node)) return this.scalar(node, holder, key)
    if (isMap(node)) return this.map(node)
    if (isSeq(node)) return this.list(node)
    return null
  }

  private remember(node: unknown): void {
    if ((isScalar(node) || isMap(node) || isSeq(node)) && node.anchor !== undefined) this.anchors.set(node.anchor, node)
  }

  private count(): void {
    this.nodeCount++
    if (this.openAliases.size === 0) return
    this.aliasedCount++
    const isMuch = this.aliasedCount > 100 && this.nodeCount > 1000
    if (isMuch && this.aliasedCount / this.nodeCount > allowedAliasRatio(this.nodeCount))
      throw new YamlError('yaml: document contains excessive aliasing')
  }

  private target(alias: Alias.Parsed | Alias): Node {
    const target = this.anchors.get(alias.source)
    if (target === undefined) throw new YamlError(`yaml: unknown anchor '${alias.source}' referenced`)
    if (this.openAliases.has(target)) throw new YamlError(`yaml: anchor '${alias.source}' value contains itself`)
    return target
  }

  private alias(alias: Alias, holder?: object, key: string | number = ''): Json {
    const target = this.target(alias)
    this.openAliases.add(target)
    const value = this.node(target, holder, key)
    this.openAliases.delete(target)
    return value
  }

  private scalar(node: Scalar, holder: object | undefined, key: string | number): Json {
    const scalar = resolve(node)
    if (typeof scalar.value === 'number' && !Number.isFinite(scalar.value))
      throw new YamlError(`json: unsupported value: ${infinityText(scalar.value)}`)
    if (scalar.text !== undefined && holder !== undefined) {
      setNumberText(this.numberTexts, holder, key, scalar.text)
      this.hasNumberTexts = true
    }
    return scalar.value
  }

  private list(node: YAMLSeq): Json[] {
    const list: Json[] = []
    for (const item of node.items) list.push(isPair(item) ? this.single(item) : this.node(item, list, list.length))
    return list
  }

  private single(pair: { readonly key: unknown; readonly value: unknown }): JsonObject {
    const object = emptyObject()
    const key = this.key(pair.key)
    object[key] = this.node(pair.value, object, key)
    return object
  }

  private map(node: YAMLMap): JsonObject {
    const object = emptyObject()
    const seen = new Set<string>()
    for (const pair of node.items) {
      if (isMergeKey(pair.key)) {
        this.merge(pair.value, object)
        continue
      }
      const key = this.key(pair.key)
      if (seen.has(key)) this.duplicates.push(`line ${this.lineOf(pair.key)}: key ${quoteGo(key)} already set in map`)
      seen.add(key)
      object[key] = this.node(pair.value, object, key)
    }
    return object
  }

  private lineOf(key: unknown): number {
    const start = isScalar(key) ? key.range?.[0] : undefined
    return start === undefined ? 0 : this.lines.linePos(start).line
  }

  private key(node: unknown): string {
    this.count()
    const key = isAlias(node) ? this.target(node) : node
    this.remember(key)
    if (isMap(key)) throw new YamlError(`yaml: invalid map key: map[interface {}]interface {}${goMap(this.map(key))}`)
    if (isSeq(key)) throw new YamlError(`yaml: invalid map key: []interface {}${goList(this.list(key))}`)
    if (!isScalar(key)) throw new YamlError('unsupported map key of type: %!s(<nil>), key: <nil>, value: <nil>')
    return keyText(resolve(key))
  }

  private merge(value: unknown, into: JsonObject): void {
    const source = isAlias(value) ? this.target(value) : value
    const parts = isSeq(source) ? source.items : [source]
    // The first map of a list wins, so the last is put in first.
    for (const part of [...parts].reverse()) {
      const merged = this.node(part)
      if (!isObject(merged)) throw new YamlError('yaml: map merge requires map or sequence of maps as the value')
      for (const key of Object.keys(merged)) into[key] = merged[key]
    }
  }
}

const isMergeKey = (key: unknown): boolean => isScalar(key) && key.type === 'PLAIN' && key.source === '<<'

function resolve(node: Scalar): YamlScalar {
  const source = String(node.value ?? '')
  if (node.tag === undefined || node.tag === '!')
    return node.type === 'PLAIN' && node.tag === undefined ? resolvePlain(source) : { type: 'string', value: source }
  const scalar = resolveTagged(source, node.tag)
  if (scalar !== undefined) return scalar
  const wanted = `!!${node.tag.slice(node.tag.lastIndexOf(':') + 1)}`
  throw new YamlError(`yaml: cannot decode ${shortTag(resolvePlain(source).type)} \`${source}\` as a ${wanted}`)
}

const infinityText = (value: number): string => (Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf')

function keyText(scalar: YamlScalar): string {
  if (scalar.type === 'null') return 'null'
  if (typeof scalar.value === 'number' && !Number.isFinite(scalar.value))
    return infinityText(scalar.value).replace('Inf', '.inf').replace('+', '').replace('NaN', '.nan')
  return scalar.text ?? String(scalar.value)
}

const goValue = (value: Json | undefined): string => {
  if (typeof value === 'string') return quoteGo(value)
  if (Array.isArray(value)) return `[]interface {}${goList(value)}`
  if (isObject(value)) return `map[interface {}]interface {}${goMap(value)}`
  return value === null || value === undefined ? 'interface {}(nil)' : String(value)
}
const goList = (list: readonly Json[]): string => `{${list.map(goValue).join(', ')}}`
const goMap = (map: JsonObject): string =>
  `{${Object.keys(map)
    .map((key) => `${quoteGo(key)}:${goValue(map[key])}`)
    .join(', ')}}`
