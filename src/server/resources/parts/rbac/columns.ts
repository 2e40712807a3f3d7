import type { TableColumn } from '#server/registry/resource-definition.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { RoleBinding, Subject } from '#server/kinds/types/rbac-v1.ts'

/** Columns of roles. [RB8] */
export const roleColumns: readonly TableColumn[] = [
  nameColumn,
  {
    name: 'Created At',
    type: 'date',
    description: 'The time of the creation of the object, in RFC 3339 format.',
    cell: ({ metadata }) => metadata.creationTimestamp ?? '',
  },
]

const namesOf = (kind: string, { subjects }: RoleBinding, text: (subject: Subject) => string): string =>
  (subjects ?? [])
    .filter((subject) => subject.kind === kind)
    .map(text)
    .join(', ')

const nameOf = ({ name = '' }: Subject): string => name

/** Columns of both kinds of bindings; subjects are in wide output. [RB8] */
export const bindingColumns: readonly TableColumn[] = [
  nameColumn,
  kindColumn<RoleBinding>(
    'Role',
    'The role that is given, as kind/name.',
    ({ roleRef }) => `${roleRef?.kind ?? ''}/${roleRef?.name ?? ''}`,
  ),
  ageColumn,
  kindColumn<RoleBinding>('Users', 'The users that have the role.', (binding) => namesOf('User', binding, nameOf), {
    priority: 1,
  }),
  kindColumn<RoleBinding>('Groups', 'The groups that have the role.', (binding) => namesOf('Group', binding, nameOf), {
    priority: 1,
  }),
  kindColumn<RoleBinding>(
    'ServiceAccounts',
    'The service accounts that have the role, as namespace/name.',
    (binding) => namesOf('ServiceAccount', binding, ({ namespace = '', name = '' }) => `${namespace}/${name}`),
    { priority: 1 },
  ),
]
