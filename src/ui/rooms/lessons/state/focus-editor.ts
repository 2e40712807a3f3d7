const find = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-testid="request-send"]')

/**
 * Moves the focus to the editor's Send button, so that Enter sends what was filled in; waits until it is there. Not
 * before the next frame: the key that filled it in must not press the button.
 */
export const focusEditor = (): void => void requestAnimationFrame(focusWhenThere)

function focusWhenThere(): void {
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
