import { child, type FieldError, type FieldPath, invalid, required } from '#api/field-error.ts'
import { dns1035Label, dns1123Subdomain, pathSegmentName, portName, portNumber } from '#api/names.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import type { TypedLocalObjectReference } from '#server/kinds/types/core-v1.ts'
import type { IngressBackend, IngressServiceBackend } from '#server/kinds/types/networking-v1.ts'

/** Requires either a service with one port or a resource. [ING3] */
export function validateBackend({ resource, service }: IngressBackend, path: FieldPath): readonly FieldError[] {
  if (resource !== undefined && service !== undefined)
    return [invalid(path, '', 'cannot set both resource and service backends')]
  if (resource !== undefined) return validateReference(resource, child(path, 'resource'))
  if (service !== undefined) return validateService(service, path)
  return [invalid(path, '', 'resource or service backend is required')]
}

function validateService({ name = '', port = {} }: IngressServiceBackend, path: FieldPath): readonly FieldError[] {
  const here = child(path, 'service', 'name')
  return [
    ...(name === '' ? [required(here)] : checkText(name, here, dns1035Label)),
    ...validatePort(port.name ?? '', port.number ?? 0, path),
  ]
}

function validatePort(name: string, number: number, path: FieldPath): readonly FieldError[] {
  const here = child(path, 'service', 'port')
  if (name !== '' && number !== 0) return [invalid(path, '', 'cannot set both port name & port number')]
  if (name !== '') return checkText(name, child(here, 'name'), portName)
  if (number !== 0) return portNumber(number).map((text) => invalid(child(here, 'number'), number, text))
  return [required(path, 'port name or number is required')]
}

function validateReference(
  { apiGroup, kind, name }: TypedLocalObjectReference,
  path: FieldPath,
): readonly FieldError[] {
  const segment = (field: string, text = ''): readonly FieldError[] =>
    text === '' ? [required(child(path, field))] : checkText(text, child(path, field), pathSegmentName)
  return [
    ...(apiGroup === undefined ? [] : checkText(apiGroup, child(path, 'apiGroup'), dns1123Subdomain)),
    ...segment('kind', kind),
    ...segment('name', name),
  ]
}
