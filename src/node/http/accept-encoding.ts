/** Codings that a static file can be sent in, the preferred first. */
export const codings = ['br', 'gzip'] as const

export type Coding = (typeof codings)[number]

const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i

/** Returns the weight of each coding of the header, 0 to 1, by its lower-case name. Malformed weights count as 0. */
function weightsOf(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  for (const item of header.split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => /^q=/i.test(parameter))
    const value = weight === undefined ? 1 : Number(WEIGHT.exec(weight)?.[1] ?? 0)
    if (name !== '') weights.set(name.toLowerCase(), value)
  }
  return weights
}

/**
 * Chooses the coding of a response by RFC 9110, 12.5.3: the one with the highest weight, of equal ones ours, and
 * `null` for no coding, also when the client refuses all.
 */
export function chooseCoding(header: string | undefined): Coding | null {
  if (header === undefined) return null
  const weights = weightsOf(header)
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0
  const plain = weights.get('identity') ?? 0
  let best: Coding | null = null
  for (const coding of codings)
    if (weightOf(coding) > 0 && weightOf(coding) >= plain && (best === null || weightOf(coding) > weightOf(best)))
      best = coding
  return best
}

/** Reports whether an `If-None-Match` header lists `etag`, compared weakly as RFC 9110, 13.1.2 requires. */
export function listsEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}
