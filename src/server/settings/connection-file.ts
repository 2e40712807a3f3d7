import { isObject, type JsonObject, textOf } from '#api/json.ts'
import { Base64Error, decodeBase64, encodeBase64 } from '#go/base64.ts'
import { parseYaml } from '#syntax/parse-yaml.ts'

/** The address and credentials of a webhook, from its connection file (kubeconfig format). */
export interface Connection {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** PEM certificates of the accepted authorities; `''` for the host's own. */
  readonly caBundle: string
}

/**
 * Parses a connection file: clusters, users and contexts. The current context is used.
 * @throws Error with a message for the operator.
 */
export function readConnectionFile(text: string, path: string): Connection {
  const file = parseYaml(text).value
  if (!isObject(file)) throw new Error(`${path}: no connection file: it is no object`)
  const context = named(file, 'contexts', 'context', textOf(file['current-context']))
  if (context === null) throw new Error(`${path}: invalid configuration: no configuration has been provided`)
  const cluster = named(file, 'clusters', 'cluster', textOf(context['cluster']))
  const url = textOf(cluster?.['server'])
  if (cluster === null || !/^https?:\/\/[^/\s]/.test(url))
    throw new Error(`${path}: the cluster of the current context has no server with https:// or http://`)
  const user = named(file, 'users', 'user', textOf(context['user'])) ?? {}
  const authority = textOf(cluster['certificate-authority-data'])
  return { url, headers: credentials(user), caBundle: authority === '' ? '' : readAuthority(authority, path) }
}

function credentials(user: JsonObject): Record<string, string> {
  const [token, name, password] = [textOf(user['token']), textOf(user['username']), textOf(user['password'])]
  if (token !== '') return { authorization: `Bearer ${token}` }
  return name === '' ? {} : { authorization: `Basic ${encodeBase64(new TextEncoder().encode(`${name}:${password}`))}` }
}

/** Returns the entry with a name in a list of the file. */
function named(file: JsonObject, list: string, part: string, name: string): JsonObject | null {
  const entries = file[list]
  if (!Array.isArray(entries)) return null
  const entry = entries.find((each) => isObject(each) && each['name'] === name)
  const found = isObject(entry) ? entry[part] : undefined
  return isObject(found) ? found : null
}

function readAuthority(text: string, path: string): string {
  try {
    return new TextDecoder().decode(decodeBase64(text))
  } catch (error) {
    if (!(error instanceof Base64Error)) throw error
    throw new Error(`${path}: certificate-authority-data is no base64`)
  }
}
