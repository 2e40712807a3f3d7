/** The variable of an expression, which determines its types. */
export type ExpressionScope = 'claims' | 'user' | 'request'

/** An allowed value of a field. */
export interface EnumValue {
  readonly value: string
  /** The original's spelling, if it differs. */
  readonly originalValue?: string
  readonly doc: string
}

export type ConfigType = 'string' | 'bool' | 'int32' | 'duration' | ConfigList | ConfigStruct

export interface ConfigList {
  readonly items: ConfigType
}

/** A field of a configuration: how it is decoded, and its documentation. */
export interface ConfigField {
  readonly name: string
  /** The original's spelling, if it differs. */
  readonly originalName?: string
  readonly type: ConfigType
  /** Name of the reference's Go type if it is a named string type, as decode errors print it. */
  readonly goType?: string
  /** A pointer in the reference: absent and empty differ. */
  readonly isPointer?: boolean
  /** `always`: a file without the field is refused. `sometimes`: depending on other fields. */
  readonly required?: 'always' | 'sometimes'
  /** The default value, in the syntax of the file. */
  readonly default?: string
  readonly values?: readonly EnumValue[]
  /** Release of the original that introduced the field. */
  readonly since: string
  readonly doc: string
  readonly expression?: ExpressionScope
  /** The value is the path of a file. */
  readonly isPath?: boolean
  /** Newer than our specification: accepted in the original's spelling only. */
  readonly isNewer?: boolean
  /** Snippets for the value, with `$1`, `${2:word}` and `$0` for the cursor; indented relative to the key. */
  readonly snippets?: readonly Snippet[]
}

/** A piece of a file that completion inserts. */
export interface Snippet {
  readonly label: string
  readonly doc: string
  /** The first line is inserted at the cursor, the others are indented to the same depth. */
  readonly lines: readonly string[]
}

/** A struct of the reference. */
export interface ConfigStruct {
  /** Name in decode errors, without the package: `JWTAuthenticator`. */
  readonly goName: string
  readonly fields: readonly ConfigField[]
  /** For lists: snippets for a whole item. */
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
  /** Group in the original's spelling: the egress selector is still in an older group. */
  readonly originalGroup: string
  /** Versions of the original with this shape. */
  readonly originalVersions: readonly string[]
  readonly root: ConfigStruct
  /** A complete file to start from. */
  readonly starter: Snippet
}

export const isStruct = (type: ConfigType): type is ConfigStruct => typeof type === 'object' && 'fields' in type
export const isList = (type: ConfigType): type is ConfigList => typeof type === 'object' && 'items' in type
