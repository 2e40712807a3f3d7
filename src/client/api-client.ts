import { parseExactJson, printExactJson } from '#api/exact-json.ts'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject, ListMeta } from '#api/object-meta.ts'
import { readText } from './read-text.ts'
import { readRefusal } from './refusal.ts'

/** One page of a collection, or the whole collection. */
export interface ObjectList {
  readonly metadata: ListMeta
  readonly items: readonly ApiObject[]
}

/**
 * A small client for the API over one `fetch`. Paths are complete: `/api/v1/namespaces/shop/configmaps`. Every call throws
 * {@link Refusal} when the server answers with an error.
 *
 * @example
 * const client = createApiClient(fetch)
 * const { items } = await client.list('/api/v1/namespaces/shop/configmaps')
 */
export interface ApiClient {
  get<Value = ApiObject>(path: string): Promise<Value>
  list(path: string): Promise<ObjectList>
  /** Yields pages of one snapshot with `limit` objects each. */
  pages(path: string, limit: number): AsyncGenerator<ObjectList>
  create(path: string, object: JsonObject): Promise<ApiObject>
  update(path: string, object: JsonObject): Promise<ApiObject>
  mergePatch(path: string, patch: JsonObject): Promise<ApiObject>
  strategicPatch(path: string, patch: JsonObject): Promise<ApiObject>
  /** Server-side apply with `force`: conflicts are resolved for this manager. */
  apply(path: string, object: JsonObject, fieldManager: string): Promise<ApiObject>
  /** Creates an object, and leaves the answer unread. */
  post(path: string, object: JsonObject): Promise<void>
  /** Updates an object, and leaves the answer unread. */
  put(path: string, object: JsonObject): Promise<void>
  /** Patches strategically, and leaves the answer unread. */
  adjust(path: string, patch: JsonObject): Promise<void>
  /** Deletes one object or a collection; `options` are DeleteOptions. */
  delete(path: string, options?: JsonObject): Promise<JsonObject>
}

export interface ClientOptions {
  /** Sent with every request: credentials, impersonation. */
  readonly headers?: Readonly<Record<string, string>>
}

const strategic = 'application/strategic-merge-patch+json'

export function createApiClient(fetcher: typeof fetch, { headers = {} }: ClientOptions = {}): ApiClient {
  const answerTo = async (
    method: string,
    path: string,
    body?: JsonObject,
    type = 'application/json',
  ): Promise<Response> => {
    const response = await fetcher(path, {
      method,
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': type }), ...headers },
      ...(body === undefined ? {} : { body: printExactJson(body) }),
    })
    if (!response.ok) throw await readRefusal(response)
    return response
  }
  const send = async <Value>(...request: Parameters<typeof answerTo>): Promise<Value> =>
    parseExactJson(await readText(await answerTo(...request))) as Value
  const list = (path: string): Promise<ObjectList> => send<ObjectList>('GET', path)
  return {
    get: (path) => send('GET', path),
    list,
    async *pages(path, limit) {
      let token = ''
      do {
        const query = new URLSearchParams({ limit: String(limit), ...(token === '' ? {} : { continue: token }) })
        const page = await list(`${path}?${query}`)
        yield page
        token = page.metadata.continue ?? ''
      } while (token !== '')
    },
    create: (path, object) => send('POST', path, object),
    update: (path, object) => send('PUT', path, object),
    mergePatch: (path, patch) => send('PATCH', path, patch, 'application/merge-patch+json'),
    strategicPatch: (path, patch) => send('PATCH', path, patch, strategic),
    apply: (path, object, fieldManager) =>
      send(
        'PATCH',
        `${path}?${new URLSearchParams({ fieldManager, force: 'true' })}`,
        object,
        'application/apply-patch+yaml',
      ),
    async post(path, object) {
      await answerTo('POST', path, object)
    },
    async put(path, object) {
      await answerTo('PUT', path, object)
    },
    async adjust(path, patch) {
      await answerTo('PATCH', path, patch, strategic)
    },
    delete: (path, options) => send('DELETE', path, options),
  }
}
