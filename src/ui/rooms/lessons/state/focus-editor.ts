const find = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-testid="request-send"]')

/** Moves the focus to the editor's Send button, so that Enter sends what was filled in; waits until it is there. */
export function focusEditor(): void {
  const there = find()
  if (there !== null) return there.focus()
  const observer = new MutationObserver(() => {
    const found = find()
    if (found === null) return
    observer.disconnect()
    found.focus()
  })
  observer.observe(document.body, { childList: true, subtree: true })
}
