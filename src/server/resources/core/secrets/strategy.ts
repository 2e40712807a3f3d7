import { deepEqual, emptyObject, own } from '#api/json.ts'
import { type FieldError, forbidden, invalid } from '#api/field-error.ts'
import { dns1123SubdomainName } from '#api/names.ts'
import { encodeBase64 } from '#go/base64.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import type { Secret } from '#server/kinds/types/core-v1.ts'
import { keyPairProblem } from './key-pair.ts'
import { validateSecret } from './validation.ts'

const encoder = new TextEncoder()

/** Merges the write-only field `stringData` into `data`. [SEC2] */
function foldStringData(next: Secret): void {
  const { stringData } = next
  delete next.stringData
  const names = Object.keys(stringData ?? {})
  if (names.length === 0) return
  const data = Object.assign(emptyObject(), next.data) as { [key: string]: string }
  for (const name of names) data[name] = encodeBase64(encoder.encode(own(stringData, name) ?? ''))
  next.data = data
}

/** The `type` is immutable, and `immutable` cannot be unset. [SEC3] */
function changesToSealed(next: Secret, live: Secret): readonly FieldError[] {
  const errors: FieldError[] = []
  if (next.type !== live.type) errors.push(invalid('type', next.type ?? '', 'field is immutable'))
  if (live.immutable !== true) return errors
  const sealed = 'field is immutable when `immutable` is set'
  if (next.immutable !== true) errors.push(forbidden('immutable', sealed))
  if (!deepEqual(next.data ?? {}, live.data ?? {})) errors.push(forbidden('data', sealed))
  return errors
}

export const strategy: Strategy<Secret> = {
  default(next) {
    if ((next.type ?? '') === '') next.type = 'Opaque'
    foldStringData(next)
  },
  metadataOnUpdate: 'whole',
  validateName: dns1123SubdomainName,
  validate: validateSecret,
  validateUpdate: (next, live) => [...changesToSealed(next, live), ...validateSecret(next)],
  warnings(next) {
    if (next.type !== 'orch.io/tls') return []
    const problem = keyPairProblem(own(next.data, 'tls.crt') ?? '', own(next.data, 'tls.key') ?? '')
    return problem === null ? [] : [problem]
  },
}
