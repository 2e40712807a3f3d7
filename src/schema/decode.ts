import { DECLARED_DEPTH_MAX } from '#api/json-depth.ts'
import { type Json, type JsonObject, cloneJson, emptyObject, isObject, jsonKind, own, setOwn } from '#api/json.ts'
import { type NumberTexts, numberTextAt } from '#api/number-texts.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { quoteGo } from '#go/quote.ts'
import { decodeScalar } from './decode-scalar.ts'
import { DecodeError, type Place, TooDeepError } from './decode-error.ts'
import { checkKept } from './kept-values.ts'
import { goTypeName, shortName } from './go-names.ts'
import type { ListSchema, MapSchema, Schema, StructField, StructSchema } from './schema.ts'
import { zeroValue } from './zero-value.ts'

export { DecodeError, TooDeepError }

export interface DecodeOptions {
  /**
   * The number texts of the parsed document, so that `4.0` is no integer. Without them numbers count as
   * `JSON.stringify` prints them.
   */
  readonly numberTexts?: NumberTexts | undefined
}

export interface Decoded {
  readonly object: ApiObject
  /** `unknown field "spec.foo"`, in document order, without duplicates, at most 100. */
  readonly unknown: readonly string[]
}

/**
 * Decodes a parsed text as a value of the schema, strictly as the reference does: wrong types are refused, names are
 * case-sensitive, unknown fields are dropped and reported. Scalars get their canonical form (quantities, times,
 * base64). null, and zero values of omitempty fields, become absent; empty lists and maps stay, because validation
 * and messages distinguish them from absent ones; structs that are no pointers are always present. `toCanonical`
 * adds the zero values that the reference prints and drops empty fields.
 * @throws DecodeError with the reference's message
 */
export function decodeObject(schema: StructSchema, sent: Json, options: DecodeOptions = {}): Decoded {
  const decoder = new Decoder(options.numberTexts)
  const value = decoder.decode(schema, sent, [sent], 0)
  if (decoder.firstError !== undefined) throw decoder.firstError
  const object = isObject(value) ? value : {}
  return { object: object as ApiObject, unknown: [...decoder.unknown] }
}

/** As in the reference, for the fields of a schema; members that a custom resource's schema lacks are all reported. */
const UNKNOWN_FIELDS_MAX = 100

/**
 * One pass over one value. A scalar that cannot be parsed ends it at once; the first type error is thrown at the
 * end.
 */
class Decoder {
  readonly unknown = new Set<string>()
  firstError: DecodeError | undefined
  private readonly texts: NumberTexts | undefined
  /** The current struct, for errors, which contain field names only: those from `namesFrom` on. */
  private struct: StructSchema | null = null
  private readonly fieldNames: string[] = []
  private namesFrom = 0
  /** The place of the union that is being decoded. */
  private unionPlace: Place | null = null
  /** The path for unknown fields, with indexes and keys. */
  private readonly path: (string | number)[] = []

  constructor(texts: NumberTexts | undefined) {
    this.texts = texts
  }

  /** Decodes `value`, which is `holder[key]`; `undefined` if absent. */
  decode(schema: Schema, value: Json, holder: object, key: string | number): Json | undefined {
    if (value === null) return schema.type === 'scalar' && schema.scalar === 'any' ? null : undefined
    switch (schema.type) {
      case 'scalar':
        return this.decodeScalarAt(schema, value, holder, key)
      case 'list':
        return Array.isArray(value) ? this.decodeList(schema, value) : this.wrongType(schema, value)
      case 'map':
        return isObject(value) ? this.decodeMap(schema, value) : this.wrongType(schema, value)
      case 'struct':
        return isObject(value) ? this.decodeStruct(schema, value) : this.wrongType(schema, value)
    }
  }

  private place(): Place {
    const struct = this.struct === null ? '' : shortName(this.struct)
    return this.unionPlace ?? { struct, fieldNames: this.fieldNames.slice(this.namesFrom) }
  }

  private wrongType(schema: Schema, value: Json): undefined {
    this.firstError ??= DecodeError.wrongType(jsonKind(value), goTypeName(schema), this.place())
  }

  private decodeScalarAt(
    schema: Extract<Schema, { type: 'scalar' }>,
    value: Json,
    holder: object,
    key: string | number,
  ): Json | undefined {
    if (schema.union?.fields.has('schema') === true) return this.decodeUnion(schema.union, value, holder, key)
    const isNumber = typeof value === 'number' || typeof value === 'bigint'
    const text = isNumber ? (numberTextAt(this.texts, holder, key) ?? String(value)) : ''
    const result = decodeScalar(schema, value, text, () => this.place())
    if (!(result instanceof DecodeError)) return result
    this.firstError ??= result
    return undefined
  }

