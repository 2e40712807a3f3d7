import { type FieldError, type FieldErrorType, type FieldPath, fieldErrorBody } from '#api/field-error.ts'
import type { NodePath } from '#document/locate.ts'
import type { TextRange } from '#document/text-range.ts'
import type { RuleId } from '#config/report/rule-texts.ts'

/** The kinds of problems. */
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

/** A problem found by a rule, before it has a position in a text. */
export interface Finding {
  /** Id of the rule: `N02`. */
  readonly code: string
  readonly severity: 'error' | 'warning'
  readonly type: ProblemType
  /** The path in the reference's message, which can differ from the path in the file. */
  readonly path: FieldPath
  /** The reference's message after the path; for warnings our own message. */
  readonly message: string
  /** The path in the file. */
  readonly at: NodePath
  readonly part?: 'key' | 'value'
  /** Set in advance for syntax errors and for parts of expressions. */
  readonly range?: TextRange
  /** The part of an expression's text that the finding is about. */
  readonly within?: TextRange
  /** Used instead of a path: the line, counted from 1, on or before which the last key `path` begins. */
  readonly line?: number
  /** The whole message of the reference, if it is not path and message. */
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

/** Collects the findings of rules. */
export class Findings {
  readonly all: Finding[] = []

  /** Adds an error of the reference; `at` is its path in the file. */
  error(code: RuleId, error: FieldError, at: NodePath, more: Partial<Finding> = {}): void {
    const type = problemTypes[error.type] ?? 'Invalid'
    const message = fieldErrorBody(error)
    this.all.push({ code, severity: 'error', type, path: error.field, message, at, ...more })
  }

  /** Adds a warning about something that the reference accepts silently, but that causes problems. */
  warning(code: RuleId, at: NodePath, message: string, more: Partial<Finding> = {}): void {
    this.all.push({ code, severity: 'warning', type: 'Warning', path: pathText(at), message, at, ...more })
  }
}

/** `jwt[0].issuer.url` */
export const pathText = (path: NodePath): string =>
  path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  )
