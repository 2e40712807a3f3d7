/** The text of a file, or the reason why it cannot be read as text. */
export type FileText = { readonly text: string } | { readonly problem: string }

/** Control characters that YAML and JSON forbid. Binary files contain them. */
// oxlint-disable-next-line no-control-regex
const noText = /[\u0000-\u0008\u000e-\u001f]/

/** Returns the encoding that the first bytes of a file name, and UTF-8 for those that name none. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** Decodes the bytes of a file. A binary file is refused, because its replaced characters would be lost. [IM12] */
export function textOfBytes(name: string, bytes: Uint8Array): FileText {
  const problem = `${name} was not read: it is not a text in UTF-8 or UTF-16.`
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
    return noText.test(text) ? { problem } : { text }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { problem }
  }
}

/** Reads a file that the person chose or dropped. [IM12] */
export async function readText(file: File): Promise<FileText> {
  try {
    return textOfBytes(file.name, new Uint8Array(await file.arrayBuffer()))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return { problem: `${file.name} could not be read. Choose it again.` }
  }
}
