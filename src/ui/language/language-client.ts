import type { LanguageCalls } from './language-calls.ts'
import { createAsk } from './worker-calls.ts'

/** The functions of a worker, answered later. */
export type Later<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Result>
    : never
}

/** The calls of the language service, answered later. */
export type LanguageClient = Later<LanguageCalls>

/** Returns the language service in a worker, or in the page where workers are not available or when the worker fails. */
export function createLanguageClient(): LanguageClient {
  const ask = createAsk(
    () => new Worker(new URL('./language-worker.ts', import.meta.url), { type: 'module', name: 'orchard-language' }),
    async () => (await import('./language-calls.ts')).createLanguageCalls(),
  )
  const call =
    <Name extends keyof LanguageCalls>(name: Name) =>
    (...args: Parameters<LanguageCalls[Name]>) =>
      ask(name, args) as Promise<ReturnType<LanguageCalls[Name]>>
  return {
    learn: call('learn'),
    check: call('check'),
    refusal: call('refusal'),
    complete: call('complete'),
    hover: call('hover'),
  }
}
