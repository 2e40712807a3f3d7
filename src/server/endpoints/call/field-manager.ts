import { isPrintable } from '#server/endpoints/options/write-options.ts'

const managerBytesMax = 128

/** Returns the field manager of a request: `fieldManager`, or else the User-Agent up to `/`. [SSA8] */
export function managerOf(fieldManager: string, userAgent: string): string {
  if (fieldManager !== '') return fieldManager
  const name = userAgent.split('/', 1)[0] ?? ''
  if (/^[\x20-\x7e]{0,128}$/.test(name)) return name
  let [kept, bytes] = ['', 0]
  for (const char of name) {
    if (!isPrintable(char)) continue
    bytes += new TextEncoder().encode(char).length
    if (bytes > managerBytesMax) break
    kept += char
  }
  return kept
}
