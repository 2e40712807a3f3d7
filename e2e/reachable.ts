import type { Page } from '@playwright/test'

/**
 * Longest time for which a page may still arrange itself after its window changed, in milliseconds. Generous, for busy
 * machines, as all waits of these tests.
 */
const SETTLE_MS = 20_000

/**
 * Returns what a person could not reach or tell apart on the page once it has arranged itself, one line each. Parts that
 * look at the window in a script draw themselves again a moment after it changed.
 */
export async function unreachable(page: Page): Promise<readonly string[]> {
  const endMs = Date.now() + SETTLE_MS
  for (;;) {
    const found = await unreachableNow(page)
    if (found.length === 0 || Date.now() > endMs) return found
    await page.waitForTimeout(100)
  }
}

/**
 * Returns what a person could not reach or tell apart on the page as it is now: the document is wider than the window, a control is cut off where nothing scrolls, a control outside of tables and texts needs scrolling in two directions,
 * or two controls overlap.
 */
function unreachableNow(page: Page): Promise<readonly string[]> {
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

    type Side = 'left' | 'right' | 'top' | 'bottom'

    /**
     * The visible part of an element on one axis, followed from the element outwards, and whether scrolling can show
     * all of it.
     */
    function follow(
      need: Area,
      { from, to, overflow, box }: { from: Side; to: Side; overflow: string; box: Area },
    ): { need: Area; isCut: boolean } {
      if (overflow === 'visible') return { need, isCut: false }
      // A scroller can bring what it contains into its own box; what is hidden stays cut.
      if (!scrolls(overflow)) return { need, isCut: need[from] < box[from] - slack || need[to] > box[to] + slack }
      const length = need[to] - need[from]
      return { need: { ...need, [from]: box[from], [to]: Math.min(box[to], box[from] + length) }, isCut: false }
    }

    /** Returns the area that is visible now, and whether scrolling can show all of it. */
    function sightOf(element: Element): { seen: Area; canBeSeen: boolean } {
      let seen = areaOf(element.getBoundingClientRect())
      let need = seen
      let canBeSeen = true
      let isFixed = getComputedStyle(element).position === 'fixed'
      for (let at = element.parentElement; at !== null && !isFixed; at = at.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(at)
        const box = areaOf(at.getBoundingClientRect())
        if (overflowX !== 'visible' || overflowY !== 'visible') seen = meet(seen, box)
        const across = follow(need, { from: 'left', to: 'right', overflow: overflowX, box })
        const down = follow(across.need, { from: 'top', to: 'bottom', overflow: overflowY, box })
        need = down.need
        canBeSeen &&= !across.isCut && !down.isCut
        isFixed = position === 'fixed'
      }
      const window = { left: 0, right: innerWidth, top: 0, bottom: innerHeight }
      const across = follow(need, { from: 'left', to: 'right', overflow: 'hidden', box: window })
      const down = follow(need, { from: 'top', to: 'bottom', overflow: 'hidden', box: window })
      return { seen: meet(seen, window), canBeSeen: canBeSeen && !across.isCut && !down.isCut }
    }

    const nameOf = (element: Element): string => {
      const words = element.getAttribute('aria-label') ?? element.textContent ?? ''
      return words.trim().slice(0, 40) || element.tagName.toLowerCase()
    }
    const placeOf = (element: Element): string => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return `[${[left, top, width, height].map(Math.round).join(' ')}]`
    }
    /**
     * Excluded: elements inside Monaco and the gutter that it moves; the skip link, which appears on focus; inputs of
     * one pixel, which are operated through their labels.
     */
    const counts = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect()
      if (
        element.closest('.monaco-editor, .monaco-diff-editor, [data-follows-editor]') !== null ||
        element.matches('a[href="#work"]')
      )
        return false
      return width > 2 && height > 2 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    }

    /** Reports whether a control lies to the side of an area that scrolls downwards, too. Tables and texts may be wider than the window. */
    function needsTwoDirections(element: Element): boolean {
      if (element.closest('table, textarea, [role=grid], [role=table], [role=tablist]') !== null) return false
      const { left, right } = element.getBoundingClientRect()
      for (let at = element.parentElement; at !== null; at = at.parentElement) {
        if (!scrolls(getComputedStyle(at).overflowX) || at.scrollHeight <= at.clientHeight + slack) continue
        const box = at.getBoundingClientRect()
        if (left + at.scrollLeft < box.left - slack || right + at.scrollLeft > box.right + slack) return true
      }
      return false
    }

    const found: string[] = []
    if (document.documentElement.scrollWidth > innerWidth) found.push('the document scrolls sideways')
    const shown = [...document.querySelectorAll(controls)]
      .filter(counts)
      .map((element) => ({ element, ...sightOf(element) }))
    for (const { element, canBeSeen } of shown)
      if (!canBeSeen) found.push(`cut off: ${nameOf(element)} ${placeOf(element)}`)
      else if (needsTwoDirections(element)) found.push(`to the side: ${nameOf(element)} ${placeOf(element)}`)
    const inSight = shown.filter(({ seen }) => seen.right - seen.left > 2 && seen.bottom - seen.top > 2)
    inSight.forEach(({ element, seen }, at) => {
      for (const other of inSight.slice(at + 1)) {
        if (element.contains(other.element) || other.element.contains(element)) continue
        // Floating elements cover the page on purpose.
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
