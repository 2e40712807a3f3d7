import { printExactJson, toJsonInteger } from '#api/exact-json.ts'
import { type Json, deepEqual } from '#api/json.ts'
import { Base64Error, decodeBase64 } from '#go/base64.ts'
import { parseDuration, parseTimestamp } from '#cel/library/time-text.ts'
import { celTypes, type CelField, type CelType } from '#cel/cel-type.ts'
import { CelDuration, CelList, CelMap, CelUnordered, keyText, type CelOutcome, type CelValue } from './value.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** Converts JSON to a CEL value of the type; nested values are converted on access. */
export function fromJson(value: unknown, type: CelType): CelValue {
  if (value === null || value === undefined) return null
  switch (typeof value) {
    case 'string':
      return fromText(value, type)
    case 'number':
      return fromNumber(value, type)
    case 'bigint':
      return type.kind === 'double' ? Number(value) : value
    case 'boolean':
      return value
    default:
      if (Array.isArray(value)) return fromList(value, type)
      return type.kind === 'object'
        ? new JsonObjectValue(value as JsonObject, type)
        : new JsonMap(value as JsonObject, type)
  }
}

function fromList(items: readonly unknown[], type: CelType): CelValue {
  const list = new JsonList(items, type.kind === 'list' ? (type.params[0] ?? celTypes.dyn) : celTypes.dyn)
  const { identity } = type
  if (identity === undefined) return list
  return new CelUnordered(list, identity.length === 0 ? identityOfItem : (item) => identityByKeys(item, identity))
}

const identityOfItem = (item: CelValue): string | undefined =>
  typeof item === 'object' && item !== null ? undefined : keyText(item)

function identityByKeys(item: CelValue, keys: readonly string[]): string | undefined {
  if (!(item instanceof CelMap)) return undefined
  const values = keys.map((key) => (item instanceof JsonObjectValue ? item.member(key) : toScalar(item.get(key))))
  return values.includes(undefined) ? undefined : printExactJson(values as Json[])
}

const toScalar = (value: CelOutcome | undefined): unknown => (typeof value === 'bigint' ? toJsonInteger(value) : value)

function fromText(value: string, type: CelType): CelValue {
  switch (type.kind) {
    case 'timestamp':
      return parseTimestamp(dateOnly.test(value) ? `${value}T00:00:00Z` : value) ?? value
    case 'duration': {
      const nanos = parseDuration(value)
      return nanos === undefined ? value : new CelDuration(nanos)
    }
    case 'bytes':
      return bytesOf(value)
    default:
      return value
  }
}

const dateOnly = /^\d{4}-\d{2}-\d{2}$/

function bytesOf(base64: string): CelValue {
  try {
    return decodeBase64(base64)
  } catch (error) {
    if (error instanceof Base64Error) return base64
    throw error
  }
}

const fromNumber = (value: number, type: CelType): CelValue =>
  type.kind === 'double' || !Number.isInteger(value) || Math.abs(value) >= 2 ** 63 ? value : BigInt(value)

class JsonList extends CelList {
  private readonly items: readonly unknown[]
  private readonly element: CelType
  private readonly made: (CelValue | undefined)[]

  constructor(items: readonly unknown[], element: CelType) {
    super()
    this.items = items
    this.element = element
    this.made = []
  }
  get size(): number {
    return this.items.length
  }
  at(index: number): CelValue {
    return (this.made[index] ??= fromJson(this.items[index], this.element))
  }
}

/** An object whose keys are data. */
class JsonMap extends CelMap {
  readonly typeName = 'map'
  private readonly object: JsonObject
  private readonly value: CelType
  private readonly made = new Map<string, CelValue>()
  private names: readonly string[] | null = null

  constructor(object: JsonObject, type: CelType) {
    super()
    this.object = object
    this.value = type.kind === 'map' ? (type.params[1] ?? celTypes.dyn) : celTypes.dyn
  }
  get size(): number {
    return this.keys().length
  }
  keys(): readonly string[] {
    return (this.names ??= Object.keys(this.object))
  }
  get(key: CelValue): CelValue | undefined {
    if (typeof key !== 'string' || !Object.hasOwn(this.object, key)) return undefined
    const known = this.made.get(key)
    if (known !== undefined) return known
    const value = fromJson(this.object[key], this.value)
    this.made.set(key, value)
    return value
  }
}

/** An object whose fields are declared. Fields that are absent or null in JSON are absent here. */
class JsonObjectValue extends CelMap {
  readonly typeName: string
  private readonly object: JsonObject
  private readonly fields: ReadonlyMap<string, CelField>
  private readonly made = new Map<string, CelValue>()

  constructor(object: JsonObject, type: CelType) {
    super()
    this.object = object
    this.typeName = type.name
    this.fields = type.fields?.() ?? new Map()
  }
  get size(): number {
    return Object.keys(this.object).length
  }
  keys(): readonly string[] {
    return [...this.fields].filter(([, field]) => this.member(field.jsonName) !== undefined).map(([name]) => name)
  }
  get(key: CelValue): CelOutcome | undefined {
    if (typeof key !== 'string') return undefined
    const known = this.made.get(key)
    if (known !== undefined) return known
    const field = this.fields.get(key)
    const json = field === undefined ? undefined : this.member(field.jsonName)
    if (field === undefined || json === undefined) return undefined
    const value = fromJson(json, field.type)
    this.made.set(key, value)
    return value
  }

  /** Returns a member by its JSON name; undefined also for null. */
  member(jsonName: string): unknown {
    return Object.hasOwn(this.object, jsonName) ? (this.object[jsonName] ?? undefined) : undefined
  }

  /** Undeclared members count in comparisons. */
  override sameUnnamed(other: CelMap): boolean {
    if (!(other instanceof JsonObjectValue)) return true
    const declared = new Set([...this.fields.values()].map(({ jsonName }) => jsonName))
    return Object.keys(this.object).every(
      (name) => declared.has(name) || deepEqual(this.object[name] as Json, (other.object[name] ?? null) as Json),
    )
  }
}
