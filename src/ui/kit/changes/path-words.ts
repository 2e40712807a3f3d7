/**
 * Splits a path of a change at its dots: `spec.containers[web].image`. A dot within brackets belongs to the key of a
 * list item or map entry: `metadata.finalizers[shop.example/a]` has two segments.
 */
export function pathSegments(path: string): readonly string[] {
  const segments: string[] = []
  let start = 0
  let depth = 0
  for (let at = 0; at < path.length; at += 1) {
    const character = path[at]
    if (character === '[') depth += 1
    else if (character === ']') depth -= 1
    else if (character === '.' && depth === 0) {
      segments.push(path.slice(start, at))
      start = at + 1
    }
  }
  return [...segments, path.slice(start)]
}

/**
 * The last segment of a path: `image`, `finalizers[shop.example/a]`. The value of a keyed item is called by its key:
 * `env[BANNER]` instead of `value`.
 */
export function lastSegment(path: string): string {
  const [last = path, before = ''] = pathSegments(path).toReversed()
  return last === 'value' && before.endsWith(']') ? before : last
}

/** Omits the middle of a text that is longer than `lengthMax`. */
const cut = (text: string, lengthMax: number): string =>
  text.length <= lengthMax
    ? text
    : `${text.slice(0, Math.ceil(lengthMax / 2) - 1)}…${text.slice(text.length - Math.floor(lengthMax / 2))}`

/**
 * Shortens `spec.template.spec.containers[web].image` to `spec…image`: the first and last segment stay readable. The key
 * of the last segment is omitted when it does not fit. [IN3]
 */
export function shortPath(path: string, lengthMax = 34): string {
  if (path.length <= lengthMax) return path
  const segments = pathSegments(path)
  const last = lastSegment(path)
  const [first = ''] = segments
  if (segments.length === 1) return cut(path, lengthMax)
  const room = lengthMax - first.length - 1
  const bracket = last.indexOf('[')
  const short = last.length <= room || bracket <= 0 ? last : last.slice(0, bracket)
  return `${cut(first, lengthMax / 2)}…${cut(short, Math.max(8, room))}`
}
