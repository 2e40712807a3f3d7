import { type Json, deepEqual, isObject, own } from '#api/json.ts'
import { OldItems } from '#server/structural/rules/correlation.ts'
import {
  type StructuralSchema,
  additionalOf,
  extension,
  itemsOf,
  propertyOf,
} from '#server/structural/structural-schema.ts'

/** A value with its corresponding old value in an update. Errors of equal values are tolerated (ratcheting). */
export class CorrelatedValue {
  readonly #schema: StructuralSchema
  readonly #value: Json
  readonly #old: Json
  readonly #children = new Map<string | number, CorrelatedValue | null>()
  #isEqual: boolean | undefined
  #oldItems: OldItems | undefined

  constructor(schema: StructuralSchema, value: Json, old: Json) {
    this.#schema = schema
    this.#value = value
    this.#old = old
  }

  /** Returns the member of both values that the schema declares, or null. */
  key(name: string): CorrelatedValue | null {
    return this.#child(name, () => {
      const [value, old] = [this.#value, this.#old]
      const schema = propertyOf(this.#schema, name) ?? additionalOf(this.#schema)
      const next = isObject(value) ? own(value, name) : undefined
      const before = isObject(old) ? own(old, name) : undefined
      if (schema === null || schema === true || next === undefined || before === undefined) return null
      return new CorrelatedValue(schema, next, before)
    })
  }

  /** Returns the old item with the same keys in a list of type map; items of other lists have no old value. */
  index(at: number): CorrelatedValue | null {
    return this.#child(at, () => {
      const items = itemsOf(this.#schema)
      const item = Array.isArray(this.#value) ? this.#value[at] : undefined
      if (items === null || item === undefined || !Array.isArray(this.#old)) return null
      this.#oldItems ??= new OldItems(this.#schema, this.#old)
      const before = this.#oldItems.of(item)
      return before === undefined ? null : new CorrelatedValue(items, item, before)
    })
  }

  #child(id: string | number, find: () => CorrelatedValue | null): CorrelatedValue | null {
    const cached = this.#children.get(id)
    if (cached !== undefined) return cached
    const found = find()
    this.#children.set(id, found)
    return found
  }

  /**
   * Reports whether the value is unchanged. The order of a list of type map is ignored; members without a schema always
   * count.
   */
  get isEqual(): boolean {
    return (this.#isEqual ??= this.#compare())
  }

  #compare(): boolean {
    const [value, old] = [this.#value, this.#old]
    if (Array.isArray(value) && Array.isArray(old)) return this.#compareLists(value, old)
    if (!isObject(value) || !isObject(old)) return deepEqual(value, old)
    const names = Object.keys(value)
    return names.length === Object.keys(old).length && names.every((name) => this.key(name)?.isEqual === true)
  }

  #compareLists(value: readonly Json[], old: readonly Json[]): boolean {
    if (value.length !== old.length) return false
    if (extension(this.#schema, 'list-type') !== 'map') return deepEqual([...value], [...old])
    return value.every((_item, at) => this.index(at)?.isEqual === true)
  }
}
