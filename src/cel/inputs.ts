import type { Json } from '#api/json.ts'
import { CelAuthorizer, CelResourceCheck, type CelAuthorize, type CelResource } from './library/authorizers.ts'
import { fromJson } from './run/json-value.ts'
import { CelFailure, CelMap, type CelOutcome, type CelValue } from './run/value.ts'
import { celTypes, type CelType } from './cel-type.ts'

/** An input that is not plain JSON of the declared type. Created by the functions below. */
export class CelInput {
  readonly read: () => CelOutcome
  constructor(read: () => CelOutcome) {
    this.read = read
  }
}

/** Inputs by variable name. */
export type CelInputs = Readonly<Record<string, Json | CelInput | undefined>>

/** Thrown by a field of `lazyObject` that cannot be resolved; its message becomes the message of the evaluation. */
export class CelError extends Error {}

export const input = (value: CelValue): CelInput => new CelInput(() => value)

/** JSON that is converted to another type than the declared one. */
export const typed = (value: Json, type: CelType): CelInput => new CelInput(() => fromJson(value, type))

/** Converts JSON to a value of the type, to be nested in other values. */
export const typedValue = (value: Json, type: CelType): CelValue => fromJson(value, type)

export const readInput = (value: Json | CelInput, type: CelType): CelOutcome =>
  value instanceof CelInput ? value.read() : fromJson(value, type)

type Fields = Readonly<Record<string, () => Json | CelInput>>

/** An object whose fields are computed on first access, each at most once. */
export const lazyObject = (typeName: string, fields: Fields): CelInput => {
  const object = new LazyObject(typeName, new Map(Object.entries(fields)))
  return new CelInput(() => object)
}

class LazyObject extends CelMap {
  readonly typeName: string
  private readonly fields: ReadonlyMap<string, () => Json | CelInput>
  private readonly known = new Map<string, CelOutcome>()

  constructor(typeName: string, fields: ReadonlyMap<string, () => Json | CelInput>) {
    super()
    this.typeName = typeName
    this.fields = fields
  }
  get size(): number {
    return this.fields.size
  }
  keys(): readonly string[] {
    return [...this.fields.keys()]
  }
  get(key: CelValue): CelOutcome | undefined {
    const make = typeof key === 'string' ? this.fields.get(key) : undefined
    if (typeof key !== 'string' || make === undefined) return undefined
    const known = this.known.get(key)
    if (known !== undefined) return known
    const made = attempt(() => readInput(make(), celTypes.dyn))
    this.known.set(key, made)
    return made
  }
}

/** Returns the value of a field, or the failure to read it. */
export function attempt(read: () => CelOutcome): CelOutcome {
  try {
    return read()
  } catch (error) {
    if (error instanceof CelError) return new CelFailure(error.message)
    throw error
  }
}

/** The variable `authorizer`. */
export const authorizerInput = (authorize: CelAuthorize): CelInput => input(new CelAuthorizer(authorize))

/** The variable `authorizer.requestResource`: the resource of the request; expressions call `check` on it. */
export const resourceCheckInput = (authorize: CelAuthorize, resource: CelResource): CelInput =>
  input(new CelResourceCheck(new CelAuthorizer(authorize), resource))
