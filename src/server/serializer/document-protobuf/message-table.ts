/** A scalar, or the name of a message in the same table. `yaml` is any value, as a text. */
type FieldType = string

/** `[number, type]`; a third word says that the field is repeated, one of each item. */
export type MessageField = readonly [number: number, type: FieldType, repeated?: 'each']

/** How a value of JSON becomes a message. */
export type Message =
  | {
      readonly type: 'fields'
      readonly fields: Readonly<Record<string, MessageField>>
      /** Number under which members whose names begin with `x-` go. */
      readonly extensions?: number
    }
  /** Members by name: each becomes a pair of name and value. */
  | { readonly type: 'members'; readonly number: number; readonly value: FieldType }
  /** One of several, told from the value. */
  | { readonly type: 'choice'; readonly choose: (value: unknown) => MessageField | null }
  /** A list as a message, or one value as a list of one. */
  | { readonly type: 'list'; readonly item: FieldType }

export type MessageTable = Readonly<Record<string, Message>>

const has = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)

/** A thing, or a reference to it. */
export const orReference = (type: FieldType, reference: FieldType): Message => ({
  type: 'choice',
  choose: (value) => (has(value, '$ref') ? [2, reference] : [1, type]),
})

export const members = (value: FieldType, number = 1): Message => ({ type: 'members', number, value })

/** `additionalProperties`: a schema, or whether there may be any. */
export const schemaOrBoolean = (schema: FieldType): Message => ({
  type: 'choice',
  choose: (value) => (typeof value === 'boolean' ? [2, 'bool'] : [1, schema]),
})

/** Keywords that schemas of both versions have under other numbers. */
export const memberOf = (value: unknown, name: string): unknown =>
  has(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined
