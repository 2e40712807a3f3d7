export type CelTypeKind =
  | 'bool'
  | 'int'
  | 'uint'
  | 'double'
  | 'string'
  | 'bytes'
  | 'null'
  | 'timestamp'
  | 'duration'
  | 'list'
  | 'map'
  | 'object'
  | 'opaque'
  | 'type'
  | 'param'
  | 'dyn'
  | 'any'
  | 'error'

/** A field of an object type. */
export interface CelField {
  readonly type: CelType
  /** Its name in JSON; the key in `fields` is its CEL name, in which reserved words and dots are escaped. */
  readonly jsonName: string
}

/** The type of an expression or of a declared variable. Build one with `celTypes`. */
export interface CelType {
  readonly kind: CelTypeKind
  /** The name used in messages, without parameters: `int`, `list`, `optional_type`, or the name of an object type. */
  readonly name: string
  readonly params: readonly CelType[]
  /** Fields of an object type; a function because types can be recursive. */
  readonly fields?: (() => ReadonlyMap<string, CelField>) | undefined
  /** For an unordered list: the keys that identify an element. Empty: the element itself. */
  readonly identity?: readonly string[] | undefined
  /** Maximum number of elements (lists, maps) or characters (strings) of a value; used for cost estimates. */
  readonly sizeMax?: number | undefined
  /** True where a schema does not bound the size: `sizeMax` is what a request can hold. */
  readonly isUnbounded?: boolean | undefined
}

const none: readonly CelType[] = []
const simple = (kind: CelTypeKind, name: string = kind): CelType => ({ kind, name, params: none })

const opaque = (name: string, ...params: readonly CelType[]): CelType => ({ kind: 'opaque', name, params })

const objectOf = (name: string, fields: () => ReadonlyMap<string, CelField>): CelType => {
  let known: ReadonlyMap<string, CelField> | null = null
  return { kind: 'object', name, params: none, fields: () => (known ??= fields()) }
}

/** The types of CEL and the constructors of parameterized types. */
export const celTypes = {
  bool: simple('bool') as CelType,
  int: simple('int') as CelType,
  uint: simple('uint') as CelType,
  double: simple('double') as CelType,
  string: simple('string') as CelType,
  bytes: simple('bytes') as CelType,
  null: simple('null', 'null_type') as CelType,
  timestamp: simple('timestamp', 'timestamp') as CelType,
  duration: simple('duration', 'duration') as CelType,
  dyn: simple('dyn') as CelType,
  any: simple('any') as CelType,
  error: simple('error', '!error!') as CelType,
  list: (element: CelType): CelType => ({ kind: 'list', name: 'list', params: [element] }),
  map: (key: CelType, value: CelType): CelType => ({ kind: 'map', name: 'map', params: [key, value] }),
  optional: (of: CelType): CelType => opaque('optional_type', of),
  opaque: opaque as typeof opaque,
  type: (of: CelType): CelType => ({ kind: 'type', name: 'type', params: [of] }),
  param: (name: string): CelType => simple('param', name),
  /** An object with a fixed set of fields: selecting any other is a compile error. */
  object: (name: string, fields: Readonly<Record<string, CelType>>): CelType =>
    objectOf(name, () => new Map(Object.entries(fields).map(([field, type]) => [field, { type, jsonName: field }]))),
  objectOf: objectOf as typeof objectOf,
  authorizer: opaque('kubernetes.authorization.Authorizer') as CelType,
  resourceCheck: opaque('kubernetes.authorization.ResourceCheck') as CelType,
} as const

/** A type as the checker's issues print it: `list(int)`, `timestamp`, `null`. */
export const typeText = (type: CelType): string => writeType(type, 'null', (name) => name)

/**
 * The type of an expression as the server's own messages print it: `list(int)`, `google.protobuf.Timestamp`,
 * `null_type`.
 */
export const typeName = (type: CelType): string =>
  writeType(type, 'null_type', (name) => wellKnownNames.get(name) ?? name)

const wellKnownNames: ReadonlyMap<string, string> = new Map([
  ['timestamp', 'google.protobuf.Timestamp'],
  ['duration', 'google.protobuf.Duration'],
  ['any', 'google.protobuf.Any'],
])

function writeType(type: CelType, nullName: string, nameOf: (name: string) => string): string {
  const name = type.kind === 'null' ? nullName : nameOf(type.name)
  const params = type.params.map((param) => writeType(param, nullName, nameOf))
  return params.length === 0 ? name : `${name}(${params.join(', ')})`
}

/** Reports whether both types are equal, including their parameters. */
export const sameType = (a: CelType, b: CelType): boolean =>
  a === b ||
  (a.kind === b.kind &&
    a.name === b.name &&
    a.params.length === b.params.length &&
    a.params.every((param, i) => {
      const other = b.params[i]
      return other !== undefined && sameType(param, other)
    }))

export const isOptionalType = (type: CelType): boolean => type.kind === 'opaque' && type.name === 'optional_type'
