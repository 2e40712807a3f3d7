import type { UserInfo } from '#server/auth/user-info.ts'

/** Headers that describe this connection, or that only this server may set. */
const dropped = new Set([
  'authorization',
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  // Compressed once, by this server.
  'accept-encoding',
])

/** Claims about the user that only this server may make, and its own credentials. */
const prefixes = ['x-remote-', 'impersonate-', 'x-orchard-']

type Lines = readonly (readonly [name: string, value: string])[]

/** Returns the headers of a request for the other server, without its credentials and hop-by-hop headers. [APS7] */
export const forwardedHeaders = (from: Headers): Lines =>
  [...from].filter(([name]) => !dropped.has(name) && !prefixes.some((prefix) => name.startsWith(prefix)))

/** Returns the lines that tell the other server who the user is: one for each group and each extra value. [APS7] */
export const userHeaders = ({ name, uid, groups, extra }: UserInfo): Lines => [
  ['x-remote-user', name],
  ...(uid === '' ? [] : [['x-remote-uid', uid] as const]),
  ...groups.map((group) => ['x-remote-group', group] as const),
  ...Object.entries(extra).flatMap(([key, values]) =>
    values.map((value) => [`x-remote-extra-${escapeKey(key)}`, value] as const),
  ),
]

/** Percent-encodes what a header name cannot contain, and the percent sign. */
const escapeKey = (key: string): string => {
  const isLegal = (byte: number): boolean => /[A-Za-z0-9!#$&'*+\-.^_`|~]/.test(String.fromCharCode(byte))
  return Array.from(new TextEncoder().encode(key), (byte) =>
    isLegal(byte) ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('')
}
