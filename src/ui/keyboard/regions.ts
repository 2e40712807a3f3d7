import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'

/** Regions in the order in which F6 visits them; marked by the attribute `data-region`. */
const order = ['header', 'lesson', 'objects', 'work', 'inspector', 'dock', 'rail'] as const

const focusable =
  'a[href], button:not(:disabled), input, select, textarea, [tabindex]:not([tabindex="-1"]), [contenteditable="true"]'

/** The control that a region is entered by. It can be a heading, which Tab passes by. */
const mainStop = '[data-main-stop]:not(:disabled)'

const isShown = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement && element.getClientRects().length > 0

/** Returns the region that contains the focus, if any. */
export const focusedRegion = (): HTMLElement | null =>
  document.activeElement?.closest<HTMLElement>('[data-region]') ?? null

/** The element of each region that had the focus when the focus left the region. */
const createFocusMemory = (): WeakMap<Element, HTMLElement> => new WeakMap()

/** Records the focus of each region, so that F6 returns to it. Returns a function that stops the recording. */
export function rememberFocus(lab: Lab): () => void {
  const left = partState(lab, createFocusMemory)
  const onFocus = ({ target }: FocusEvent) => {
    const region = target instanceof HTMLElement ? target.closest('[data-region]') : null
    if (region !== null && target instanceof HTMLElement) left.set(region, target)
  }
  document.addEventListener('focusin', onFocus)
  return () => document.removeEventListener('focusin', onFocus)
}

/** Focuses a region: its last focused element, else its main tab stop, else its first. */
function focusRegion(lab: Lab, region: HTMLElement): void {
  const known = partState(lab, createFocusMemory).get(region)
  if (known !== undefined && known.isConnected && isShown(known)) known.focus()
  else focusMain(region)
}

/** Focuses the main tab stop of a region, else its open tab, else its first control. */
export function focusMain(region: Element): void {
  const stops = [...region.querySelectorAll(`${focusable}, ${mainStop}`)].filter(isShown)
  const main = [mainStop, '[role=tab][aria-selected=true]', focusable].map((each) =>
    stops.find((stop) => stop.matches(each)),
  )
  main.find((stop) => stop !== undefined)?.focus()
}

/** Focuses the first text of the work area that can be edited; returns false where there is none. [KB10] */
export function focusEditor(): boolean {
  const texts = [...document.querySelectorAll('#work :is([role="textbox"], textarea)')]
  const text = texts.find(
    (each) => isShown(each) && !each.matches(':disabled, [aria-readonly="true"], :read-only:not(div)'),
  )
  if (!(text instanceof HTMLElement)) return false
  text.focus()
  return true
}

/** Returns the first control inside an element, or the element itself if it is one. */
export const firstStop = (within: Element): HTMLElement | undefined =>
  [within, ...within.querySelectorAll(focusable)].filter((each) => each.matches(focusable)).find(isShown)

/** Moves the focus to the next or previous visible region. [KB3] */
export function cycleRegion(lab: Lab, step: 1 | -1): void {
  const shown = order.flatMap((name) => [...document.querySelectorAll(`[data-region="${name}"]`)].filter(isShown))
  const here = focusedRegion()
  const at = here === null ? -1 : shown.indexOf(here)
  const next = shown[(at + step + shown.length) % shown.length] ?? shown[0]
  if (next !== undefined) focusRegion(lab, next)
}

/** Focuses the filter of the region that contains the focus, else that of the objects, else the first one that is shown. */
export function focusFilter(): void {
  const filter =
    focusedRegion()?.querySelector<HTMLElement>('[data-filter]') ??
    document.querySelector<HTMLElement>('[data-region="objects"] [data-filter]') ??
    [...document.querySelectorAll('[data-filter]')].find(isShown)
  filter?.focus()
}
