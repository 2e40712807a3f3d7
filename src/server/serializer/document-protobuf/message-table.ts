/** A scalar type, or the name of a message in the same table. `yaml` is any value, encoded as text. */
type FieldType = string

/** `[number, type]`; a third element marks a repeated field. */
export type MessageField = readonly [number: number, type: FieldType, repeated?: 'each']

/** The mapping of a JSON value to a message. */
export type Message =
  | {
      readonly type: 'fields'
      readonly fields: Readonly<Record<string, MessageField>>
      /** Field number for members whose names begin with `x-`. */
      readonly extensions?: number
    }
  /** A map: each member becomes a pair of name and value. */
  | { readonly type: 'members'; readonly number: number; readonly value: FieldType }
  /** One of several fields, chosen by the value. */
  | { readonly type: 'choice'; readonly choose: (value: unknown) => MessageField | null }
  /** A list as a message; a single value is a list of one item. */
  | { readonly type: 'list'; readonly item: FieldType }

export type MessageTable = Readonly<Record<string, Message>>

const has = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)

/** Returns a message that holds a value or a reference to it. */
export const orReference = (type: FieldType, reference: FieldType): Message => ({
  type: 'choice',
  choose: (value) => (has(value, '$ref') ? [2, reference] : [1, type]),
})

export const members = (value: FieldType, number = 1): Message => ({ type: 'members', number, value })

/** Returns the message of `additionalProperties`: a schema or a boolean. */
export const schemaOrBoolean = (schema: FieldType): Message => ({
  type: 'choice',
  choose: (value) => (typeof value === 'boolean' ? [2, 'bool'] : [1, schema]),
})

/** Returns the own property `name` of `value`; `undefined` when it has none. */
export const memberOf = (value: unknown, name: string): unknown =>
  has(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined
