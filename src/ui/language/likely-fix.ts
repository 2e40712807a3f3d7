import { applyEdits } from '#document/edits.ts'
import type { ManifestProblem } from '#manifest/problem.ts'

export interface LikelyFix {
  /** The text with all unknown fields renamed. */
  readonly text: string
  /** `Rename to replicas` */
  readonly title: string
}

/** Renames every unknown field to the one that was probably meant; `null` when one has no such name. [YE13] */
export function likelyFix(text: string, problems: readonly ManifestProblem[]): LikelyFix | null {
  const unknown = problems.filter(({ code }) => code === 'unknown')
  const renames = unknown.flatMap(({ fixes }) => fixes.find(({ title }) => title.startsWith('Rename')) ?? [])
  const [first] = renames
  if (first === undefined || renames.length < unknown.length) return null
  return {
    text: applyEdits(
      text,
      renames.flatMap(({ edits }) => edits),
    ),
    title: renames.length === 1 ? first.title : `Rename ${renames.length} fields`,
  }
}
