/**
 * Returns `make` with a memory of its results by text. When `max` texts are known, all are forgotten: the few that are
 * in use come back at once. For functions whose result depends on the text alone.
 */
export function memoOfTexts<Value extends object | string>(
  max: number,
  make: (text: string) => Value,
): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const made = make(text)
    if (known.size >= max) known.clear()
    known.set(text, made)
    return made
  }
}
