import { grouped } from '#proof/grouped.ts'
import { familyGroups, groupOf } from '#proof/groups.ts'
import type { DifferingStep, FamilyRow } from '#proof/measured.ts'

/** One line of the table: a group of families. */
export interface GroupRow {
  readonly title: string
  readonly families: readonly FamilyRow[]
  readonly cases: number
  readonly steps: number
  readonly exact: number
  readonly differing: readonly DifferingStep[]
}

const sum = (families: readonly FamilyRow[], of: (row: FamilyRow) => number): number =>
  families.reduce((total, row) => total + of(row), 0)

/** The sums over all families. */
export const totals = (families: readonly FamilyRow[]) => ({
  cases: sum(families, ({ cases }) => cases.length),
  steps: sum(families, ({ steps }) => steps),
  exact: sum(families, ({ exact }) => exact),
  apart: sum(families, ({ apart }) => apart),
})

/** Folds the families into the lines of the table. */
export function groupRows(families: readonly FamilyRow[]): readonly GroupRow[] {
  const byGroup = grouped(families, ({ family }) => groupOf(family))
  return familyGroups.map(({ title }) => {
    const own = byGroup.get(title) ?? []
    const { cases, steps, exact } = totals(own)
    return { title, families: own, cases, steps, exact, differing: own.flatMap(({ differing }) => differing) }
  })
}

/** The agreement in percent; never rounded up to 100. */
export function percentText({ steps, exact }: Pick<GroupRow, 'steps' | 'exact'>): string {
  if (steps === exact) return '100 %'
  return `${(Math.floor((1000 * exact) / steps) / 10).toFixed(1)} %`
}
