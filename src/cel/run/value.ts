import type { CelType } from '#cel/cel-type.ts'

/** An unsigned 64-bit integer. */
export class CelUint {
  readonly value: bigint
  constructor(value: bigint) {
    this.value = value
  }
}

/** A timestamp: seconds since 1970 and nanoseconds from 0 to 999999999. */
export class CelTimestamp {
  readonly seconds: bigint
  readonly nanos: number
  constructor(seconds: bigint, nanos: number) {
    this.seconds = seconds
    this.nanos = nanos
  }
}

/** A duration in nanoseconds. */
export class CelDuration {
  readonly nanos: bigint
  constructor(nanos: bigint) {
    this.nanos = nanos
  }
}

/** An optional value. */
export class CelOptional {
  readonly value: CelValue | undefined
  constructor(value?: CelValue) {
    this.value = value
  }
}
export const absent: CelOptional = new CelOptional()

/** A type as a value: `type(1)`, `int`. */
export class CelTypeValue {
  readonly type: CelType
  constructor(type: CelType) {
    this.type = type
  }
}

/** A list; its elements may be created on access. */
export abstract class CelList {
  abstract readonly size: number
  /** @param index from 0 to size - 1 */
  abstract at(index: number): CelValue
}

/** A map or an object; its values may be created on access. */
export abstract class CelMap {
  abstract readonly size: number
  /** `map`, or the name of an object's type. */
  abstract readonly typeName: string
  abstract get(key: CelValue): CelValue | CelFailure | undefined
  abstract keys(): readonly CelValue[]
  /** As `get`, for `map[key]` and `map.key`: some maps have a value for keys that are not in them. */
  element(key: CelValue): CelValue | CelFailure | undefined {
    return this.get(key)
  }
  /** Reports whether the members that expressions cannot access are equal in both. */
  sameUnnamed(_other: CelMap): boolean {
    return true
  }
}

/** A value of a library type: a quantity, a URL, an authorizer. `name` is the name of its type. */
export abstract class CelOpaque {
  abstract readonly type: CelType
  abstract equals(other: CelOpaque): boolean
  /** For cost estimates; most have no size. */
  get size(): number | undefined {
    return undefined
  }
}

export type CelConstant = boolean | string | null | bigint | number | CelUint | Uint8Array

/** A value at run time: `bigint` is int, `number` is double. */
export type CelValue =
  | CelConstant
  | CelList
  | CelMap
  | CelTimestamp
  | CelDuration
  | CelOptional
  | CelTypeValue
  | CelOpaque

/** A failed evaluation; `&&`, `||` and comprehensions may absorb it. */
export class CelFailure {
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
}

export type CelOutcome = CelValue | CelFailure

export const isFailure = (value: CelOutcome): value is CelFailure => value instanceof CelFailure

/** A list of existing values. */
export class CelArray extends CelList {
  readonly items: readonly CelValue[]
  constructor(items: readonly CelValue[]) {
    super()
    this.items = items
  }
  get size(): number {
    return this.items.length
  }
  at(index: number): CelValue {
    const item = this.items[index]
    if (item === undefined) throw new RangeError(`no element ${index}`)
    return item
  }
}

/** A list of type set, or of type map with its keys inside the elements: the order does not matter. */
export class CelUnordered extends CelList {
  readonly items: CelList
  /** Returns a key that is equal for elements with the same identity; undefined for those without an identity. */
  readonly identityOf: (item: CelValue) => string | undefined

  constructor(items: CelList, identityOf: (item: CelValue) => string | undefined) {
    super()
    this.items = items
    this.identityOf = identityOf
  }
  get size(): number {
    return this.items.size
  }
  at(index: number): CelValue {
    return this.items.at(index)
  }

  /** Returns the union with another list; elements of the same identity are replaced. */
  plus(other: CelList): CelUnordered {
    const joined = new Map<string, CelValue>()
    for (const list of [this.items, other])
      for (let i = 0; i < list.size; i++) {
        const item = list.at(i)
        joined.set(this.identityOf(item) ?? `#${joined.size}`, item)
      }
    return new CelUnordered(new CelArray([...joined.values()]), this.identityOf)
  }
}

/** A concatenation of two lists that is flattened on first access, so that `a + b` itself costs nothing. */
export class CelJoined extends CelList {
  readonly size: number
  private parts: readonly [CelList, CelList] | null
  private items: CelValue[] = []

  constructor(a: CelList, b: CelList) {
    super()
    this.parts = [a, b]
    this.size = a.size + b.size
  }

  at(index: number): CelValue {
    if (this.parts !== null) this.join()
    const item = this.items[index]
    if (item === undefined) throw new RangeError(`no element ${index}`)
    return item
  }

  /** Iterative, because a comprehension creates chains as long as its range. */
  private join(): void {
    const reversed: CelValue[] = []
    const left: CelList[] = [this]
    for (let list = left.pop(); list !== undefined; list = left.pop()) {
      if (list instanceof CelJoined && list.parts !== null) left.push(...list.parts)
      else for (let i = list.size - 1; i >= 0; i--) reversed.push(list.at(i))
    }
    this.items = reversed.reverse()
    this.parts = null
  }
}

/**
 * A map literal, in the order written. The type checker allows any type of key where it knows none: then lists, maps
 * and objects are found only by themselves, and doubles are not found by ints.
 */
export class CelEntries extends CelMap {
  readonly typeName = 'map'
  private readonly values = new Map<unknown, readonly [CelValue, CelValue]>()

  constructor(entries: Iterable<readonly [CelValue, CelValue]> = []) {
    super()
    for (const [key, value] of entries) this.values.set(entryKey(key), [key, value])
  }
  get size(): number {
    return this.values.size
  }
  get(key: CelValue): CelValue | undefined {
    for (const each of keysOfNumber(key)) {
      const found = this.values.get(entryKey(each))
      if (found !== undefined) return found[1]
    }
    return undefined
  }
  keys(): readonly CelValue[] {
    return [...this.values.values()].map(([key]) => key)
  }
}

/** Returns the keys that find an entry: an int also finds a uint, and a double also finds both, but is found by none. */
function keysOfNumber(key: CelValue): readonly CelValue[] {
  if (typeof key === 'number' && Number.isInteger(key)) return [key, BigInt(key), new CelUint(BigInt(key))]
  if (typeof key === 'bigint') return [key, new CelUint(key)]
  return key instanceof CelUint ? [key, key.value] : [key]
}

/** Returns what two equal keys of one type share; a NaN and an object share nothing with any other. */
function entryKey(key: CelValue): unknown {
  if (typeof key === 'number') return Number.isNaN(key) ? Symbol('NaN') : key
  if (key instanceof CelUint) return `uint ${key.value}`
  if (key instanceof CelTimestamp) return `timestamp ${key.seconds} ${key.nanos}`
  if (key instanceof CelDuration) return `duration ${key.nanos}`
  if (key instanceof CelTypeValue) return `type ${key.type.name}`
  return typeof key === 'string' ? `string ${key}` : key
}

/** Returns the same text for equal keys: numbers are equal across types. */
export function keyText(key: CelValue): string {
  if (typeof key === 'string') return `s${key}`
  if (typeof key === 'bigint') return `n${key}`
  if (key instanceof CelUint) return `n${key.value}`
  if (typeof key === 'number') return Number.isInteger(key) ? `n${BigInt(key)}` : `d${key}`
  return typeof key === 'boolean' ? `b${key}` : 'x'
}
