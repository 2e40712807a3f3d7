import { conversionEdits } from '#config/language/convert.ts'
import { applyEdits } from '#document/edits.ts'
import { kindOfText } from '#config/language/kind-of-text.ts'
import { fileOfKind, type FileId } from './files.ts'
import type { ConfigRoom } from './config-room.ts'

/** Returns the file for a text by its apiVersion and kind; else the open file. */
export const fileOfText = (text: string, open: FileId): FileId =>
  fileOfKind(kindOfText(text).kind?.name ?? '')?.id ?? open

/** Opens texts as drafts, each in the file of its kind; the last one is shown. [CB2] */
export function openTexts({ store, setText }: Pick<ConfigRoom, 'store' | 'setText'>, texts: readonly string[]): void {
  for (const text of texts) {
    const id = fileOfText(text, store.getState().file)
    store.openFile(id)
    setText(id, text)
  }
}

export async function openDisk(room: ConfigRoom, files: Iterable<File>): Promise<void> {
  openTexts(room, await Promise.all(Array.from(files, (file) => file.text())))
}

/** Opens the browser's file picker. */
export function pickFile(room: ConfigRoom): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.accept = '.yaml,.yml,.json,.conf'
  input.addEventListener('change', () => void openDisk(room, input.files ?? []))
  input.click()
}

/** Downloads a text as a file. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Converts a file to our spelling; comments and order stay. [CB1] */
export const inOurSpelling = (text: string): string => applyEdits(text, conversionEdits(text, 'orch'))
