import type { RevisionRow } from '#facts/fact.ts'
import { lastIndexAt } from '#ui/model/time-cursor.ts'
import type { RailScale } from '#ui/rail/scale.ts'
import { causeChain } from './cause-chain.ts'

/** A line from a cause to a write that followed from it. */
export interface CauseLink {
  readonly from: number
  readonly to: number
  readonly key: string
}

/** Returns the links of the chain of one write, between those of its writes that are drawn. [CH2] */
export function causeLinks(rows: readonly RevisionRow[], revision: number, scale: RailScale): readonly CauseLink[] {
  const xOf = (each: number): number | null => {
    const index = lastIndexAt(rows, each)
    const isDrawn = rows[index]?.revision === each && index >= scale.first && index < scale.end
    return isDrawn ? scale.x(index) : null
  }
  return causeChain(rows, revision).flatMap(({ row }) => {
    const [from, to] = [xOf(row.cause), xOf(row.revision)]
    return from === null || to === null ? [] : [{ from, to, key: `${row.cause}-${row.revision}` }]
  })
}
