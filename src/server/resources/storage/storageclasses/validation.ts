import { type FieldError, type FieldPath, invalid, notSupported, required, tooLong } from '#api/field-error.ts'
import { own } from '#api/json.ts'
import { byteLength, qualifiedName } from '#api/names.ts'

import { checkText } from '#server/resources/parts/validation/texts.ts'
import type { StorageClass } from '#server/kinds/types/storage-v1.ts'
import { validateTopologies } from './topologies.ts'

const parametersMax = 512
const parameterBytesMax = 256 * 1024

/** [SCL1] */
export const validate = (next: StorageClass): readonly FieldError[] => [
  ...validateProvisioner(next.provisioner ?? '', 'provisioner'),
  ...validateParameters(next.parameters ?? {}),
  ...validateReclaimPolicy(next.reclaimPolicy ?? ''),
  ...validateBindingMode(next.volumeBindingMode),
  ...validateTopologies(next.allowedTopologies ?? []),
]

/** Capitals are valid, but messages print the name in lower case. */
export const validateProvisioner = (provisioner: string, path: FieldPath): readonly FieldError[] =>
  provisioner === '' ? [required(path)] : checkText(provisioner.toLowerCase(), path, qualifiedName)

export function validateParameters(parameters: { readonly [key: string]: string }): readonly FieldError[] {
  const names = Object.keys(parameters)
  if (names.length > parametersMax) return [tooLong('parameters', parametersMax)]
  const errors = names.includes('') ? [invalid('parameters', '', 'field can not be empty.')] : []
  const bytes = names.reduce((sum, name) => sum + byteLength(name) + byteLength(own(parameters, name) ?? ''), 0)
  return bytes > parameterBytesMax ? [...errors, tooLong('parameters', parameterBytesMax)] : errors
}

/** An empty policy is valid here. */
function validateReclaimPolicy(policy: string): readonly FieldError[] {
  const supported = ['Delete', 'Retain']
  return policy === '' || supported.includes(policy) ? [] : [notSupported('reclaimPolicy', policy, supported)]
}

function validateBindingMode(mode: string | undefined): readonly FieldError[] {
  const supported = ['Immediate', 'WaitForFirstConsumer']
  if (mode === undefined) return [required('volumeBindingMode')]
  return supported.includes(mode) ? [] : [notSupported('volumeBindingMode', mode, supported)]
}
