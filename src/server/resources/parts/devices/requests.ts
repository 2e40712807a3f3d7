import { child, type FieldError, type FieldPath, invalid, notSupported } from '#api/field-error.ts'
import { required } from '#api/field-error.ts'
import { dns1123Label, dns1123Subdomain, labelValue, qualifiedName } from '#api/names.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import type {
  DeviceClaim,
  DeviceClaimConfiguration,
  DeviceConstraint,
  DeviceRequest,
  DeviceSubRequest,
  DeviceToleration,
  ExactDeviceRequest,
} from '#server/kinds/types/resource-v1.ts'
import { listMax, validateConfiguration, validateSelectors } from './configuration.ts'
import { validateQualifiedName, validateSet, validateItems } from './lists.ts'

const alternativesMax = 8
const tolerationsMax = 16

/** Names of requests, each with the names of its subrequests. */
export type RequestNames = ReadonlyMap<string, ReadonlySet<string>>

export const requestNames = ({ requests }: DeviceClaim): RequestNames =>
  new Map(
    (requests ?? []).map(({ name = '', firstAvailable }) => [
      name,
      new Set((firstAvailable ?? []).map((alternative) => alternative.name ?? '')),
    ]),
  )

/** Validates a device claim. [DRA1] */
export function validateDeviceClaim(claim: DeviceClaim, path: FieldPath): readonly FieldError[] {
  const names = requestNames(claim)
  return [
    ...validateSet(
      claim.requests ?? [],
      { max: listMax, check: validateRequest, key: ({ name = '' }) => name, keyName: 'name' },
      child(path, 'requests'),
    ),
    ...validateItems(
      claim.constraints ?? [],
      { max: listMax, check: (each, at) => validateConstraint(each, names, at) },
      child(path, 'constraints'),
    ),
    ...validateItems(
      claim.config ?? [],
      { max: listMax, check: (each, at) => validateClaimConfiguration(each, names, at) },
      child(path, 'config'),
    ),
  ]
}

const eitherText = 'exactly one of `exactly` or `firstAvailable` is required'

function validateRequest({ name = '', exactly, firstAvailable }: DeviceRequest, path: FieldPath) {
  const errors: FieldError[] = [...checkText(name, child(path, 'name'), dns1123Label)]
  const alternatives = firstAvailable ?? []
  errors.push(
    ...validateSet(
      alternatives,
      { max: alternativesMax, check: validateAlternative, key: (each) => each.name ?? '', keyName: 'name' },
      child(path, 'firstAvailable'),
    ),
  )
  if (exactly !== undefined) errors.push(...validateExact(exactly, child(path, 'exactly')))
  if (exactly === undefined && alternatives.length === 0) errors.push(required(path, eitherText))
  if (exactly !== undefined && alternatives.length > 0)
    errors.push(invalid(path, null, `${eitherText}, but multiple fields are set`))
  return errors
}

const validateAlternative = (request: DeviceSubRequest, path: FieldPath): readonly FieldError[] => [
  ...checkText(request.name ?? '', child(path, 'name'), dns1123Label),
  ...validateExact(request, path),
]

function validateExact(request: ExactDeviceRequest | DeviceSubRequest, path: FieldPath): readonly FieldError[] {
  const { deviceClassName = '', selectors, allocationMode = '', count = 0, tolerations } = request
  const here = child(path, 'deviceClassName')
  return [
    ...(deviceClassName === '' ? [required(here)] : checkText(deviceClassName, here, dns1123Subdomain)),
    ...validateSelectors(selectors ?? [], child(path, 'selectors')),
    ...validateMode(allocationMode, count, path),
    ...validateItems(tolerations ?? [], { max: tolerationsMax, check: validateToleration }, child(path, 'tolerations')),
  ]
}

function validateToleration(
  { key = '', operator = '', value = '', effect = '' }: DeviceToleration,
  path: FieldPath,
): readonly FieldError[] {
  const effects = ['NoExecute', 'NoSchedule']
  return [
    ...(key === '' ? [] : checkText(key, child(path, 'key'), qualifiedName)),
    ...validateOperator(operator, value, path),
    ...(effect === '' || effects.includes(effect) ? [] : [notSupported(child(path, 'effect'), effect, effects)]),
  ]
}

function validateOperator(operator: string, value: string, path: FieldPath): readonly FieldError[] {
  switch (operator) {
    case 'Equal':
      return checkText(value, child(path, 'value'), labelValue)
    case 'Exists':
      return value === '' ? [] : [invalid(child(path, 'value'), value, 'must be empty for operator `Exists`')]
    case '':
      return [required(child(path, 'operator'))]
    default:
      return [notSupported(child(path, 'operator'), operator, ['Equal', 'Exists'])]
  }
}

function validateMode(mode: string, count: number, path: FieldPath): readonly FieldError[] {
  switch (mode) {
    case 'All':
      return count === 0
        ? []
        : [invalid(child(path, 'count'), count, `must not be specified when allocationMode is '${mode}'`)]
    case 'ExactCount':
      return count > 0 ? [] : [invalid(child(path, 'count'), count, 'must be greater than zero')]
    default:
      return [notSupported(child(path, 'allocationMode'), mode, ['All', 'ExactCount'])]
  }
}

const unknownName =
  "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'"

export function validateRequestReference(name: string, names: RequestNames, path: FieldPath): readonly FieldError[] {
  const parts = name.split('/')
  if (parts.length > 2) return [invalid(path, name, unknownName)]
  const [request = '', alternative] = parts
  const alternatives = names.get(request)
  const isKnown = alternatives !== undefined && (alternative === undefined || alternatives.has(alternative))
  return [
    ...parts.flatMap((part) => checkText(part, path, dns1123Label)),
    ...(isKnown ? [] : [invalid(path, name, unknownName)]),
  ]
}

export const validateReferences = (
  requests: readonly string[] | undefined,
  names: RequestNames,
  path: FieldPath,
): readonly FieldError[] =>
  validateSet(
    requests ?? [],
    {
      max: listMax,
      check: (name, at) => validateRequestReference(name, names, at),
      key: (name) => name,
      keyName: '',
    },
    child(path, 'requests'),
  )

/** Validates matchAttribute or distinctAttribute; the first one that is set is validated. [DRA2] */
function validateConstraint(
  { requests, matchAttribute, distinctAttribute }: DeviceConstraint,
  names: RequestNames,
  path: FieldPath,
): readonly FieldError[] {
  const errors = validateReferences(requests, names, path)
  if (matchAttribute !== undefined)
    return [...errors, ...validateFullName(matchAttribute, child(path, 'matchAttribute'))]
  if (distinctAttribute !== undefined)
    return [...errors, ...validateFullName(distinctAttribute, child(path, 'distinctAttribute'))]
  return [...errors, required(child(path, 'matchAttribute'))]
}

const validateFullName = (name: string, path: FieldPath): readonly FieldError[] => [
  ...validateQualifiedName(name, path),
  ...(name !== '' && !name.includes('/') ? [invalid(path, name, 'must include a domain')] : []),
]

const validateClaimConfiguration = (
  config: DeviceClaimConfiguration,
  names: RequestNames,
  path: FieldPath,
): readonly FieldError[] => [
  ...validateReferences(config.requests, names, path),
  ...validateConfiguration(config, path),
]
