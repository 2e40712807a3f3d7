import { child, type FieldError, type FieldPath, forbidden, notSupported, required } from '#api/field-error.ts'
import { dns1123Label, dns1123Subdomain } from '#api/names.ts'
import { checkText, requireText } from '#server/resources/parts/validation/texts.ts'
import type { ServiceAccountSubject, Subject } from '#server/kinds/types/flowcontrol-v1.ts'

/** Fields by kind of subject, in the order in which superfluous ones are reported. */
const fields = [
  ['ServiceAccount', 'serviceAccount'],
  ['User', 'user'],
  ['Group', 'group'],
] as const
const kinds = ['Group', 'ServiceAccount', 'User']

/** Requires exactly the field of the subject's kind. [FC3] */
export function validateSubject(subject: Subject, path: FieldPath): readonly FieldError[] {
  const { kind = '' } = subject
  const own = fields.find(([each]) => each === kind)
  if (own === undefined) return [notSupported(child(path, 'kind'), kind, kinds)]
  return [
    ...validatePart(subject, own[1], path),
    ...fields
      .filter(([each, field]) => each !== kind && subject[field] !== undefined)
      .map(([each, field]) =>
        forbidden(child(path, field), `${field} is forbidden when subject kind is not '${each}'`),
      ),
  ]
}

function validatePart(subject: Subject, field: (typeof fields)[number][1], path: FieldPath): readonly FieldError[] {
  const here = child(path, field)
  const part = subject[field]
  if (part === undefined) return [required(here, `${field} is required when subject kind is '${subject.kind ?? ''}'`)]
  return field === 'serviceAccount' ? validateServiceAccount(part, here) : requireText(part.name, child(here, 'name'))
}

function validateServiceAccount({ name = '', namespace = '' }: ServiceAccountSubject, path: FieldPath) {
  const errors: readonly FieldError[] =
    name === '' || name === '*'
      ? requireText(name, child(path, 'name'))
      : checkText(name, child(path, 'name'), dns1123Subdomain)
  return [
    ...errors,
    ...(namespace === ''
      ? [required(child(path, 'namespace'), 'must specify namespace for service account')]
      : checkText(namespace, child(path, 'namespace'), dns1123Label)),
  ]
}
