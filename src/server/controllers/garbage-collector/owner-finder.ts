import type { ApiObject, OwnerReference } from '#api/object-meta.ts'
import type { ObjectFacts } from '#facts/metadata-feed.ts'
import type { ApiClient } from '#client/api-client.ts'
import { Refusal } from '#client/refusal.ts'

interface Served {
  readonly name: string
  readonly kind: string
  readonly namespaced: boolean
}

/** The state of an owner: present (`object`), absent, or impossible. */
export type OwnerState =
  | { readonly type: 'present'; readonly object: ApiObject }
  | { readonly type: 'absent' }
  /** A cluster-scoped object cannot have a namespaced owner: such a reference is left alone. */
  | { readonly type: 'impossible' }

/** Looks up owners by discovery and live reads. @throws Refusal, Error for a kind that is not served (yet) */
export interface OwnerFinder {
  find(dependent: ObjectFacts, owner: OwnerReference): Promise<OwnerState>
}

export function createOwnerFinder(client: ApiClient): OwnerFinder {
  const cache = new Map<string, Promise<readonly Served[]>>()
  const rootOf = (apiVersion: string): string => `${apiVersion.includes('/') ? '/apis' : '/api'}/${apiVersion}`
  const discover = (apiVersion: string): Promise<readonly Served[]> => {
    const pending =
      cache.get(apiVersion) ??
      client.get<{ resources: readonly Served[] }>(rootOf(apiVersion)).then(({ resources }) => resources)
    cache.set(apiVersion, pending)
    return pending
  }
  const typeOf = async ({ apiVersion, kind }: OwnerReference): Promise<Served> => {
    try {
      const found = (await discover(apiVersion)).find((each) => each.kind === kind && !each.name.includes('/'))
      if (found !== undefined) return found
    } catch (error) {
      cache.delete(apiVersion)
      throw error
    }
    // The kind may be served later: discovery is repeated for the next lookup.
    cache.delete(apiVersion)
    throw new Error(`unable to get REST mapping for ${apiVersion}/${kind}.`)
  }
  return {
    async find(dependent, owner) {
      const { name: resource, namespaced } = await typeOf(owner)
      if (namespaced && dependent.namespace === '') return { type: 'impossible' }
      const place = namespaced ? `/namespaces/${encodeURIComponent(dependent.namespace)}` : ''
      try {
        const object = await client.get(
          `${rootOf(owner.apiVersion)}${place}/${resource}/${encodeURIComponent(owner.name)}`,
        )
        return object.metadata.uid === owner.uid ? { type: 'present', object } : { type: 'absent' }
      } catch (error) {
        if (isNotFound(error, owner.name)) return { type: 'absent' }
        cache.delete(owner.apiVersion)
        throw error
      }
    },
  }
}

/** Reports whether the object does not exist, as opposed to its type not being served. */
export const isNotFound = (error: unknown, name: string): boolean =>
  error instanceof Refusal && error.status.code === 404 && error.status.details?.name === name

export const isConflict = (error: unknown): boolean => error instanceof Refusal && error.status.code === 409
