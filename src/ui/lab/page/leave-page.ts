const KEY = 'orchard.moved'

/**
 * Opens another address of this page in its tab. The new page puts the focus on the name of what it shows, if the
 * keyboard was used on this one: a new page begins with the focus on its body. [UI22]
 */
export function leavePage(search: string): void {
  if (document.activeElement?.matches(':focus-visible') === true) sessionStorage.setItem(KEY, '1')
  location.assign(`${location.pathname}${search}`)
}

/** A `ref` that focuses its element once, on a page that {@link leavePage} opened by the keyboard. */
export function focusAfterMove(element: HTMLElement | null): void {
  if (element === null || sessionStorage.getItem(KEY) === null) return
  sessionStorage.removeItem(KEY)
  element.focus()
}
