import { toGroupResource } from '#api/group-version-resource.ts'

/** The parts of a storage key. `namespace` is `''` for cluster-scoped objects. */
export interface ObjectKey {
  readonly group: string
  readonly resource: string
  readonly namespace: string
  readonly name: string
}

const ROOT = '/registry/'

/**
 * Returns the prefix of all objects of one resource, `/registry/deployments.apps/`. Keys sort as in etcd: `ns-o/x`
 * before `ns/x`. [ST1]
 */
export const resourcePrefix = (what: { readonly group: string; readonly resource: string }): string =>
  `${ROOT}${toGroupResource(what)}/`

/**
 * Returns the prefix of one resource in one namespace; `''` selects the whole resource. Always ends in `/`, so `ns`
 * does not match `ns-o`. [ST1]
 */
export const namespacePrefix = (
  what: { readonly group: string; readonly resource: string },
  namespace: string,
): string => (namespace === '' ? resourcePrefix(what) : `${resourcePrefix(what)}${namespace}/`)

/** Returns the storage key of one object. */
export const objectKey = (what: ObjectKey): string => `${namespacePrefix(what, what.namespace)}${what.name}`

/** Parses a storage key; `null` when it does not have the form of one. */
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

/** Returns the first key after all keys that start with `prefix`. `''` matches every key. */
export function endOfPrefix(prefix: string): string {
  let at = prefix.length - 1
  while (at >= 0 && prefix.charCodeAt(at) === 0xffff) at -= 1
  return at < 0 ? '\u{10ffff}\u{10ffff}' : prefix.slice(0, at) + String.fromCharCode(prefix.charCodeAt(at) + 1)
}

const beyondPlain = /[\ud800-\uffff]/g

/**
 * Returns a text whose order by code units is that of the bytes of `key` in UTF-8, as etcd has it: halves of characters
 * beyond U+FFFF sort after all others. Most keys have neither and are returned as they are. [ST1]
 */
export const byteOrder = (key: string): string =>
  /[\ud800-\uffff]/.test(key)
    ? key.replace(beyondPlain, (unit) =>
        String.fromCharCode(unit.charCodeAt(0) + (unit.charCodeAt(0) < 0xe000 ? 0x2000 : -0x800)),
      )
    : key

/** Returns the key right after `key`: the start of the next page, in the form that continue tokens use. */
export const keyAfter = (key: string): string => `${key}\0`
