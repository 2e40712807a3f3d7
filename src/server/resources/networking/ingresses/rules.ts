import { child, type FieldError, type FieldPath, index, invalid, notSupported, required } from '#api/field-error.ts'
import { dns1123Subdomain, wildcardDns1123Subdomain } from '#api/names.ts'
import { parseIp } from '#server/resources/parts/validation/ip-text.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import type { HTTPIngressPath, HTTPIngressRuleValue, IngressRule } from '#server/kinds/types/networking-v1.ts'
import { validateBackend } from './backends.ts'

/** Validates one rule: a host and its paths. [ING2] */
export const validateRule = ({ host = '', http }: IngressRule, path: FieldPath): readonly FieldError[] => [
  ...(host === '' ? [] : validateHost(host, child(path, 'host'))),
  ...(http === undefined ? [] : validateHTTP(http, child(path, 'http'))),
]

const validateHost = (host: string, path: FieldPath): readonly FieldError[] => [
  ...(parseIp(host) === null ? [] : [invalid(path, host, 'must be a DNS name, not an IP address')]),
  ...validateHostName(host, path),
]

/** Validates a DNS name, whose first label may be a wildcard. */
export const validateHostName = (host: string, path: FieldPath): readonly FieldError[] =>
  checkText(host, path, host.includes('*') ? wildcardDns1123Subdomain : dns1123Subdomain)

function validateHTTP({ paths }: HTTPIngressRuleValue, path: FieldPath): readonly FieldError[] {
  const here = child(path, 'paths')
  if ((paths ?? []).length === 0) return [required(here)]
  return (paths ?? []).flatMap((item, at) => validatePath(item, index(here, at)))
}

function validatePath(item: HTTPIngressPath, path: FieldPath): readonly FieldError[] {
  if (item.pathType === undefined) return [required(child(path, 'pathType'), 'pathType must be specified')]
  return [
    ...validatePathText(item.path ?? '', item.pathType, path),
    ...validateBackend(item.backend ?? {}, child(path, 'backend')),
  ]
}

/** The rules of a path depend on its type. [ING4] */
function validatePathText(text: string, pathType: string, path: FieldPath): readonly FieldError[] {
  const here = child(path, 'path')
  const notAbsolute = invalid(here, text, 'must be an absolute path')
  switch (pathType) {
    case 'Exact':
    case 'Prefix':
      return [...(text.startsWith('/') ? [] : [notAbsolute]), ...validateSegments(text, here)]
    case 'ImplementationSpecific':
      return text === '' || text.startsWith('/') ? [] : [notAbsolute]
    default:
      return [notSupported(child(path, 'pathType'), pathType, ['Exact', 'ImplementationSpecific', 'Prefix'])]
  }
}

const validateSegments = (text: string, path: FieldPath): readonly FieldError[] => [
  ...['//', '/./', '/../', '%2f', '%2F']
    .filter((part) => text.includes(part))
    .map((part) => invalid(path, text, `must not contain '${part}'`)),
  ...['/..', '/.'].filter((end) => text.endsWith(end)).map((end) => invalid(path, text, `cannot end with '${end}'`)),
]
