import type { FieldError } from '#api/field-error.ts'
import { dns1123SubdomainName } from '#api/names.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { validateObjectMeta } from '#server/registry/validate-meta.ts'

/** What the reference's validation of these kinds repeats of metadata on an update: all of it, but not what may not change. */
export const validateMetadata = (next: ApiObject): readonly FieldError[] =>
  validateObjectMeta(next.metadata, false, dns1123SubdomainName)
