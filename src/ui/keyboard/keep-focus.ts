import { firstStop, focusMain } from './regions.ts'

/** Elements whose rows are alike: when one goes, the next takes its place. */
const lists = 'ul, ol, tbody, [role=list], [role=listbox], [role=rowgroup], [role=grid], [role=tree]'

/** The focused element and its surroundings at the time of focus: enough to find a place nearby once the element is gone. */
interface Place {
  readonly element: HTMLElement
  /** The row of the innermost list around the element, and its index. */
  readonly row: { readonly list: Element; readonly index: number } | null
  readonly region: Element | null
}

function placeOf(element: HTMLElement): Place {
  const list = element.parentElement?.closest(lists) ?? null
  const row = list === null ? -1 : [...list.children].findIndex((child) => child.contains(element))
  return {
    element,
    row: list === null ? null : { list, index: row },
    region: element.closest('[data-region]'),
  }
}

/** Reports whether an element can no longer have the focus. Measures nothing while it still has it. */
const isLost = (element: HTMLElement): boolean =>
  !element.isConnected || element.matches(':disabled') || (!hasFocus() && element.getClientRects().length === 0)

/** Focuses the row that took the place of a lost one, else the main stop of the region, else the work area. */
function restore({ row, region }: Place): void {
  if (row?.list.isConnected === true) {
    const rows = [...row.list.children]
    const near = [...rows.slice(row.index), ...rows.slice(0, row.index).toReversed()]
    const stop = near.map(firstStop).find((each) => each !== undefined)
    if (stop !== undefined) return stop.focus()
  }
  if (region?.isConnected === true) focusMain(region)
  if (!hasFocus()) document.getElementById('work')?.focus()
}

const hasFocus = (): boolean => document.activeElement !== null && document.activeElement !== document.body

/**
 * Moves the focus on when the element that has it is removed, disabled or hidden, which browsers answer by focusing the
 * body. A click beside all controls is the person's own decision and stays. Returns a function that ends it. [UI22]
 */
export function keepFocus(): () => void {
  let place: Place | null = null
  const look = (): void => {
    if (place === null || (hasFocus() && document.activeElement !== place.element)) return
    if (isLost(place.element)) {
      const lost = place
      place = null
      restore(lost)
    } else if (!hasFocus()) place = null
  }
  const onFocus = ({ target }: FocusEvent): void => {
    place = target instanceof HTMLElement && target !== document.body ? placeOf(target) : null
  }
  // After React's commit, which may put the element or its successor back.
  const onBlur = (): void => queueMicrotask(look)
  document.addEventListener('focusin', onFocus)
  document.addEventListener('focusout', onBlur)
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden', 'open'] })
  return () => {
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('focusout', onBlur)
    observer.disconnect()
  }
}
