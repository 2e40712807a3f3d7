import { attempt } from '#ui/lab/actions.ts'
import { isTyping } from '#ui/keyboard/dispatch.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'

/** Opens the import sheet with a text. */
async function openImport(lab: Lab, text: string, source: string): Promise<void> {
  const { createImports } = await import('./import-store.ts')
  partState(lab, createImports).read(text, source)
  lab.overlay.open('import')
}

/** Joins files to one multi-document text, and returns their names. */
export async function readFiles(files: readonly File[]): Promise<{ readonly text: string; readonly source: string }> {
  const texts = await Promise.all(files.map((file) => file.text()))
  return { text: texts.join('\n---\n'), source: files.map(({ name }) => name).join(', ') }
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
      readFiles(files).then(({ text, source }) => openImport(lab, text, source)),
    )
  }
  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (event.defaultPrevented || isTyping(event.target) || !looksLikeManifest(text)) return
    event.preventDefault()
    void attempt(lab, openImport(lab, text, 'pasted'))
  }
  document.addEventListener('dragover', onDragOver, { signal })
  document.addEventListener('drop', onDrop, { signal })
  document.addEventListener('paste', onPaste, { signal })
  return () => ending.abort()
}
