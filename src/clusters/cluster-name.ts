const LENGTH_MAX = 40

/**
 * Makes the name of a new cluster from its title: a DNS label that none of `taken` has. [MC1]
 * Example: `Tuesday class` becomes `tuesday-class`, or `tuesday-class-2`.
 */
export function clusterName(title: string, taken: ReadonlySet<string>): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LENGTH_MAX)
    .replace(/^-+|-+$/g, '')
  const base = words === '' ? 'cluster' : words
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? base : `${base}-${n}`
    if (!taken.has(name)) return name
  }
}
