/** Reads a value that {@link save} stored; returns `fallback` when nothing valid is stored. */
export function readSaved<Value extends object>(key: string, fallback: Value): Value {
  const text = localStorage.getItem(`orchard.${key}`)
  if (text === null) return fallback
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...fallback, ...value } : fallback
  } catch (error) {
    if (error instanceof SyntaxError) return fallback
    throw error
  }
}

/** Stores a small value for the next visit. */
export const save = (key: string, value: object): void => localStorage.setItem(`orchard.${key}`, JSON.stringify(value))
