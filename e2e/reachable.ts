import type { Page } from '@playwright/test'

/**
 * Returns what a person could not reach or tell apart on the page as it is now, one line each: the document is wider than
 * the window, a control is cut off where nothing scrolls, or two controls overlap.
 */
export function unreachable(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    interface Area {
      left: number
      right: number
      top: number
      bottom: number
    }
    // A radio button is drawn as its label.
    const controls =
      'a[href], button, input:not([type=radio]), label:has([type=radio]), select, textarea, summary, [role=slider], [role=treeitem]'
    const slack = 1.5

    const areaOf = ({ left, right, top, bottom }: DOMRect): Area => ({ left, right, top, bottom })
    const meet = (a: Area, b: Area): Area => ({
      left: Math.max(a.left, b.left),
      right: Math.min(a.right, b.right),
      top: Math.max(a.top, b.top),
      bottom: Math.min(a.bottom, b.bottom),
    })
    const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll'

    /** Returns the area that is visible now, and whether scrolling can show all of it. */
    function follow(element: Element): { seen: Area; canBeSeen: boolean } {
      const whole = element.getBoundingClientRect()
      let seen = areaOf(whole)
      let need = areaOf(whole)
      let canBeSeen = true
      let isFixed = getComputedStyle(element).position === 'fixed'
      for (let at = element.parentElement; at !== null && !isFixed; at = at.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(at)
        const box = areaOf(at.getBoundingClientRect())
        if (overflowX !== 'visible' || overflowY !== 'visible') seen = meet(seen, box)
        // A scroller can bring what it contains into its own box; what is hidden stays cut.
        if (scrolls(overflowX)) need = { ...need, left: box.left, right: Math.min(box.right, box.left + whole.width) }
        else if (overflowX !== 'visible' && (need.left < box.left - slack || need.right > box.right + slack))
          canBeSeen = false
        if (scrolls(overflowY)) need = { ...need, top: box.top, bottom: Math.min(box.bottom, box.top + whole.height) }
        else if (overflowY !== 'visible' && (need.top < box.top - slack || need.bottom > box.bottom + slack))
          canBeSeen = false
        isFixed = position === 'fixed'
      }
      const isInWindow =
        need.left >= -slack &&
        need.right <= innerWidth + slack &&
        need.top >= -slack &&
        need.bottom <= innerHeight + slack
      seen = meet(seen, { left: 0, right: innerWidth, top: 0, bottom: innerHeight })
      return { seen, canBeSeen: canBeSeen && isInWindow }
    }

    const nameOf = (element: Element): string => {
      const words = element.getAttribute('aria-label') ?? element.textContent ?? ''
      return words.trim().slice(0, 40) || element.tagName.toLowerCase()
    }
    const placeOf = (element: Element): string => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return `[${[left, top, width, height].map(Math.round).join(' ')}]`
    }
    /** Monaco lays out its own; the skip link shows itself on focus; an input of one pixel is a label's. */
    const counts = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect()
      if (element.closest('.monaco-editor, .monaco-diff-editor') !== null || element.matches('a[href="#work"]'))
        return false
      return width > 2 && height > 2 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    }

    const found: string[] = []
    if (document.documentElement.scrollWidth > innerWidth) found.push('the document scrolls sideways')
    const shown = [...document.querySelectorAll(controls)]
      .filter(counts)
      .map((element) => ({ element, ...follow(element) }))
    for (const { element, canBeSeen } of shown)
      if (!canBeSeen) found.push(`cut off: ${nameOf(element)} ${placeOf(element)}`)
    const inSight = shown.filter(({ seen }) => seen.right - seen.left > 2 && seen.bottom - seen.top > 2)
    inSight.forEach(({ element, seen }, at) => {
      for (const other of inSight.slice(at + 1)) {
        if (element.contains(other.element) || other.element.contains(element)) continue
        // What floats over the page covers it on purpose.
        if (
          element.closest('[data-open], dialog, [popover]') !== other.element.closest('[data-open], dialog, [popover]')
        )
          continue
        const both = meet(seen, other.seen)
        if (both.right - both.left > slack && both.bottom - both.top > slack)
          found.push(`overlap: ${nameOf(element)} and ${nameOf(other.element)} ${placeOf(element)}`)
      }
    })
    return found
  })
}
