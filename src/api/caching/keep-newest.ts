/**
 * Sets an entry of a map as its newest one, and deletes the oldest beyond `max` entries. A map iterates in the order in
 * which keys were added, so an entry that is set again becomes the newest.
 */
export function keepNewest<Key, Value>(
  entries: Map<Key, Value>,
  [key, value]: readonly [Key, Value],
  max: number,
): void {
  entries.delete(key)
  entries.set(key, value)
  for (const oldest of entries.keys()) {
    if (entries.size <= max) return
    entries.delete(oldest)
  }
}
