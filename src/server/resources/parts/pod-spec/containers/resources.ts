import {
  child,
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  index,
  invalid,
  key,
  required,
} from '#api/field-error.ts'
import { own } from '#api/json.ts'
import { dns1123Label } from '#api/names.ts'
import {
  amountSign,
  compareAmounts,
  isDivisibleAmount,
  isWholeAmount,
} from '#server/resources/parts/validation/amounts.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import type { ResourceClaim, ResourceRequirements } from '#server/kinds/types/core-v1.ts'
import { type ClaimNames, SeenClaims } from './claim-names.ts'
import {
  isHugePages,
  isIntegerResource,
  isOvercommitAllowed,
  validateContainerResourceName,
  validatePodResourceName,
} from './resource-names.ts'

type CheckName = (name: string, path: FieldPath) => readonly FieldError[]
/** Validates the resources of a container, in sorted order; the reference's order is random. [POD23] */
export const validateContainerResources = (
  resources: ResourceRequirements,
  claims: ClaimNames,
  path: FieldPath,
): readonly FieldError[] => validateRequirements(resources, validateContainerResourceName, claims, path)

/** Validates pod-level resources. [POD24] */
export const validatePodLevelResources = (
  resources: ResourceRequirements,
  claims: ClaimNames,
  path: FieldPath,
): readonly FieldError[] => [
  ...(resources.claims === undefined
    ? []
    : [forbidden(child(path, 'claims'), 'claims may not be set for Resources at pod-level')]),
  ...validateRequirements(resources, validatePodResourceName, claims, path),
]

function validateRequirements(
  resources: ResourceRequirements,
  checkName: CheckName,
  claims: ClaimNames,
  path: FieldPath,
): readonly FieldError[] {
  const { limits = {}, requests = {} } = resources
  const names = [...Object.keys(limits), ...Object.keys(requests)]
  const hugePagesAlone = names.some(isHugePages) && !names.some((name) => name === 'cpu' || name === 'memory')
  return [
    ...Object.keys(limits)
      .toSorted()
      .flatMap((name) => validateAmount(name, own(limits, name) ?? '0', checkName, key(child(path, 'limits'), name))),
    ...Object.keys(requests)
      .toSorted()
      .flatMap((name) => validateRequest(name, resources, checkName, path)),
    ...(hugePagesAlone ? [forbidden(path, 'HugePages require cpu or memory')] : []),
    ...validateClaims(resources.claims ?? [], claims, child(path, 'claims')),
  ]
}

const validateAmount = (name: string, amount: string, checkName: CheckName, path: FieldPath): readonly FieldError[] => [
  ...checkName(name, path),
  ...validateQuantity(name, amount, path),
  ...validateHugePages(name, amount, path),
]

/** Requires a quantity that is not negative, and an integer where the resource is counted in integers. */
export const validateQuantity = (name: string, amount: string, path: FieldPath): readonly FieldError[] => [
  ...(amountSign(amount) < 0 ? [invalid(path, amount, 'must be greater than or equal to 0')] : []),
  ...(isIntegerResource(name) && !isWholeAmount(amount) ? [invalid(path, amount, 'must be an integer')] : []),
]

function validateHugePages(name: string, amount: string, path: FieldPath): readonly FieldError[] {
  if (!isHugePages(name) || isDivisibleAmount(amount, name.slice('hugepages-'.length))) return []
  return [invalid(path, amount, `${amount} is not positive integer multiple of ${name}`)]
}

function validateRequest(
  name: string,
  { limits = {}, requests = {} }: ResourceRequirements,
  checkName: CheckName,
  path: FieldPath,
): readonly FieldError[] {
  const amount = own(requests, name) ?? '0'
  const here = key(child(path, 'requests'), name)
  return [
    ...checkName(name, here),
    ...validateQuantity(name, amount, here),
    ...validateAgainstLimit(name, amount, own(limits, name), path),
    ...validateHugePages(name, amount, here),
  ]
}

function validateAgainstLimit(
  name: string,
  amount: string,
  limit: string | undefined,
  path: FieldPath,
): readonly FieldError[] {
  if (limit === undefined) {
    if (isOvercommitAllowed(name)) return []
    return [required(child(path, 'limits'), 'Limit must be set for non overcommitable resources')]
  }
  const order = compareAmounts(amount, limit)
  const here = child(path, 'requests')
  if (order !== 0 && !isOvercommitAllowed(name)) {
    return [invalid(here, amount, `must be equal to ${name} limit of ${limit}`)]
  }
  return order > 0 ? [invalid(here, amount, `must be less than or equal to ${name} limit of ${limit}`)] : []
}

function validateClaims(
  claims: readonly ResourceClaim[],
  podClaims: ClaimNames,
  path: FieldPath,
): readonly FieldError[] {
  const seen = new SeenClaims()
  return claims.flatMap((claim, at) => {
    const here = index(path, at)
    if (!claim.name) return [required(here)]
    return [...validateClaim(claim, seen, here), ...validateClaimExists(claim.name, podClaims, here)]
  })
}

function validateClaim(
  { name = '', request = '' }: ResourceClaim,
  seen: SeenClaims,
  path: FieldPath,
): readonly FieldError[] {
  if (seen.has(name)) return [duplicate(path, name)]
  const full = request === '' ? name : `${name}/${request}`
  const errors: FieldError[] = request === '' ? [] : [...checkText(request, child(path, 'request'), dns1123Label)]
  if (seen.has(full)) errors.push(duplicate(path, full))
  else if (request === '') {
    for (let requests = seen.requestsOf(name); requests > 0; requests -= 1) errors.push(duplicate(path, name))
  }
  seen.add(full)
  return errors
}

function validateClaimExists(name: string, podClaims: ClaimNames, path: FieldPath): readonly FieldError[] {
  if (podClaims.has(name)) return []
  const detail = `must be one of the names in pod.spec.resourceClaims${podClaims.listed()}`
  return [{ type: 'FieldValueNotFound', field: path, badValue: name, detail }]
}
