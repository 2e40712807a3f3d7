const bucketCount = 128

function bucketOf(key: string): number {
  let hash = 0
  for (let at = 0; at < key.length; at += 1) hash = (hash * 31 + key.charCodeAt(at)) | 0
  return (hash >>> 0) % bucketCount
}

/** An immutable map by text in which a change copies one of 128 parts, for maps of thousands that change often. */
export class WideMap<Value> {
  readonly #buckets: readonly (ReadonlyMap<string, Value> | undefined)[]

  constructor(buckets: readonly (ReadonlyMap<string, Value> | undefined)[] = []) {
    this.#buckets = buckets
  }

  get(key: string): Value | undefined {
    return this.#buckets[bucketOf(key)]?.get(key)
  }

  /** Returns a map with these entries added or replaced. */
  with(entries: Iterable<readonly [string, Value]>): WideMap<Value> {
    const changed = new Map<number, Map<string, Value>>()
    for (const [key, value] of entries) {
      const at = bucketOf(key)
      const bucket = changed.get(at) ?? new Map(this.#buckets[at])
      changed.set(at, bucket.set(key, value))
    }
    if (changed.size === 0) return this
    return new WideMap(Array.from({ length: bucketCount }, (_, at) => changed.get(at) ?? this.#buckets[at]))
  }
}
