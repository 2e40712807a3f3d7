/** Reads what {@link save} kept; `fallback` where nothing or something else is there. */
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

/** Keeps a small value for the next visit. */
export const save = (key: string, value: object): void => localStorage.setItem(`orchard.${key}`, JSON.stringify(value))
