/** The variable that an expression sees, and so the types it is checked with. */
export type ExpressionScope = 'claims' | 'user' | 'request'

/** One of the values that a field may have. */
export interface EnumValue {
  readonly value: string
  /** In the original's spelling, where that is another. */
  readonly originalValue?: string
  readonly doc: string
}

export type ConfigType = 'string' | 'bool' | 'int32' | 'duration' | ConfigList | ConfigStruct

export interface ConfigList {
  readonly items: ConfigType
}

/** A field of a configuration: how it is read, and what people are told of it. */
export interface ConfigField {
  readonly name: string
  /** In the original's spelling, where that is another. */
  readonly originalName?: string
  readonly type: ConfigType
  /** Name of the reference's type, where it is a string of its own: decode errors show it. */
  readonly goType?: string
  /** Absent and empty differ: a pointer in the reference. */
  readonly isPointer?: boolean
  /** Whether a file without it is refused. */
  readonly required?: 'always' | 'sometimes'
  /** As people write it. */
  readonly default?: string
  readonly values?: readonly EnumValue[]
  /** Release of the original in which it appeared. */
  readonly since: string
  readonly doc: string
  readonly expression?: ExpressionScope
  /** The value names a file. */
  readonly isPath?: boolean
  /** Newer than our specification: known in the original's spelling only. */
  readonly isNewer?: boolean
  /** What to write for it, with `$1`, `${2:word}` and `$0` where the cursor goes; indented from the key. */
  readonly snippets?: readonly Snippet[]
}

/** A piece of a file to put in whole. */
export interface Snippet {
  readonly label: string
  readonly doc: string
  /** Lines; the first stands where the cursor is, the others as deep as it. */
  readonly lines: readonly string[]
}

/** A struct of the reference. */
export interface ConfigStruct {
  /** As decode errors name it, without its package: `JWTAuthenticator`. */
  readonly goName: string
  readonly fields: readonly ConfigField[]
  /** Of lists: pieces for a whole item. */
  readonly snippets?: readonly Snippet[]
}

export const kindNames = [
  'AuthenticationConfiguration',
  'AuthorizationConfiguration',
  'EgressSelectorConfiguration',
  'TracingConfiguration',
] as const
export type KindName = (typeof kindNames)[number]

/** One of the four kinds. */
export interface ConfigKind {
  readonly name: KindName
  readonly doc: string
  readonly since: string
  /** Group of the original's spelling: the egress selector stayed in the older one. */
  readonly originalGroup: string
  /** Versions of the original that have this shape. */
  readonly originalVersions: readonly string[]
  readonly root: ConfigStruct
  /** A whole file to start from. */
  readonly starter: Snippet
}

export const isStruct = (type: ConfigType): type is ConfigStruct => typeof type === 'object' && 'fields' in type
export const isList = (type: ConfigType): type is ConfigList => typeof type === 'object' && 'items' in type
