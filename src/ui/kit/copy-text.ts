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

/** Downloads a text as a file. */
export const downloadText = (text: string, fileName: string, type: string): void => download([text], fileName, type)

/** Downloads bytes as a file. */
export const downloadBytes = (bytes: Uint8Array, fileName: string, type: string): void =>
  download([new Uint8Array(bytes)], fileName, type)

function download(parts: BlobPart[], fileName: string, type: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
}
