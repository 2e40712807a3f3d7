import { child, type FieldError, forbidden, invalid, notSupported, required, tooLong } from '#api/field-error.ts'
import { byteLength, dns1123Label, dns1123Subdomain, pathSegmentName, patternText } from '#api/names.ts'

import { checkText } from '#server/resources/parts/validation/texts.ts'
import type { IngressClass, IngressClassParametersReference } from '#server/kinds/types/networking-v1.ts'

const controllerPath = 'spec.controller'
const parametersPath = 'spec.parameters'
const controllerBytesMax = 250

/** [ICL1] */
export const validate = ({ spec = {} }: IngressClass): readonly FieldError[] => [
  ...validateController(spec.controller ?? ''),
  ...(spec.parameters === undefined ? [] : validateParameters(spec.parameters)),
]

function validateController(controller: string): readonly FieldError[] {
  if (controller === '') return [required(controllerPath)]
  const length = byteLength(controller) > controllerBytesMax ? [tooLong(controllerPath, controllerBytesMax)] : []
  return [...length, ...validatePrefixedPath(controller)]
}

/** Validates a domain-prefixed path; an invalid part is reported by itself. */
function validatePrefixedPath(text: string): readonly FieldError[] {
  const slash = text.indexOf('/')
  const host = text.slice(0, Math.max(slash, 0))
  const path = text.slice(slash + 1)
  if (host === '' || path === '')
    return [invalid(controllerPath, text, 'must be a domain-prefixed path (such as "acme.io/foo")')]
  const pathErrors = /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/.test(path)
    ? []
    : [invalid(controllerPath, path, patternText('Invalid path', "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+"))]
  return [...checkText(host, controllerPath, dns1123Subdomain), ...pathErrors]
}

function validateParameters(parameters: IngressClassParametersReference): readonly FieldError[] {
  const { apiGroup } = parameters
  return [
    ...(apiGroup === undefined ? [] : checkText(apiGroup, child(parametersPath, 'apiGroup'), dns1123Subdomain)),
    ...validateSegment('kind', parameters.kind ?? ''),
    ...validateSegment('name', parameters.name ?? ''),
    ...validateScope(parameters),
  ]
}

const validateSegment = (field: 'kind' | 'name', text: string): readonly FieldError[] =>
  text === ''
    ? [required(child(parametersPath, field))]
    : checkText(text, child(parametersPath, field), pathSegmentName)

/** A namespace is required or forbidden depending on the scope. [ICL2] */
function validateScope({ scope, namespace }: IngressClassParametersReference): readonly FieldError[] {
  const scopes = ['Cluster', 'Namespace']
  const path = child(parametersPath, 'namespace')
  if (scope === undefined) return [required(child(parametersPath, 'scope'))]
  if (!scopes.includes(scope)) return [notSupported(child(parametersPath, 'scope'), scope, scopes)]
  if (scope === 'Cluster')
    return namespace === undefined ? [] : [forbidden(path, "`parameters.scope` is set to 'Cluster'")]
  return namespace === undefined
    ? [required(path, "`parameters.scope` is set to 'Namespace'")]
    : checkText(namespace, path, dns1123Label)
}
