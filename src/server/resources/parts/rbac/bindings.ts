import { child, type FieldError, type FieldPath, index, invalid, notSupported, required } from '#api/field-error.ts'
import { dns1123Subdomain } from '#api/names.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import type { ClusterRoleBinding, RoleBinding, RoleRef, Subject } from '#server/kinds/types/rbac-v1.ts'
import { rbacGroup, rbacName } from './names.ts'

type Binding = RoleBinding | ClusterRoleBinding

/** Defaults the API group of the role reference and of users and groups. [RB4] */
export function defaultBinding(next: Binding): void {
  next.roleRef ??= {}
  if ((next.roleRef.apiGroup ?? '') === '') next.roleRef.apiGroup = rbacGroup
  for (const subject of next.subjects ?? []) {
    const named = subject.kind === 'User' || subject.kind === 'Group'
    if (named && (subject.apiGroup ?? '') === '') subject.apiGroup = rbacGroup
  }
}

/** Validates the role reference and the subjects of a binding. [RB5] */
export const validateBinding = (
  next: Binding,
  { namespaced }: { readonly namespaced: boolean },
): readonly FieldError[] => [
  ...validateRoleRef(next.roleRef ?? {}, namespaced ? ['Role', 'ClusterRole'] : ['ClusterRole']),
  ...(next.subjects ?? []).flatMap((subject, at) => validateSubject(subject, namespaced, index('subjects', at))),
]

function validateRoleRef(
  { apiGroup = '', kind = '', name = '' }: RoleRef,
  kinds: readonly string[],
): readonly FieldError[] {
  return [
    ...(apiGroup === rbacGroup ? [] : [notSupported('roleRef.apiGroup', apiGroup, [rbacGroup])]),
    ...(kinds.includes(kind) ? [] : [notSupported('roleRef.kind', kind, kinds)]),
    ...(name === '' ? [required('roleRef.name')] : checkText(name, 'roleRef.name', (text) => rbacName(text, false))),
  ]
}

function validateSubject(subject: Subject, namespaced: boolean, path: FieldPath): readonly FieldError[] {
  const { kind = '', name = '', apiGroup = '' } = subject
  const nameErrors = name === '' ? [required(child(path, 'name'))] : []
  switch (kind) {
    case 'ServiceAccount':
      return [...nameErrors, ...validateServiceAccount(subject, namespaced, path)]
    case 'User':
    case 'Group':
      return apiGroup === rbacGroup
        ? nameErrors
        : [...nameErrors, notSupported(child(path, 'apiGroup'), apiGroup, [rbacGroup])]
    default:
      return [...nameErrors, notSupported(child(path, 'kind'), kind, ['ServiceAccount', 'User', 'Group'])]
  }
}

function validateServiceAccount(subject: Subject, namespaced: boolean, path: FieldPath): readonly FieldError[] {
  const { name = '', apiGroup = '', namespace = '' } = subject
  return [
    ...(name === '' ? [] : checkText(name, child(path, 'name'), dns1123Subdomain)),
    ...(apiGroup === '' ? [] : [notSupported(child(path, 'apiGroup'), apiGroup, [''])]),
    ...(!namespaced && namespace === '' ? [required(child(path, 'namespace'))] : []),
  ]
}

/** The role reference is immutable; the message prints it as the reference implementation does. [RB6] */
export function changedRoleRef(next: Binding, live: Binding): readonly FieldError[] {
  const { apiGroup = '', kind = '', name = '' } = next.roleRef ?? {}
  const before = live.roleRef ?? {}
  const same = apiGroup === (before.apiGroup ?? '') && kind === (before.kind ?? '') && name === (before.name ?? '')
  return same ? [] : [invalid('roleRef', { APIGroup: apiGroup, Kind: kind, Name: name }, 'cannot change roleRef')]
}
