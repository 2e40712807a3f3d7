import { type Json, type JsonObject, emptyObject, isObject } from '#api/json.ts'
import { type NumberTexts, setNumberText } from '#api/number-texts.ts'
import { NESTING_MAX } from '#go/json-syntax.ts'
import { quoteGo } from '#go/quote.ts'
import { LONG_TEXT, type Pieces, doneAtOnce } from '#api/bodies/in-pieces.ts'
import { YamlScanner, checkYamlDepth } from './yaml-scanner.ts'
import { scanInPieces } from './yaml-scanned.ts'
import { YamlError } from './yaml-errors.ts'
import { checkPrintable, decodeYaml } from './yaml-utf8.ts'
import {
  type YamlAliasNode,
  type YamlListNode,
  type YamlMapNode,
  type YamlNode,
  type YamlScalarNode,
  parseYamlNodes,
} from './yaml-nodes.ts'
import { type YamlScalar, resolvePlain, resolveTagged, shortTag } from './yaml-scalar.ts'

export { YamlError }

export interface ParsedYaml {
  readonly value: Json
  /** `line 8: key "a" already set in map`. The last value of a key wins. */
  readonly duplicates: readonly string[]
  readonly numberTexts?: NumberTexts
  /** The nodes with positions in the text, which count from after a byte order mark. */
  readonly root: YamlNode | null
}

/**
 * Parses the first YAML document of a text as the reference does: YAML 1.1 scalars, merge keys, anchors with a
 * budget, keys converted to strings. @throws YamlError with the reference's message
 */
export const parseYaml = (sent: string | Uint8Array): ParsedYaml => doneAtOnce(parseYamlInPieces(sent))

