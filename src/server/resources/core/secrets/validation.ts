import { type FieldError, invalid, key as keyOf, required, tooLong } from '#api/field-error.ts'
import { own } from '#api/json.ts'
import { configMapKey } from '#api/names.ts'
import type { ObjectMeta } from '#api/object-meta.ts'
import { decodeBase64, decodedLength } from '#go/base64.ts'
import type { Secret } from '#server/kinds/types/core-v1.ts'
import { jsonObjectProblem } from './json-problem.ts'

/** Maximum size of all values together. */
const dataBytesMax = 1_048_576
const accountName = 'orch.io/service-account.name'

/** Validates keys and size of `data`, then the keys that the type requires. [SEC1] */
export function validateSecret(secret: Secret): readonly FieldError[] {
  const { data = {} } = secret
  const errors: FieldError[] = []
  let bytes = 0
  for (const name of Object.keys(data).toSorted()) {
    errors.push(...configMapKey(name).map((text) => invalid(keyOf('data', name), name, text)))
    bytes += decodedLength(own(data, name) ?? '')
  }
  if (bytes > dataBytesMax) errors.push(tooLong('data', dataBytesMax))
  return [...errors, ...validateType(secret)]
}

function validateType({ type, data = {}, metadata }: Secret): readonly FieldError[] {
  const missing = (...names: readonly string[]): readonly FieldError[] =>
    names.filter((name) => !Object.hasOwn(data, name)).map((name) => required(keyOf('data', name)))
  switch (type) {
    case 'orch.io/service-account-token':
      return requireAccount(metadata)
    case 'orch.io/dockercfg':
      return validateJson('.dockercfg', data)
    case 'orch.io/dockerconfigjson':
      return validateJson('.dockerconfigjson', data)
    case 'orch.io/basic-auth': {
      // One of the two keys is sufficient; causes are sorted by key.
      const errors = missing('password', 'username')
      return errors.length === 2 ? errors : []
    }
    case 'orch.io/ssh-auth':
      return (own(data, 'ssh-privatekey') ?? '') === '' ? [required(keyOf('data', 'ssh-privatekey'))] : []
    case 'orch.io/tls':
      return missing('tls.crt', 'tls.key')
    default:
      return []
  }
}

const requireAccount = ({ annotations }: ObjectMeta): readonly FieldError[] =>
  (own(annotations, accountName) ?? '') === '' ? [required(keyOf('metadata.annotations', accountName))] : []

function validateJson(name: string, data: { readonly [key: string]: string }): readonly FieldError[] {
  const value = own(data, name)
  if (value === undefined) return [required(keyOf('data', name))]
  const problem = jsonObjectProblem(decodeBase64(value))
  return problem === null ? [] : [invalid(keyOf('data', name), '<secret contents redacted>', problem)]
}
