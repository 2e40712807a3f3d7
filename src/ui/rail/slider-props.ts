import type { RevisionRow } from '#facts/fact.ts'
import { railValueText } from './value-text.ts'

/** Returns the attributes of the rail as a slider over the revisions of `rows`, with `shown` as its value. [RL8] */
export const sliderProps = (rows: readonly RevisionRow[], shown: RevisionRow | undefined, at: number | null) =>
  ({
    'data-main-stop': true,
    'data-testid': 'rail-plot',
    'aria-label': 'Revision',
    'aria-valuemin': rows[0]?.revision ?? 0,
    'aria-valuemax': rows.at(-1)?.revision ?? 0,
    'aria-valuetext': railValueText(shown, at),
  }) as const
