import { createLanguageCalls } from './language-calls.ts'
import type { CallMessage } from './language-client.ts'

const calls = createLanguageCalls()

/** Parses documents and texts outside of the main thread. Responses have the id of their request. */
self.addEventListener('message', ({ data: { id, name, args } }: MessageEvent<CallMessage>) => {
  const call = calls[name] as (...values: readonly unknown[]) => unknown
  self.postMessage({ id, result: call(...args) })
})
