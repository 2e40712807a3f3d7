import { type FileId } from './files.ts'
import { isFile } from './room-store.ts'

/** State of the room in the address: a file, or a policy or schema with the sample that is tried. */
export interface Shown {
  readonly file: FileId | null
  readonly object: string | null
  /** `apps.v1.deployments/shop/web`; `''` for the first sample. */
  readonly sample: string
}

/** Parses what the room shows; an unknown text shows nothing of its own. [CB11] */
export function readShown(text: string): Shown {
  if (isFile(text)) return { file: text, object: null, sample: '' }
  const at = text.indexOf('@')
  const [object, sample] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
  return { file: null, object: /^[A-Z]\w*\/./.test(object) ? object : null, sample }
}

export const shownText = ({ file, object, sample }: Shown): string =>
  object === null ? (file ?? '') : `${object}${sample === '' ? '' : `@${sample}`}`
