import { attempt } from '#ui/lab/actions.ts'
import { isTyping } from '#ui/keyboard/dispatch.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import type { Imports } from './import-state.ts'

/** Opens the import sheet with what `take` gives it. */
async function openImport(lab: Lab, take: (imports: Imports) => Promise<void>): Promise<void> {
  const { createImports } = await import('./import-store.ts')
  lab.overlay.open('import')
  await take(partState(lab, createImports))
}

/** Reports whether a text may contain an object: it has a `kind` key. */
export const looksLikeManifest = (text: string): boolean => /(^|[\n{,])\s*"?kind"?\s*:/.test(text)

/**
 * Sends files dropped anywhere on the page, and manifests pasted outside of text fields, to the import sheet. Returns a
 * function that stops this. [IM4]
 */
export function takeManifests(lab: Lab): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const carriesFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true
  const onDragOver = (event: DragEvent): void => {
    if (carriesFiles(event)) event.preventDefault()
  }
  const onDrop = (event: DragEvent): void => {
    if (event.defaultPrevented || !carriesFiles(event)) return
    event.preventDefault()
    const files = [...(event.dataTransfer?.files ?? [])]
    void attempt(
      lab,
      openImport(lab, (imports) => imports.readFiles(files)),
    )
  }
  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (event.defaultPrevented || isTyping(event.target) || !looksLikeManifest(text)) return
    event.preventDefault()
    void attempt(
      lab,
      openImport(lab, (imports) => imports.read(text, 'pasted')),
    )
  }
  document.addEventListener('dragover', onDragOver, { signal })
  document.addEventListener('drop', onDrop, { signal })
  document.addEventListener('paste', onPaste, { signal })
  return () => ending.abort()
}
