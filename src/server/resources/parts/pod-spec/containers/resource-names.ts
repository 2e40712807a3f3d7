import { type FieldError, type FieldPath, invalid, notSupported } from '#api/field-error.ts'
import { qualifiedName } from '#api/names.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'

const containerResources = new Set(['cpu', 'memory', 'ephemeral-storage'])
const standardResources = new Set([
  'cpu',
  'memory',
  'ephemeral-storage',
  'requests.cpu',
  'requests.memory',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'storage',
  'requests.storage',
  'services.nodeports',
  'services.loadbalancers',
])
const integerResources = new Set([
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
])
const hugePagesPrefix = 'hugepages-'
const requestsPrefix = 'requests.'

export const isHugePages = (name: string): boolean => name.startsWith(hugePagesPrefix)

/** Reports whether a resource is unqualified or in the vendor's domain. */
export const isNativeResource = (name: string): boolean => !name.includes('/') || name.includes('orch.io/')

/** Reports whether a resource is an extended resource, which is counted in integers. */
export function isExtendedResource(name: string): boolean {
  if (isNativeResource(name) || name.startsWith(requestsPrefix)) return false
  return qualifiedName(`${requestsPrefix}${name}`).length === 0
}

/** Reports whether a resource may be overcommitted; for others, requests must equal limits. */
export const isOvercommitAllowed = (name: string): boolean => isNativeResource(name) && !isHugePages(name)

/** Reports whether a resource is counted in integers. */
export const isIntegerResource = (name: string): boolean => integerResources.has(name) || isExtendedResource(name)

/** Validates a resource name of any use: a standard name or one with a domain. */
export function validateResourceName(name: string, path: FieldPath): readonly FieldError[] {
  const errors = checkText(name, path, qualifiedName)
  if (errors.length > 0 || name.includes('/')) return errors
  const standard = standardResources.has(name) || isHugePages(name) || name.startsWith('requests.hugepages-')
  return standard ? [] : [invalid(path, name, 'must be a standard resource type or fully qualified')]
}

/** Validates the name of a resource that a container may request. */
export function validateContainerResourceName(name: string, path: FieldPath): readonly FieldError[] {
  const errors = validateResourceName(name, path)
  if (!name.includes('/')) {
    if (containerResources.has(name) || isHugePages(name)) return errors
    return [...errors, invalid(path, name, 'must be a standard resource for containers')]
  }
  if (isNativeResource(name) || isExtendedResource(name)) return errors
  return [...errors, invalid(path, name, "doesn't follow extended resource name standard")]
}

/** Validates the name of a resource that may be requested at the pod level. */
export function validatePodResourceName(name: string, path: FieldPath): readonly FieldError[] {
  const errors = validateResourceName(name, path)
  if (errors.length > 0 || name === 'cpu' || name === 'memory' || isHugePages(name)) return errors
  return [notSupported(path, name, ['cpu', 'hugepages-', 'memory'])]
}
