import { child, type FieldError, type FieldPath, invalid, notSupported, required } from '#api/field-error.ts'
import { qualifiedName } from '#api/names.ts'
import { canonicalQuantity } from '#api/quantity.ts'
import { amountSign } from '#server/resources/parts/validation/amounts.ts'
import { fileMode } from '#server/resources/parts/validation/numbers.ts'
import { checkText, requireText } from '#server/resources/parts/validation/texts.ts'
import type { DownwardAPIVolumeFile, ObjectFieldSelector, ResourceFieldSelector } from '#server/kinds/types/core-v1.ts'
import { localNonReservedPath } from './local-path.ts'

const volumeFields = ['metadata.annotations', 'metadata.labels', 'metadata.name', 'metadata.namespace', 'metadata.uid']

/** Validates one file of a downward API volume. [POD12] */
export const validateDownwardFile = (file: DownwardAPIVolumeFile, path: FieldPath): readonly FieldError[] => [
  ...requireText(file.path, child(path, 'path')),
  ...localNonReservedPath(file.path ?? '', child(path, 'path')),
  ...validateFileSource(file, path),
  ...fileMode(file.mode, child(path, 'mode')),
]

function validateFileSource(file: DownwardAPIVolumeFile, path: FieldPath): readonly FieldError[] {
  if (file.fieldRef) {
    const errors = validateFieldRef(file.fieldRef, volumeFields, child(path, 'fieldRef'))
    if (!file.resourceFieldRef) return errors
    return [...errors, invalid(path, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously')]
  }
  if (file.resourceFieldRef)
    return validateResourceFieldRef(file.resourceFieldRef, child(path, 'resourceFieldRef'), true)
  return [required(path, 'one of fieldRef and resourceFieldRef is required')]
}

/** Pod fields that the downward API supports, in volumes or variables. */
const knownFields = new Set([
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.restartPolicy',
  'spec.serviceAccountName',
  'spec.schedulerName',
  'status.phase',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
])

/** Validates a reference to a pod field; `supported` is sorted. */
export function validateFieldRef(
  ref: ObjectFieldSelector,
  supported: readonly string[],
  path: FieldPath,
): readonly FieldError[] {
  if (!ref.apiVersion) return [required(child(path, 'apiVersion'))]
  if (!ref.fieldPath) return [required(child(path, 'fieldPath'))]
  const here = child(path, 'fieldPath')
  const { name, subscript } = splitSubscript(ref.fieldPath)
  const why = unconvertible(ref.apiVersion, name, subscript, ref.fieldPath)
  if (why !== null) return [invalid(here, ref.fieldPath, `error converting fieldPath: ${why}`)]
  const full = ref.fieldPath === 'spec.host' ? 'spec.nodeName' : ref.fieldPath
  if (subscript === undefined) return supported.includes(full) ? [] : [notSupported(here, full, supported)]
  if (name === 'metadata.annotations') return checkLowered(subscript, path)
  if (name === 'metadata.labels') return checkText(subscript, path, qualifiedName)
  return [invalid(path, name, 'does not support subscript')]
}

const checkLowered = (subscript: string, path: FieldPath): readonly FieldError[] =>
  checkText(subscript.toLowerCase(), path, qualifiedName)

function unconvertible(version: string, name: string, subscript: string | undefined, full: string): string | null {
  if (version !== 'v1') return `unsupported pod version: ${version}`
  if (subscript !== undefined) {
    return name === 'metadata.annotations' || name === 'metadata.labels'
      ? null
      : `field label does not support subscript: ${full}`
  }
  return knownFields.has(full) || full === 'spec.host' ? null : `field label not supported: ${full}`
}

/** Splits `metadata.labels['a']` into name and subscript. */
function splitSubscript(text: string): { readonly name: string; readonly subscript: string | undefined } {
  const open = text.indexOf("['")
  if (!text.endsWith("']") || open <= 0) return { name: text, subscript: undefined }
  return { name: text.slice(0, open), subscript: text.slice(open + 2, -2) }
}

const resources = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
]
const hugePages = ['requests.hugepages-', 'limits.hugepages-']

/** Validates a reference to a request or limit. Volumes must specify the container. */
export function validateResourceFieldRef(
  ref: ResourceFieldSelector,
  path: FieldPath,
  ofVolume: boolean,
): readonly FieldError[] {
  return [...validateResourceName(ref, path, ofVolume), ...validateDivisor(ref, path)]
}

function validateResourceName(ref: ResourceFieldSelector, path: FieldPath, ofVolume: boolean): readonly FieldError[] {
  if (ofVolume && !ref.containerName) return [required(child(path, 'containerName'))]
  const resource = ref.resource ?? ''
  if (resource === '') return [required(child(path, 'resource'))]
  if (resources.includes(resource) || hugePages.some((prefix) => resource.startsWith(prefix))) return []
  return [notSupported(child(path, 'resource'), resource, resources)]
}

const sizes = '1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei'

function validateDivisor({ resource = '', divisor }: ResourceFieldSelector, path: FieldPath): readonly FieldError[] {
  if (divisor === undefined || amountSign(divisor) === 0) return []
  const kind = divisorKind(resource)
  if (kind === null || kind.supported.includes(canonicalQuantity(divisor))) return []
  const values = kind.word === 'cpu' ? '1m and 1' : sizes
  return [
    invalid(
      child(path, 'divisor'),
      resource,
      `only divisor's values ${values} are supported with the ${kind.word} resource`,
    ),
  ]
}

function divisorKind(resource: string): { readonly word: string; readonly supported: readonly string[] } | null {
  if (resource.endsWith('.cpu')) return { word: 'cpu', supported: ['1m', '1'] }
  if (resource.endsWith('.memory')) return { word: 'memory', supported: sizes.split(', ') }
  if (resource.endsWith('.ephemeral-storage')) return { word: 'local ephemeral storage', supported: sizes.split(', ') }
  return resource.includes('.hugepages-') ? { word: 'hugepages', supported: sizes.split(', ') } : null
}
