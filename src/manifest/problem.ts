import type { NodePath } from '#document/locate.ts'
import type { TextEdit } from '#document/edits.ts'
import type { TextPosition, TextRange } from '#document/text-range.ts'

/** A change that resolves a problem; the person decides whether to apply it. */
export interface ManifestFix {
  readonly title: string
  readonly edits: readonly TextEdit[]
}

/** `syntax`, `unknown`, `duplicate`, `type` and `value` come from the text and its schema, the others from the server. */
export type ProblemCode = 'syntax' | 'unknown' | 'duplicate' | 'type' | 'value' | 'required' | 'refused'

/** A problem at a position of an object's text. */
export interface ManifestProblem {
  readonly code: ProblemCode
  readonly at: NodePath
  /** `spec.containers[0].image` */
  readonly path: string
  readonly message: string
  readonly range: TextRange
  readonly start: TextPosition
  readonly end: TextPosition
  readonly fixes: readonly ManifestFix[]
}

/** A problem before it has a position. */
export interface Found {
  readonly code: ProblemCode
  readonly at: NodePath
  readonly message: string
  readonly part?: 'key' | 'value'
  readonly range?: TextRange
  /** Values that the server would accept here. */
  readonly values?: readonly string[]
}

/** `spec.containers[0].image`; keys that are not names are in brackets. */
export const pathText = (path: NodePath): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    if (!/^[A-Za-z_$][\w$-]*$/.test(step)) return `${text}[${step}]`
    return text === '' ? step : `${text}.${step}`
  }, '')
