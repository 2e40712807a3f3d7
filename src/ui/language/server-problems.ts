import type { ManifestProblem } from '#manifest/problem.ts'

/** Adds the server's problems to those of the schema; where both name a field, the server's words win. [YE11] */
export function withServerProblems(
  local: readonly ManifestProblem[],
  refused: readonly ManifestProblem[],
): readonly ManifestProblem[] {
  const told = new Set(refused.map(({ path }) => path))
  return [...local.filter(({ path, code }) => code !== 'value' || !told.has(path)), ...refused].toSorted(
    (one, other) => one.range.start - other.range.start,
  )
}

/** Returns the text of a mark, with the path of its field. */
export const problemText = ({ path, message, code }: ManifestProblem): string =>
  code === 'unknown' || code === 'duplicate' || code === 'syntax' || message.includes(path)
    ? message
    : `${path}: ${message}`
