import { dns1123Label, dns1123Subdomain } from '#api/names.ts'

const prefix = 'system:serviceaccount:'
const everyAccount = 'system:serviceaccounts'

/** The user name of a service account. */
export const serviceAccountUser = (namespace: string, name: string): string => `${prefix}${namespace}:${name}`

/** The groups of a service account, without `system:authenticated`. */
export const serviceAccountGroups = (namespace: string): readonly string[] => [
  everyAccount,
  `${everyAccount}:${namespace}`,
]

/** Parses the user name of a service account; `null` for any other name. */
export function splitServiceAccountUser(user: string): { readonly namespace: string; readonly name: string } | null {
  if (!user.startsWith(prefix)) return null
  const parts = user.slice(prefix.length).split(':')
  const [namespace = '', name = ''] = parts
  const wellFormed = parts.length === 2 && dns1123Label(namespace).length === 0 && dns1123Subdomain(name).length === 0
  return wellFormed ? { namespace, name } : null
}
