import { type FieldError, type FieldErrorType, type FieldPath, fieldErrorBody } from '#api/field-error.ts'
import type { NodePath } from './locate.ts'
import type { TextRange } from './text-range.ts'

/** What is wrong, in the words of our corpora. */
export type ProblemType =
  | 'Required'
  | 'Invalid'
  | 'Duplicate'
  | 'NotSupported'
  | 'TooMany'
  | 'Forbidden'
  | 'Internal'
  | 'UnknownField'
  | 'DuplicateField'
  | 'WrongType'
  | 'WrongKind'
  | 'MissingKind'
  | 'Malformed'
  | 'Duration'
  | 'Warning'

/** One thing that a rule found, before it has a place in a text. */
export interface Finding {
  /** Id of the rule: `N02`. */
  readonly code: string
  readonly severity: 'error' | 'warning'
  readonly type: ProblemType
  /** As the reference names it, which is not always where it stands. */
  readonly path: FieldPath
  /** The reference's text after the path; of warnings our own. */
  readonly message: string
  /** Where it stands. */
  readonly at: NodePath
  readonly part?: 'key' | 'value'
  /** Known already: of syntax errors, and parts of expressions. */
  readonly range?: TextRange
  /** Part of the text of an expression that is meant. */
  readonly within?: TextRange
  /** Known instead of a place: the line, from 1, on or before which the last key `path` stands. */
  readonly line?: number
  /** The whole text of the reference, where it is not path and message. */
  readonly whole?: string
}

const problemTypes: Readonly<Partial<Record<FieldErrorType, ProblemType>>> = {
  FieldValueRequired: 'Required',
  FieldValueInvalid: 'Invalid',
  FieldValueDuplicate: 'Duplicate',
  FieldValueNotSupported: 'NotSupported',
  FieldValueTooMany: 'TooMany',
  FieldValueForbidden: 'Forbidden',
  InternalError: 'Internal',
}

/** Gathers what rules find. */
export class Findings {
  readonly all: Finding[] = []

  /** An error of the reference; `at` says where it stands in the file. */
  error(code: string, error: FieldError, at: NodePath, more: Partial<Finding> = {}): void {
    const type = problemTypes[error.type] ?? 'Invalid'
    const message = fieldErrorBody(error)
    this.all.push({ code, severity: 'error', type, path: error.field, message, at, ...more })
  }

  /** What the reference accepts without a word, though it is trouble. */
  warning(code: string, at: NodePath, message: string, more: Partial<Finding> = {}): void {
    this.all.push({ code, severity: 'warning', type: 'Warning', path: pathText(at), message, at, ...more })
  }
}

/** `jwt[0].issuer.url` */
export const pathText = (path: NodePath): string =>
  path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  )