/** Does what `parseYaml` does. @throws YamlError [ER8] */
export function* parseYamlInPieces(sent: string | Uint8Array): Pieces<ParsedYaml> {
  const whole = typeof sent === 'string' ? sent : decodeYaml(sent)
  const text = whole.startsWith('\ufeff') ? whole.slice(1) : whole
  checkPrintable(text)
  const isLong = text.length > LONG_TEXT
  if (!isLong && (text.match(/[[{]/g) ?? []).length > NESTING_MAX) checkYamlDepth(text)
  const tokens = isLong ? yield* scanInPieces(text) : new YamlScanner(text)
  const root = unlessTooDeep(() => parseYamlNodes(tokens))
  if (root === null) return { value: null, duplicates: [], root }
  if (isLong) yield
  return unlessTooDeep(() => new Reader().read(root))
}

/** Recursion is as deep as the text; a stack overflow counts as too deep. */
function unlessTooDeep<Value>(work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    if (error instanceof RangeError) throw new YamlError(`yaml: exceeded max depth of ${NESTING_MAX}`)
    throw error
  }
}

/** The allowed share of nodes from aliases: all of them in small texts, a tenth in large ones. */
const allowedAliasRatio = (nodeCount: number): number => {
  const [low, high] = [400_000, 4_000_000]
  if (nodeCount <= low) return 0.99
  return nodeCount >= high ? 0.1 : 0.99 - (0.89 * (nodeCount - low)) / (high - low)
}

/** A map while it is read. */
interface Filling {
  /** Empty until all members are read; number texts are keyed by its identity. */
  readonly object: JsonObject
  readonly members: Map<string, Json>
  /** Names of keys that are not strings: `1` and `"1"` are different keys. */
  readonly others: Set<string>
  readonly onlyOther: Set<string>
}

function isDoubled({ members, others, onlyOther }: Filling, { type }: YamlScalar, name: string): boolean {
  const isKnown = members.has(name)
  if (type === 'string') return isKnown && !onlyOther.delete(name)
  if (!isKnown) onlyOther.add(name)
  const isDouble = others.has(name)
  others.add(name)
  return isDouble
}

class Reader {
  private readonly openAliases = new Set<YamlNode>()
  private readonly duplicates: string[] = []
  private readonly numberTexts: NumberTexts = new WeakMap()
  private hasNumberTexts = false
  private nodeCount = 0
  private aliasedCount = 0
  /** Maps with a null as key, with the problem of the last one. */
  private readonly nullKeys = new Map<object, string>()
  private hasInfinity = false

  read(root: YamlNode): ParsedYaml {
    const value = this.node(root)
    this.checkJson(value)
    return { value, duplicates: this.duplicates, root, ...(this.hasNumberTexts && { numberTexts: this.numberTexts }) }
  }

  /**
   * Refuses values that no JSON has. The reference converts a document after it read all of it: other errors come
   * first, and a value that a later key replaced does not count.
   */
  private checkJson(value: Json): void {
    if (this.nullKeys.size > 0)
      for (const inner of valuesIn(value)) {
        const problem = typeof inner === 'object' && inner !== null ? this.nullKeys.get(inner) : undefined
        if (problem !== undefined) throw new YamlError(problem)
      }
    if (!this.hasInfinity) return
    for (const inner of valuesIn(value))
      if (typeof inner === 'number' && !Number.isFinite(inner))
        throw new YamlError(`json: unsupported value: ${infinityText(inner)}`)
  }

  private node(node: YamlNode, holder?: object, key: string | number = ''): Json {
    this.count()
    switch (node.type) {
      case 'alias':
        return this.alias(node, holder, key)
      case 'scalar':
        return this.scalar(node, holder, key)
      case 'map':
        return this.map(node)
      case 'list':
        return this.list(node)
    }
  }

  private count(): void {
    this.nodeCount++
    if (this.openAliases.size === 0) return
    this.aliasedCount++
    const isMuch = this.aliasedCount > 100 && this.nodeCount > 1000
    if (isMuch && this.aliasedCount / this.nodeCount > allowedAliasRatio(this.nodeCount))
      throw new YamlError('yaml: document contains excessive aliasing')
  }

  private alias({ name, target }: YamlAliasNode, holder?: object, key: string | number = ''): Json {
    if (this.openAliases.has(target)) throw new YamlError(`yaml: anchor '${name}' value contains itself`)
    this.openAliases.add(target)
    const value = this.node(target, holder, key)
    this.openAliases.delete(target)
    return value
  }

  private scalar(node: YamlScalarNode, holder: object | undefined, key: string | number): Json {
    const scalar = resolve(node)
    if (typeof scalar.value === 'number' && !Number.isFinite(scalar.value)) this.hasInfinity = true
    if (scalar.text !== undefined && holder !== undefined) {
      setNumberText(this.numberTexts, holder, key, scalar.text)
      this.hasNumberTexts = true
    }
    return scalar.value
  }

  private list(node: YamlListNode): Json[] {
    const list: Json[] = []
    for (const [at, item] of node.items.entries()) list.push(this.node(item, list, at))
    return list
  }

  private map(node: YamlMapNode): JsonObject {
    const filling: Filling = { object: emptyObject(), members: new Map(), others: new Set(), onlyOther: new Set() }
    this.fill(filling, node)
    const { object, members } = filling
    // The reference converts YAML to JSON with sorted keys before it decodes it.
    for (const name of [...members.keys()].sort()) object[name] = members.get(name) ?? null
    return object
  }

  private fill(filling: Filling, node: YamlMapNode): void {
    for (const [key, value] of node.pairs) {
      if (isMergeKey(key)) this.merge(filling, value)
      else this.pair(filling, this.key(key), value)
    }
  }

  private pair(filling: Filling, key: YamlScalar, value: YamlNode): void {
    if (key.type === 'null') {
      const held = this.node(value)
      const shown = held === null ? '<nil>' : goValue(held)
      this.nullKeys.set(filling.object, `unsupported map key of type: %!s(<nil>), key: <nil>, value: ${shown}`)
      return
    }
    const name = keyText(key)
    if (isDoubled(filling, key, name)) {
      const shown = key.type === 'string' ? quoteGo(name) : name
      this.duplicates.push(`line ${value.line + 1}: key ${shown} already set in map`)
    }
    filling.members.set(name, this.node(value, filling.object, name))
  }

  private key(node: YamlNode): YamlScalar {
    this.count()
    const key = node.type === 'alias' ? node.target : node
    if (key.type === 'scalar') return resolve(key)
    const shown = goValue(this.node(key))
    throw new YamlError(`yaml: invalid map key: ${shown}`)
  }

  /** Merged keys count like written ones: the last of the same name wins, and each is reported as a duplicate. */
  private merge(filling: Filling, value: YamlNode): void {
    const source = value.type === 'alias' ? value.target : value
    const parts = source.type === 'list' ? source.items : [value]
    // The first map of a list takes precedence, so the last is merged first.
    for (const part of parts.toReversed()) {
      const map = part.type === 'alias' ? part.target : part
      if (map.type !== 'map') throw new YamlError('yaml: map merge requires map or sequence of maps as the value')
      if (this.openAliases.has(map)) throw new YamlError('yaml: anchor value contains itself')
      this.openAliases.add(map)
      this.fill(filling, map)
      this.openAliases.delete(map)
    }
  }
}

const isMergeKey = (key: YamlNode): boolean =>
  key.type === 'scalar' &&
  key.text === '<<' &&
  ((key.isPlain && key.tag === '') || key.tag === '!' || key.tag === 'tag:yaml.org,2002:merge')

function resolve({ text, isPlain, tag }: YamlScalarNode): YamlScalar {
  if (tag === '') return isPlain ? resolvePlain(text) : { type: 'string', value: text }
  const scalar = resolveTagged(text, tag)
  if (scalar !== undefined) return scalar
  const wanted = `!!${tag.slice(tag.lastIndexOf(':') + 1)}`
  throw new YamlError(`yaml: cannot decode ${shortTag(resolvePlain(text).type)} \`${text}\` as a ${wanted}`)
}

const infinityText = (value: number): string => (Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf')

/** Returns a value and all values inside, in the order in which JSON prints them. */
function* valuesIn(value: Json): Generator<Json> {
  const left = [value]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    yield next
    if (typeof next !== 'object' || next === null) continue
    const inner = Array.isArray(next) ? next : Object.values(next)
    for (const each of inner.toReversed()) left.push(each ?? null)
  }
}

/** Returns the JSON key for a YAML key other than null. */
function keyText(scalar: YamlScalar): string {
  if (scalar.type === 'float' && typeof scalar.value === 'number') return floatKeyText(scalar.value)
  return scalar.text ?? String(scalar.value)
}

/** The shortest text of the same float32; with an exponent for values of a million and more, and for tiny ones. */
function floatKeyText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? '.nan' : value > 0 ? '.inf' : '-.inf'
  const single = Math.fround(value)
  let digits = 1
  while (digits < 9 && Math.fround(Number(single.toPrecision(digits))) !== single) digits++
  const [mantissa = '', power = '0'] = Number(single.toPrecision(digits)).toExponential().split('e')
  const exponent = Number(power)
  if (exponent >= -4 && exponent < 6) return String(Number(single.toPrecision(digits)))
  return `${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
}

/** Prints a value like Go's `%#v`. */
function goValue(value: Json | undefined): string {
  if (typeof value === 'string') return quoteGo(value)
  if (Array.isArray(value)) return `[]interface {}{${value.map(goValue).join(', ')}}`
  if (typeof value === 'number' && !Number.isFinite(value)) return infinityText(value)
  if (!isObject(value)) return value === null || value === undefined ? 'interface {}(nil)' : String(value)
  const pairs = Object.keys(value).map((key) => `${quoteGo(key)}:${goValue(value[key])}`)
  return `map[interface {}]interface {}{${pairs.join(', ')}}`
}
