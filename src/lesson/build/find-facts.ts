import type { Expectation } from '#lesson/lesson.ts'
import type { DraftCheck } from './draft.ts'
import type { ObjectFacts } from './facts-after.ts'

/** Returns the facts that have all words of the search in their object's title or in their own words. [LSN38] */
export function findFacts(all: readonly ObjectFacts[], search: string): readonly ObjectFacts[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return all
  return all.flatMap(({ title, facts }) => {
    const found = facts.filter(({ say }) => {
      const text = `${title} ${say.replaceAll('`', '')}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    return found.length === 0 ? [] : [{ title, facts: found }]
  })
}

/** Reports whether a fact is a ticked condition of the step. */
export const isPicked = (checks: readonly DraftCheck[], { is }: Expectation): boolean =>
  checks.some((check) => check.is === is && check.isOn)

/** Returns the conditions with a fact added, or with its condition ticked or unticked where the step has it. [LSN38] */
export const toggledFact = (checks: readonly DraftCheck[], fact: Expectation): readonly DraftCheck[] =>
  checks.some(({ is }) => is === fact.is)
    ? checks.map((check) => (check.is === fact.is ? { ...check, isOn: !check.isOn } : check))
    : [...checks, { ...fact, isOn: true }]
