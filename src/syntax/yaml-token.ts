import type { YamlMark } from './yaml-errors.ts'

export type YamlTokenType =
  | 'stream-end'
  | 'directive'
  | 'document-start'
  | 'document-end'
  | 'block-list'
  | 'block-map'
  | 'block-end'
  | '['
  | ']'
  | '{'
  | '}'
  | 'entry'
  | ','
  | 'key'
  | 'value'
  | 'alias'
  | 'anchor'
  | 'tag'
  | 'scalar'

export interface YamlToken {
  readonly type: YamlTokenType
  readonly mark: YamlMark
  /** Offset after its last character, without trailing white space. */
  readonly end: number
  /** Text of names, tags and scalars. */
  readonly text: string
  /** True for a plain scalar, false for a quoted one or a block. */
  readonly isPlain: boolean
}
