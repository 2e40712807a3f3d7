import { quoteGo } from '#go/quote.ts'
import { type FieldError, fieldErrorBody } from './field-error.ts'
import { toGroupKind, toGroupResource } from './group-version-resource.ts'
import type { Status, StatusCause, StatusDetails } from './status.ts'

/** The HTTP code of each reason; the only such table. [ER1] */
const codes = {
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  AlreadyExists: 409,
  Conflict: 409,
  Gone: 410,
  Expired: 410,
  RequestEntityTooLarge: 413,
  UnsupportedMediaType: 415,
  Invalid: 422,
  TooManyRequests: 429,
  InternalError: 500,
  ServiceUnavailable: 503,
  ServerTimeout: 500,
  Timeout: 504,
} as const

export type StatusReason = keyof typeof codes

interface ApiErrorExtras {
  readonly details?: StatusDetails | undefined
  /** Overrides the HTTP code of the reason, as Kubernetes does for example with a 500 without a reason. */
  readonly code?: number | undefined
  /** `''` omits the reason from the Status. */
  readonly reasonText?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Fields of `metadata`, such as the new token after an expired continue token. */
  readonly metadata?: Readonly<Record<string, string>> | undefined
}

/** The only expected error that ends a request. `filters/errors.ts` turns it into a Status. [ER2] */
export class ApiError extends Error {
  readonly reason: StatusReason
  readonly code: number
  readonly extras: ApiErrorExtras

  constructor(reason: StatusReason, message: string, extras: ApiErrorExtras = {}) {
    super(message)
    this.name = 'ApiError'
    this.reason = reason
    this.code = extras.code ?? codes[reason]
    this.extras = extras
  }

  toStatus(): Status {
    const { details, reasonText = this.reason, metadata } = this.extras
    return {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: { ...metadata },
      status: 'Failure',
      message: this.message,
      ...(reasonText === '' ? {} : { reason: reasonText }),
      ...(details === undefined ? {} : { details }),
      code: this.code,
    }
  }
}

/** A 500 whose message contains the cause. */
export const internalError = (why: string): ApiError =>
  new ApiError('InternalError', `Internal error occurred: ${why}`, { details: { causes: [{ message: why }] } })

interface Named {
  readonly group: string
  readonly resource: string
}

/** `details.kind` of these errors is the plural name of the resource. */
const about = (what: Named, name: string): StatusDetails => ({
  ...(name === '' ? {} : { name }),
  ...(what.group === '' ? {} : { group: what.group }),
  kind: what.resource,
})

/** The 504 of a request that timed out. [RQ8] */
export const requestTimeout = (): ApiError =>
  new ApiError('Timeout', 'Timeout: request did not complete within the allotted timeout', { details: {} })

export const badRequest = (message: string): ApiError => new ApiError('BadRequest', message)

export const notFound = (what: Named, name: string): ApiError =>
  new ApiError('NotFound', `${toGroupResource(what)} ${quoteGo(name)} not found`, { details: about(what, name) })

export const alreadyExists = (what: Named, name: string): ApiError =>
  new ApiError('AlreadyExists', `${toGroupResource(what)} ${quoteGo(name)} already exists`, {
    details: about(what, name),
  })

export const conflict = (what: Named, name: string, why: string): ApiError =>
  new ApiError('Conflict', `Operation cannot be fulfilled on ${toGroupResource(what)} ${quoteGo(name)}: ${why}`, {
    details: about(what, name),
  })

export const forbiddenRequest = (what: Named, name: string, why: string): ApiError =>
  new ApiError(
    'Forbidden',
    name === ''
      ? `${toGroupResource(what)} is forbidden: ${why}`
      : `${toGroupResource(what)} ${quoteGo(name)} is forbidden: ${why}`,
    { details: about(what, name) },
  )

/** The characters of all errors of one object. Each of n items may show the same list of n names. [ER7] */
const ERROR_CHARACTERS_MAX = 4 * 1024 * 1024

interface ShownErrors {
  readonly texts: ReadonlySet<string>
  readonly causes: readonly StatusCause[]
  readonly left: number
}

function shownErrors(errors: readonly FieldError[]): ShownErrors {
  const texts = new Set<string>()
  const causes: StatusCause[] = []
  let length = 0
  for (const error of errors) {
    if (length > ERROR_CHARACTERS_MAX) break
    const message = fieldErrorBody(error)
    const text = `${error.field}: ${message}`
    length += text.length
    texts.add(text)
    causes.push({ reason: error.type, message, field: error.field })
  }
  return { texts, causes, left: errors.length - causes.length }
}

/** 422 with one cause per field error; `details.kind` is the kind, not the resource. */
export function invalidObject(
  what: { readonly group: string; readonly kind: string },
  name: string,
  errors: readonly FieldError[],
): ApiError {
  const { texts: shown, causes, left } = shownErrors(errors)
  const texts = [...shown, ...(left > 0 ? [`and ${left} more errors`] : [])]
  const list = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`
  return new ApiError(
    'Invalid',
    `${toGroupKind(what)} ${quoteGo(name)} is invalid${list === undefined ? '' : `: ${list}`}`,
    {
      details: {
        ...(name === '' ? {} : { name }),
        ...(what.group === '' ? {} : { group: what.group }),
        ...(what.kind === '' ? {} : { kind: what.kind }),
        causes: [...causes],
      },
    },
  )
}
