/** Copies `text` to the clipboard. Resolves to false when the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}
