import type { StructSchema } from '#schema/schema.ts'

/** The identification of a type. */
export interface KindWords {
  readonly apiVersion: string
  readonly kind: string
}

/** The type of a body that does not specify one. */
export interface ExpectedType extends KindWords {
  readonly schema: StructSchema
}

/** Bytes that cannot be decoded; `found` is their declared type, once it is known. */
export class UnreadableMessage extends Error {
  readonly found: KindWords | undefined

  constructor(message: string, found?: KindWords) {
    super(message)
    this.found = found
  }
}
