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
  /** Index after its last character, white space not counted. */
  readonly end: number
  /** Of names, tags and scalars. */
  readonly text: string
  /** A scalar without quotes and bars. */
  readonly isPlain: boolean
}
