import { findLink, isMomentFile } from '#share/find-link.ts'
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

/** Opens the moment of a file or a link as a cluster of its own. [SH7] */
async function openAsCluster(lab: Lab, text: string): Promise<void> {
  const { showShared } = await import('#ui/parts/share/show-shared.ts')
  await showShared(lab, text)
}

/** Opens dropped files: one with a moment as a cluster, others in the import sheet. */
async function takeFiles(lab: Lab, files: readonly File[]): Promise<void> {
  const [first] = files
  const head = first === undefined ? '' : await first.slice(0, 100).text()
  if (first !== undefined && isMomentFile(head)) await openAsCluster(lab, await first.text())
  else await openImport(lab, (imports) => imports.readFiles(files))
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
    void attempt(lab, takeFiles(lab, files))
  }
  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (event.defaultPrevented || isTyping(event.target)) return
    const isMoment = findLink(text) !== null || isMomentFile(text)
    if (!isMoment && !looksLikeManifest(text)) return
    event.preventDefault()
    void attempt(lab, isMoment ? openAsCluster(lab, text) : openImport(lab, (imports) => imports.read(text, 'pasted')))
  }
  document.addEventListener('dragover', onDragOver, { signal })
  document.addEventListener('drop', onDrop, { signal })
  document.addEventListener('paste', onPaste, { signal })
  return () => ending.abort()
}
