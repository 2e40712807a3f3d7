import { toGroupResource } from '#api/group-version-resource.ts'

/** What a storage key names. `namespace` is `''` for objects of the cluster's scope. */
export interface ObjectKey {
  readonly group: string
  readonly resource: string
  readonly namespace: string
  readonly name: string
}

const ROOT = '/registry/'

/** Prefix of all objects of one resource, `/registry/deployments.apps/`. Keys sort as etcd's do: `ns-o/x` before `ns/x`. [ST1] */
export const resourcePrefix = (what: { readonly group: string; readonly resource: string }): string =>
  `${ROOT}${toGroupResource(what)}/`

/** Prefix of one resource in one namespace; `''` is the whole resource. Always ends in `/`, so `ns` never meets `ns-o`. [ST1] */
export const namespacePrefix = (
  what: { readonly group: string; readonly resource: string },
  namespace: string,
): string => (namespace === '' ? resourcePrefix(what) : `${resourcePrefix(what)}${namespace}/`)

/** Storage key of one object. */
export const objectKey = (what: ObjectKey): string => `${namespacePrefix(what, what.namespace)}${what.name}`

/** Reads a key back, `null` when it is none of ours. */
export function parseObjectKey(key: string): ObjectKey | null {
  if (!key.startsWith(ROOT)) return null
  const [groupResource = '', first = '', second, ...more] = key.slice(ROOT.length).split('/')
  if (groupResource === '' || first === '' || more.length > 0) return null
  const dot = groupResource.indexOf('.')
  const resource = dot < 0 ? groupResource : groupResource.slice(0, dot)
  const group = dot < 0 ? '' : groupResource.slice(dot + 1)
  return second === undefined
    ? { group, resource, namespace: '', name: first }
    : { group, resource, namespace: first, name: second }
}

/** The first key after all keys that start with `prefix`. `''` is every key. */
export function endOfPrefix(prefix: string): string {
  let at = prefix.length - 1
  while (at >= 0 && prefix.charCodeAt(at) === 0xffff) at -= 1
  return at < 0 ? '\uffff\uffff' : prefix.slice(0, at) + String.fromCharCode(prefix.charCodeAt(at) + 1)
}

/** The key right after `key`: where a page goes on, as the reference writes it into its continue tokens. */
export const keyAfter = (key: string): string => `${key}\0`
