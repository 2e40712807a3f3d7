import { conversionEdits } from '#config/language/convert.ts'
import { applyEdits } from '#document/edits.ts'
import { kindOfText } from '#config/language/kind-of-text.ts'
import { fileOfKind, type FileId } from './files.ts'
import { readText } from '#ui/kit/files/read-text.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { type ConfigRoom, configRoomOf } from './config-room.ts'

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

/** Opens files as drafts. Those that are no text are named at the top of the page, and no draft is replaced by them. */
export async function openDisk(lab: Lab, files: Iterable<File>): Promise<void> {
  const texts = await Promise.all(Array.from(files, readText))
  openTexts(
    configRoomOf(lab),
    texts.flatMap((each) => ('text' in each ? [each.text] : [])),
  )
  const problems = texts.flatMap((each) => ('problem' in each ? [each.problem] : []))
  if (problems.length > 0) lab.overlay.showRefusal(problems.join(' '))
}

/** Opens the browser's file picker. */
export function pickFile(lab: Lab): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.accept = '.yaml,.yml,.json,.conf'
  input.addEventListener('change', () => void openDisk(lab, input.files ?? []))
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
