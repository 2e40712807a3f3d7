/** Words that cannot be identifiers in CEL. */
const reserved: ReadonlySet<string> = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
)

const parts: readonly (readonly [string, string])[] = [
  ['__', '__underscores__'],
  ['.', '__dot__'],
  ['-', '__dash__'],
  ['/', '__slash__'],
]

/**
 * Returns a field name as expressions write it: `a-b` is `a__dash__b`, `if` is `__if__`. Null if the name cannot be
 * escaped.
 */
export function escapeName(name: string): string | null {
  if (reserved.has(name)) return `__${name}__`
  if (!/^[A-Za-z_./-][A-Za-z0-9_./-]*$/.test(name)) return null
  return name.replaceAll(/__|[./-]/g, (found) => parts.find(([text]) => text === found)?.[1] ?? found)
}
