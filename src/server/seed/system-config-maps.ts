import { isObject, type Json, type JsonObject } from '#api/json.ts'

/** Information of a listening server for other components. */
export interface ServerFacts {
  /** The day of the start, such as `2030-01-31`. */
  readonly today: string
  /** The authority of client certificates in PEM; `''` without one. */
  readonly clientAuthority: string
}

const path = '/api/v1/namespaces/kube-system/configmaps'
/** Since when the use of tokens in Secrets is recorded: a controller manager deletes none before. */
const tracking = 'kube-apiserver-legacy-service-account-token-tracking'
const authentication = 'extension-apiserver-authentication'

/** Writes the ConfigMaps of `kube-system` by which components find out how this server works. [SVC19] */
export async function writeSystemConfigMaps(
  fetcher: typeof fetch,
  { today, clientAuthority }: ServerFacts,
): Promise<void> {
  if ((await read(fetcher, tracking)) === null) await create(fetcher, tracking, { since: today })
  if (clientAuthority === '') return
  const data = { 'client-ca-file': clientAuthority }
  const known = await read(fetcher, authentication)
  if (known === null) await create(fetcher, authentication, data)
  else if (dataOf(known)['client-ca-file'] !== clientAuthority)
    await answered(`${path}/${authentication}`, fetcher(`${path}/${authentication}`, send('PATCH', { data })))
}

const dataOf = (object: JsonObject): JsonObject => (isObject(object['data']) ? object['data'] : {})

async function read(fetcher: typeof fetch, name: string): Promise<JsonObject | null> {
  const answer = await fetcher(`${path}/${name}`)
  if (answer.status === 404) return null
  const object = (await (await answered(name, answer)).json()) as Json
  return isObject(object) ? object : null
}

const create = (fetcher: typeof fetch, name: string, data: JsonObject): Promise<Response> =>
  answered(name, fetcher(path, send('POST', { metadata: { name, namespace: 'kube-system' }, data })))

async function answered(what: string, pending: Response | Promise<Response>): Promise<Response> {
  const answer = await pending
  if (!answer.ok) throw new Error(`${what}: ${await answer.text()}`)
  return answer
}

const send = (method: string, body: JsonObject): RequestInit => ({
  method,
  headers: {
    'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
    'user-agent': 'kube-apiserver',
  },
  body: JSON.stringify(body),
})
