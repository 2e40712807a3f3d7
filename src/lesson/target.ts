/** Paths of other clusters of the host: a lesson has a cluster of its own. */
const forbidden: readonly string[] = ['clusters', 'debug/clusters']

/** URL parsers resolve `%2e` as a dot. */
const isDots = (segment: string): boolean => /^(?:\.|%2e){1,2}$/i.test(segment)

/**
 * Returns the reason for which a lesson must not send a request to a path; `''` if it may. Lessons come from untrusted
 * authors, so the resolved path must be within the lesson's own cluster. [LSN22]
 */
export function targetProblem(target: string): string {
  if (!target.startsWith('/')) return 'must begin with /'
  const path = target.split(/[?#]/, 1)[0] ?? ''
  // A URL takes a backslash for a slash, and drops what cannot be seen.
  if (/[\\\p{Cc}]/u.test(target)) return 'has a character that no path has'
  const segments = path.slice(1).split('/')
  if (segments.some(isDots)) return 'has a segment of dots'
  if (segments.slice(0, -1).includes('')) return 'has an empty segment'
  const start = segments.slice(0, 2).join('/')
  if (segments.slice(0, 2).some((segment) => segment.includes('%') || segment.includes('<<')))
    return 'must begin with two plain segments'
  const isForbidden = forbidden.some((prefix) => `${start}/`.startsWith(`${prefix}/`))
  return isForbidden ? 'reaches other clusters; a lesson plays on its own' : ''
}
