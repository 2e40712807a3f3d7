import { type Revision, toRevision } from '#api/revision.ts'
import type { ListRequest, Matches, ObjectStore, WatchRequest, Written } from '#server/storage/object-store.ts'
import type { StoredObject } from '#server/storage/stored-object.ts'
import type { WatchCache } from '#server/storage/watch-cache.ts'
import { ConvertedEvents } from './converted-events.ts'
import { ConvertedObject } from './converted-object.ts'
import type { Registry } from '#server/registry/registry.ts'
import type { Conversion, ResourceDefinition } from '#server/registry/resource-definition.ts'
import { prefixOf } from '#server/registry/storage-key.ts'

const views = new WeakMap<ObjectStore, WeakMap<ResourceDefinition, ConvertedStore>>()

/**
 * Returns the registry for requests on one type. If a webhook converts the versions of the type, its objects are read
 * from the store in the version of the request and written in the storage version. [CNV1]
 */
export function registryFor(registry: Registry, definition: ResourceDefinition): Registry {
  const store = convertedStore(registry.objects, definition)
  return store === null ? registry : { ...registry, objects: store.objects, cache: store.cacheOver(registry.cache) }
}

/** Returns the store for readers of one type; see {@link registryFor}. [CNV1] */
export const objectsFor = (objects: ObjectStore, definition: ResourceDefinition): ObjectStore =>
  convertedStore(objects, definition)?.objects ?? objects

function convertedStore(objects: ObjectStore, definition: ResourceDefinition): ConvertedStore | null {
  const { conversion } = definition
  if (conversion === undefined) return null
  const known = views.get(objects) ?? new WeakMap<ResourceDefinition, ConvertedStore>()
  views.set(objects, known)
  const found = known.get(definition) ?? new ConvertedStore(objects, definition, conversion)
  known.set(definition, found)
  return found
}

/** A view of the store in one version of one type. Objects of other types pass through unchanged. */
class ConvertedStore {
  readonly objects: ObjectStore
  readonly #inner: ObjectStore
  readonly #prefix: string
  readonly #conversion: Conversion
  /**
   * Lists and watches are served from a cache of converted objects, as in the reference. Reads of one object are not.
   */
  readonly #converted = new WeakMap<StoredObject, StoredObject>()
  /** Watches with events that are still being converted. */
  readonly #behind = new Set<ConvertedEvents>()

  constructor(inner: ObjectStore, definition: ResourceDefinition, conversion: Conversion) {
    this.#inner = inner
    this.#prefix = prefixOf(definition, '')
    this.#conversion = conversion
    this.objects = {
      log: inner.log,
      revision: () => inner.revision(),
      compacted: () => inner.compacted(),
      get: (key, at) => this.#get(key, at),
      list: (request) => this.#list(request),
      watch: (request) => this.#watch(request, (each) => inner.watch(each)),
      write: async (request) => {
        if (!request.key.startsWith(this.#prefix)) return inner.write(request)
        const object = request.object === null ? null : await conversion.toStored(request.object)
        return this.#written(await inner.write({ ...request, object }))
      },
    }
  }

  /**
   * Returns the watch cache with the lag of the conversion: a bookmark must not have a revision whose events are still
   * being converted.
   */
  cacheOver(cache: WatchCache): WatchCache {
    return {
      revision: () => {
        const told = [...this.#behind].map((each) => each.told)
        const least = Math.min(cache.revision(), ...told)
        return least === 0 ? 0 : toRevision(least)
      },
      at: () => cache.at(),
      watch: (request) => this.#watch(request, (each) => cache.watch(each)),
      lagMs: () => cache.lagMs(),
      setLag: (lagMs) => cache.setLag(lagMs),
      stop: () => cache.stop(),
    }
  }

  async #get(key: string, at: Revision | undefined): Promise<StoredObject | null> {
    const stored = await this.#inner.get(key, at)
    return stored === null || !key.startsWith(this.#prefix) ? stored : this.#convert(stored)
  }

  async #list(request: ListRequest): Promise<Awaited<ReturnType<ObjectStore['list']>>> {
    if (!request.prefix.startsWith(this.#prefix)) return this.#inner.list(request)
    const { matches, ...others } = request
    if (matches === undefined) {
      const answer = await this.#inner.list(request)
      return { ...answer, items: await this.#convertAll(answer.items) }
    }
    // Selectors match converted objects, so that all objects must be converted before a page can be counted.
    const { items, revision } = await this.#inner.list({ prefix: request.prefix, at: request.at })
    await this.#convertAll(items)
    const answer = await this.#inner.list({
      ...others,
      ...(revision !== 0 && { at: revision }),
      matches: (stored) => matches(this.#cached(stored)),
    })
    return { ...answer, items: answer.items.map((stored) => this.#cached(stored)) }
  }

  #watch(request: WatchRequest, watch: (request: WatchRequest) => () => void): () => void {
    if (!request.prefix.startsWith(this.#prefix)) return watch(request)
    const { matches, ...others } = request
    const events = new ConvertedEvents(request, {
      convert: (stored) => this.#convertOnce(stored),
      before: () => this.#matching(request, matches),
      onBusy: (isBusy) => {
        if (isBusy) this.#behind.add(events)
        else this.#behind.delete(events)
      },
    })
    const stop = watch({
      ...others,
      onEvents: (each) => events.add(each),
      onEnd: (error) => events.end(error),
    })
    return () => {
      events.stop()
      stop()
    }
  }

  /**
   * Returns the objects that match at the start of a watch, to determine whether an object starts or stops to match.
   */
  async #matching({ prefix, after }: WatchRequest, matches: Matches | undefined): Promise<readonly StoredObject[]> {
    if (matches === undefined || after === 0) return []
    const { items } = await this.#inner.list({ prefix, at: after })
    return (await this.#convertAll(items)).filter(matches)
  }

  async #written(written: Written): Promise<Written> {
    if (written.type === 'written') return { ...written, stored: await this.#convert(written.stored) }
    return written.winner === null ? written : { ...written, winner: await this.#convert(written.winner) }
  }

  async #convertAll(items: readonly StoredObject[]): Promise<readonly StoredObject[]> {
    const converted: StoredObject[] = []
    for (const stored of items) converted.push(await this.#convertOnce(stored))
    return converted
  }

  #cached(stored: StoredObject): StoredObject {
    return this.#converted.get(stored) ?? stored
  }

  async #convertOnce(stored: StoredObject): Promise<StoredObject> {
    const known = this.#converted.get(stored)
    if (known !== undefined) return known
    const converted = await this.#convert(stored)
    this.#converted.set(stored, converted)
    return converted
  }

  async #convert(stored: StoredObject): Promise<StoredObject> {
    return new ConvertedObject(stored, await this.#conversion.toShown(stored.object))
  }
}
