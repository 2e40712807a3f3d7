import type { WorkPanel } from '#ui/lab/part.ts'

/** The number of tabs that always have a place in the row: beside the inspector, and on a narrow page. */
const FIRST_TABS = { beside: 5, narrow: 3 }

/**
 * Returns the tabs that are in the menu More while `open` is open: none if it takes the inspector's place. On a narrow
 * page the inspector floats, and leaves no place. [DOC11]
 */
export function foldedTabs<Panel extends Pick<WorkPanel, 'id' | 'isWide'>>(
  work: readonly Panel[],
  open: Panel | undefined,
  isNarrow: boolean,
): readonly Panel[] {
  if (open?.isWide === true && !isNarrow) return []
  return work.slice(isNarrow ? FIRST_TABS.narrow : FIRST_TABS.beside).filter(({ id }) => id !== open?.id)
}
