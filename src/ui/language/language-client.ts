import type { LanguageCalls } from './language-calls.ts'
import { createAsk, languageCallNames, type Later, laterCalls } from './worker-calls.ts'

/** The calls of the language service, answered later. */
export type LanguageClient = Later<LanguageCalls>

/** Returns the language service in a worker, or in the page where workers are not available or when the worker fails. */
export function createLanguageClient(): LanguageClient {
  const ask = createAsk(
    () => new Worker(new URL('./language-worker.ts', import.meta.url), { type: 'module', name: 'orchard-language' }),
    async () => (await import('./language-calls.ts')).createLanguageCalls(),
  )
  return laterCalls<LanguageCalls>(ask, languageCallNames)
}
