import { type FieldError, forbidden, invalid, key as keyOf, tooLong } from '#api/field-error.ts'
import { deepEqual, own } from '#api/json.ts'
import { byteLength, configMapKey, dns1123SubdomainName } from '#api/names.ts'
import { decodedLength } from '#go/base64.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import type { ConfigMap } from '#server/kinds/types/core-v1.ts'

/** Maximum size of all values together. */
const dataBytesMax = 1_048_576

/** Keys are validated in sorted order; the reference's order is random. [CM1] */
function validate({ data = {}, binaryData = {} }: ConfigMap): readonly FieldError[] {
  const errors: FieldError[] = []
  let bytes = 0
  for (const name of Object.keys(data).toSorted()) {
    const field = keyOf('data', name)
    errors.push(...configMapKey(name).map((text) => invalid(field, name, text)))
    if (Object.hasOwn(binaryData, name)) errors.push(invalid(field, name, 'duplicate of key present in binaryData'))
    bytes += byteLength(own(data, name) ?? '')
  }
  for (const name of Object.keys(binaryData).toSorted()) {
    errors.push(...configMapKey(name).map((text) => invalid(keyOf('binaryData', name), name, text)))
    bytes += decodedLength(own(binaryData, name) ?? '')
  }
  // The reference reports an empty path for the whole object, which it prints as brackets.
  if (bytes > dataBytesMax) errors.push(tooLong('[]', dataBytesMax))
  return errors
}

/** `immutable` cannot be unset. [CM2] */
function changesToImmutable(next: ConfigMap, live: ConfigMap): readonly FieldError[] {
  if (live.immutable !== true) return []
  const sealed = 'field is immutable when `immutable` is set'
  const errors: FieldError[] = []
  if (next.immutable !== true) errors.push(forbidden('immutable', sealed))
  if (!deepEqual(next.data ?? {}, live.data ?? {})) errors.push(forbidden('data', sealed))
  if (!deepEqual(next.binaryData ?? {}, live.binaryData ?? {})) errors.push(forbidden('binaryData', sealed))
  return errors
}

export const strategy: Strategy<ConfigMap> = {
  metadataOnUpdate: 'whole',
  validateName: dns1123SubdomainName,
  validate,
  validateUpdate: (next, live) => [...changesToImmutable(next, live), ...validate(next)],
}
