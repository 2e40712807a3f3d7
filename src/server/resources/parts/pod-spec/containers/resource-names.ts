import { type FieldError, type FieldPath, invalid, notSupported } from '#api/field-error.ts'
import { qualifiedName } from '#api/names.ts'
import { checkText } from '../../validation/texts.ts'

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

/** Without a domain, or in the vendor's own. */
export const isNativeResource = (name: string): boolean => !name.includes('/') || name.includes('orch.io/')

/** A device or the like, counted in whole pieces. */
export function isExtendedResource(name: string): boolean {
  if (isNativeResource(name) || name.startsWith(requestsPrefix)) return false
  return qualifiedName(`${requestsPrefix}${name}`).length === 0
}

/** Requests and limits of the others must be equal. */
export const isOvercommitAllowed = (name: string): boolean => isNativeResource(name) && !isHugePages(name)

/** Counted in whole pieces. */
export const isIntegerResource = (name: string): boolean => integerResources.has(name) || isExtendedResource(name)

/** A resource name of any place: a standard one or one with a domain. */
export function validateResourceName(name: string, path: FieldPath): readonly FieldError[] {
  const errors = checkText(name, path, qualifiedName)
  if (errors.length > 0 || name.includes('/')) return errors
  const standard = standardResources.has(name) || isHugePages(name) || name.startsWith('requests.hugepages-')
  return standard ? [] : [invalid(path, name, 'must be a standard resource type or fully qualified')]
}

/** A resource that a container may ask for. */
export function validateContainerResourceName(name: string, path: FieldPath): readonly FieldError[] {
  const errors = validateResourceName(name, path)
  if (!name.includes('/')) {
    if (containerResources.has(name) || isHugePages(name)) return errors
    return [...errors, invalid(path, name, 'must be a standard resource for containers')]
  }
  if (isNativeResource(name) || isExtendedResource(name)) return errors
  return [...errors, invalid(path, name, "doesn't follow extended resource name standard")]
}

/** A resource that a pod as a whole may ask for. */
export function validatePodResourceName(name: string, path: FieldPath): readonly FieldError[] {
  const errors = validateResourceName(name, path)
  if (errors.length > 0 || name === 'cpu' || name === 'memory' || isHugePages(name)) return errors
  return [notSupported(path, name, ['cpu', 'hugepages-', 'memory'])]
}
