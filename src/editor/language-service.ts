/** A range of a text: from `start` up to but not including `end`, in UTF-16 units from 0. */
export interface TextSpan {
  readonly start: number
  readonly end: number
}

export interface EditorCompletion {
  readonly label: string
  readonly kind: 'field' | 'value' | 'snippet' | 'variable' | 'function'
  readonly detail: string
  readonly doc: string
  /** Replaces `range`; contains `$1` and `${2:word}` placeholders if it is a snippet. */
  readonly insert: string
  readonly isSnippet: boolean
  readonly range: TextSpan
}

export interface EditorHover {
  readonly range: TextSpan
  readonly title: string
  readonly doc: string
  readonly facts: readonly string[]
}

export interface EditorFix {
  readonly title: string
  readonly edits: readonly { readonly range: TextSpan; readonly text: string }[]
}

/** A result now, or later from a worker. */
type Later<Value> = Value | Promise<Value>

/** Language features of a text. Every function takes the whole text and never throws. */
export interface LanguageService {
  complete(text: string, offset: number): Later<readonly EditorCompletion[]>
  hover(text: string, offset: number): Later<EditorHover | undefined>
  /** Returns quick fixes for problems in a range of the text, the most likely first. */
  fixes(text: string, span: TextSpan): readonly EditorFix[]
}
