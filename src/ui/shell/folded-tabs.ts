import type { WorkPanel } from '#ui/lab/part.ts'

/** The tabs that always have a place in the row. */
const FIRST_TABS = 5

/** Returns the tabs that are in the menu More while `open` is open: none if it takes the inspector's place. [DOC11] */
export const foldedTabs = <Panel extends Pick<WorkPanel, 'id' | 'isWide'>>(
  work: readonly Panel[],
  open: Panel | undefined,
): readonly Panel[] => (open?.isWide === true ? [] : work.slice(FIRST_TABS).filter(({ id }) => id !== open?.id))
