import type { Loose } from './recording.ts'

const ignored = new Set(['managedFields', 'resourceVersion', 'creationTimestamp', 'selfLink'])

const isPlain = (value: Loose): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The name of a list's item, if the items of this list have names. */
function itemKey(item: Loose): string | null {
  if (!isPlain(item)) return null
  if (typeof item.key === 'string' && typeof item.effect === 'string') return `${item.key}:${item.effect}`
  if (typeof item.type === 'string') return `type=${item.type}`
  if (typeof item.uid === 'string' && typeof item.apiVersion === 'string' && item.namespace === undefined)
    return `uid=${item.uid}`
  if (typeof item.name === 'string') return `name=${item.name}`
  return null
}

const pathTo = (path: string, key: string): string =>
  /^[A-Za-z0-9_-]+$/.test(key) ? (path === '' ? key : `${path}.${key}`) : `${path}[${JSON.stringify(key)}]`

/** Lists the changes between two versions of an object, by path, as the recordings do. */
export function diff(before: Loose, after: Loose, path = '', into: Record<string, [Loose, Loose]> = {}): typeof into {
  const isCompared =
    Array.isArray(before) && Array.isArray(after)
      ? diffLists(before, after, path, into)
      : diffObjects(before, after, path, into)
  const change: [Loose, Loose] = [before ?? null, after ?? null]
  if (!isCompared && JSON.stringify(change[0]) !== JSON.stringify(change[1])) into[path] = change
  return into
}

/** Compares objects field by field. Returns whether both are objects. */
function diffObjects(before: Loose, after: Loose, path: string, into: Record<string, [Loose, Loose]>): boolean {
  if (!isPlain(before) || !isPlain(after)) return false
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
    if (!(path === 'metadata' && ignored.has(key))) diff(before[key], after[key], pathTo(path, key), into)
  return true
}

/** Compares lists of objects item by item. Returns whether these are such lists. */
function diffLists(before: Loose[], after: Loose[], path: string, into: Record<string, [Loose, Loose]>): boolean {
  const all = [...before, ...after]
  const keys = all.map(itemKey)
  if (all.length > 0 && keys.every((key) => key !== null)) {
    const find = (list: Loose[], key: string): Loose => list.find((each) => itemKey(each) === key)
    for (const key of new Set(keys)) diff(find(before, key), find(after, key), `${path}[${key}]`, into)
    return true
  }
  if (before.length === 0 || after.length === 0 || !all.every(isPlain)) return false
  for (let at = 0; at < Math.max(before.length, after.length); at += 1)
    diff(before[at], after[at], `${path}[${at}]`, into)
  return true
}
