import { child, type FieldError, index, invalid, notSupported, required } from '#api/field-error.ts'
import { dns1035Label, dns1123Subdomain, pathSegmentName, portNumber } from '#api/names.ts'
import { decodedLength } from '#go/base64.ts'
import { checkText, requireText } from '#server/resources/parts/validation/texts.ts'
import type { APIService, APIServiceSpec } from '#server/kinds/types/apiregistration-v1.ts'

const groupPriorityMax = 20_000
const versionPriorityMax = 1000

/** Requires a name that consists of the version and the group. [APS1] */
export function validateNames({ metadata: { name = '' }, spec = {} }: APIService): readonly FieldError[] {
  const texts = pathSegmentName(name)
  if (texts.length > 0) return texts.map((text) => invalid('metadata.name', name, text))
  const wanted = `${spec.version ?? ''}.${spec.group ?? ''}`
  return name === '' || name === wanted
    ? []
    : [invalid('metadata.name', name, `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(wanted)}`)]
}

/** [APS1] */
export const validate = ({ spec = {} }: APIService): readonly FieldError[] => [
  ...validateGroup(spec),
  ...validatePriorities(spec),
  ...(spec.service === undefined ? validateLocal(spec) : validateService(spec)),
]

function validateGroup({ group = '', version = '' }: APIServiceSpec): readonly FieldError[] {
  return [
    ...(group === '' && version !== 'v1'
      ? [required('spec.group', 'only v1 may have an empty group and it better be legacy kube')]
      : []),
    ...(group === '' ? [] : checkText(group, 'spec.group', dns1123Subdomain)),
    ...checkText(version, 'spec.version', dns1035Label),
  ]
}

function validatePriorities(spec: APIServiceSpec): readonly FieldError[] {
  const { groupPriorityMinimum: group = 0, versionPriority: version = 0 } = spec
  return [
    ...(group <= 0 || group > groupPriorityMax
      ? [invalid('spec.groupPriorityMinimum', group, 'must be positive and less than 20000')]
      : []),
    ...(version <= 0 || version > versionPriorityMax
      ? [invalid('spec.versionPriority', version, 'must be positive and less than 1000')]
      : []),
  ]
}

const tls = 'spec.insecureSkipTLSVerify'

function validateLocal({ caBundle = '', insecureSkipTLSVerify = false }: APIServiceSpec): readonly FieldError[] {
  const errors: FieldError[] = []
  if (caBundle !== '')
    errors.push(
      invalid('spec.caBundle', `${decodedLength(caBundle)} bytes`, 'local APIServices may not have a caBundle'),
    )
  if (insecureSkipTLSVerify) errors.push(invalid(tls, true, 'local APIServices may not have insecureSkipTLSVerify'))
  return errors
}

function validateService({ service = {}, caBundle = '', insecureSkipTLSVerify }: APIServiceSpec) {
  const path = 'spec.service'
  const portTexts = portNumber(service.port ?? 0)
  const errors: FieldError[] = [
    ...requireText(service.namespace, child(path, 'namespace')),
    ...requireText(service.name, child(path, 'name')),
  ]
  if (portTexts.length > 0)
    errors.push(invalid(child(path, 'port'), service.port ?? 0, `port is not valid: ${portTexts.join(', ')}`))
  if (insecureSkipTLSVerify === true && caBundle !== '')
    errors.push(invalid(tls, true, 'may not be true if caBundle is present'))
  return errors
}

export const validateStatus = ({ status }: APIService): readonly FieldError[] =>
  (status?.conditions ?? []).flatMap((condition, at) => {
    const states = ['True', 'False', 'Unknown']
    const path = child(index('status.conditions', at), 'status')
    return states.includes(condition.status ?? '') ? [] : [notSupported(path, condition.status ?? '', states)]
  })
