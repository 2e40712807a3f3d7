/**
 * Compares names of ASCII characters without regard to case, in the order of a dictionary. Not by locale: the first such
 * comparison of a page takes 25 ms.
 */
export function compareNames(a: string, b: string): number {
  const one = a.toLowerCase()
  const other = b.toLowerCase()
  return one < other ? -1 : one > other ? 1 : 0
}
