/**
 * How numbers were written in a JSON text, for those that `JSON.parse` would not give back so: `4.0`, `1e1`, integers
 * beyond 2^53. Kept beside the parsed value, by the object or array that holds the number and its key there.
 */
export type NumberTexts = WeakMap<object, Map<string, string>>

export const numberTextAt = (
  texts: NumberTexts | undefined,
  holder: object,
  key: string | number,
): string | undefined => texts?.get(holder)?.get(String(key))

export function setNumberText(texts: NumberTexts, holder: object, key: string | number, text: string): void {
  const known = texts.get(holder)
  if (known === undefined) texts.set(holder, new Map([[String(key), text]]))
  else known.set(String(key), text)
}
