import type { FieldError } from '#api/field-error.ts'
import { dns1123SubdomainName } from '#api/names.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { validateObjectMeta } from '#server/registry/metadata/validate-meta.ts'

/** Validates metadata again on update, as the reference does for these kinds, except for immutable fields. */
export const validateMetadata = (next: ApiObject): readonly FieldError[] =>
  validateObjectMeta(next.metadata, false, dns1123SubdomainName)