  /**
   * A JSON schema or another alternative: a boolean or a list. The reference decodes it apart, so that type errors name the
   * field of the union, and unknown fields are dropped without an error. [CRD21]
   */
  private decodeUnion(union: StructSchema, value: Json, holder: object, key: string | number): Json | undefined {
    const alternatives = [...union.fields.values()].map(({ schema }) => schema)
    if (typeof value === 'boolean' && alternatives.some(isBoolean)) return value
    const type = isObject(value) ? 'struct' : Array.isArray(value) ? 'list' : undefined
    const schema = alternatives.find((each) => each.type === type)
    if (schema === undefined) {
      if (alternatives.some(isBoolean)) this.firstError ??= new DecodeError('boolean or JSON schema expected')
      return undefined
    }
    const outer = this.unionPlace
    this.unionPlace = this.place()
    const decoded = this.decode(schema, value, holder, key)
    this.unionPlace = outer
    return decoded
  }

  private decodeList(schema: ListSchema, sent: readonly Json[]): Json[] {
    const list: Json[] = []
    for (const [at, item] of sent.entries()) {
      this.path.push(at)
      list.push(this.decode(schema.items, item, sent, at) ?? zeroValue(schema.items))
      this.path.pop()
    }
    return list
  }

  private decodeMap(schema: MapSchema, sent: JsonObject): JsonObject {
    const map: JsonObject = {}
    for (const key of Object.keys(sent)) {
      this.path.push(key)
      const value = sent[key] ?? null
      // A null list in a map stays null, because map values have no omitempty.
      const isNullList = value === null && schema.values.type === 'list'
      const decoded = this.decode(schema.values, value, sent, key)
      setOwn(map, key, decoded ?? (isNullList ? null : zeroValue(schema.values)))
      this.path.pop()
    }
    return map
  }

  private decodeStruct(schema: StructSchema, sent: JsonObject): JsonObject {
    const object: JsonObject = {}
    for (const name of Object.keys(sent)) {
      const field = schema.fields.get(name)
      if (field === undefined) {
        if (schema.rest === undefined) this.addUnknown(name)
        continue
      }
      const value = sent[name] ?? null
      if (value !== null) this.decodeField(schema, field, { value, holder: sent, into: object })
    }
    for (const { name, schema: inner } of structsIn(schema))
      if (own(object, name) === undefined) object[name] = zeroValue(inner)
    return schema.rest === undefined ? object : Object.assign(this.decodeRest(schema, sent, schema.rest), object)
  }

  /** Decodes members without a field in the schema, where the schema keeps them. */
  private decodeRest(schema: StructSchema, sent: JsonObject, take: NonNullable<StructSchema['rest']>): JsonObject {
    const members = emptyObject()
    if (this.firstError !== undefined) return members
    for (const name of Object.keys(sent)) {
      if (schema.fields.has(name)) continue
      checkKept(sent[name] ?? null, sent, name, this.texts)
      members[name] = cloneJson(sent[name] ?? null)
    }
    if (this.unionPlace === null) for (const path of take(members)) this.unknown.add(this.unknownText(path))
    else take(members)
    return members
  }

  private decodeField(
    schema: StructSchema,
    field: StructField,
    sent: { readonly value: Json; readonly holder: JsonObject; readonly into: JsonObject },
  ): void {
    const { struct: outer, namesFrom } = this
    this.struct = schema
    this.fieldNames.push(field.name)
    // The fields of an object that keeps other members are decoded separately: paths in their errors start there.
    if (schema.rest !== undefined) this.namesFrom = this.fieldNames.length
    if (this.path.push(field.name) > DECLARED_DEPTH_MAX) throw new TooDeepError()
    const value = this.decode(field.schema, sent.value, sent.holder, field.name)
    if (value !== undefined && !isLeftOut(field, value)) sent.into[field.name] = value
    this.path.pop()
    this.fieldNames.pop()
    this.namesFrom = namesFrom
    this.struct = outer
  }

  private addUnknown(name: string): void {
    if (this.unionPlace === null && this.unknown.size < UNKNOWN_FIELDS_MAX) this.unknown.add(this.unknownText(name))
  }

  private unknownText(name: string): string {
    return `unknown field ${quoteGo(pathText([...this.path, name]))}`
  }
}

const pathText = (path: readonly (string | number)[]): string =>
  path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('')

const structs = new WeakMap<StructSchema['fields'], readonly StructField[]>()

/** Returns the fields that are always present: structs that are no pointers. */
function structsIn({ fields }: StructSchema): readonly StructField[] {
  const known = structs.get(fields)
  if (known !== undefined) return known
  const made = [...fields.values()].filter(({ pointer, schema }) => !pointer && schema.type === 'struct')
  structs.set(fields, made)
  return made
}

const isBoolean = (schema: Schema): boolean => schema.type === 'scalar' && schema.scalar === 'boolean'

const isLeftOut = (field: StructField, value: Json): boolean =>
  field.omitEmpty &&
  !field.pointer &&
  (value === '' || value === false || value === 0) &&
  field.schema.type === 'scalar'
