import { currentCluster } from './current-cluster.ts'

/** Choices about the page; everything else is kept for each cluster. */
const shared = new Set([
  'layout',
  'keys',
  'welcome',
  'coach',
  'ownership',
  'managers',
  'lessons',
  'lesson-drafts',
  'lesson-list',
  'lessons-brought',
  'lesson-file',
])

function storageKey(key: string, cluster: string = currentCluster()): string {
  return shared.has(key) || cluster === '' ? `orchard.${key}` : `orchard.${cluster}/${key}`
}

/** Reads a value that {@link save} stored; returns `fallback` when nothing valid is stored. */
export function readSaved<Value extends object>(key: string, fallback: Value): Value {
  return readSavedFor(currentCluster(), key, fallback)
}

/** Reads a value of another cluster than the shown one. */
export function readSavedFor<Value extends object>(cluster: string, key: string, fallback: Value): Value {
  const text = localStorage.getItem(storageKey(key, cluster))
  if (text === null) return fallback
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...fallback, ...value } : fallback
  } catch (error) {
    if (error instanceof SyntaxError) return fallback
    throw error
  }
}

/** Reads a value as {@link readSaved} does, and removes it: it is meant for the next page only. */
export function takeSaved<Value extends object>(key: string, fallback: Value): Value {
  const value = readSaved(key, fallback)
  localStorage.removeItem(storageKey(key))
  return value
}

/** Stores a small value for the next visit. [MC5] */
export const save = (key: string, value: object): void => localStorage.setItem(storageKey(key), JSON.stringify(value))

/** Stores the value of `read` for the next visit when the page is hidden or left. */
export function saveOnLeave(key: string, read: () => object): void {
  const saveNow = (): void => save(key, read())
  addEventListener('pagehide', saveNow)
  document.addEventListener('visibilitychange', saveNow)
}
/** Stores a value for another cluster than the shown one, for when that is opened. */
export const saveFor = (cluster: string, key: string, value: object): void =>
  localStorage.setItem(storageKey(key, cluster), JSON.stringify(value))

/** Calls `changed` when another tab saves the value. Returns a function that stops it. */
export function onSaved(key: string, changed: () => void): () => void {
  const ending = new AbortController()
  const listener = (event: Event): void => {
    if ('key' in event && event.key === storageKey(key)) changed()
  }
  addEventListener('storage', listener, { signal: ending.signal })
  return () => ending.abort()
}
