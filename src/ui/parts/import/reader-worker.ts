import { readDocuments, type SourcedDocuments } from './documents.ts'
import type { ReaderCall } from './reader.ts'

let read: SourcedDocuments | null = null

/** Reads texts outside of the main thread, and answers where a field of the last text is. [IM10] */
self.addEventListener('message', ({ data }: MessageEvent<ReaderCall>) => {
  if (data.type === 'line') {
    self.postMessage({ id: data.id, result: read?.lineOf(data.number, data.field) ?? 1 })
    return
  }
  read = readDocuments(data.text)
  const { found, unreadable } = read
  self.postMessage({ id: data.id, result: { found, unreadable } })
})
