import type { LanguageCalls } from './language-calls.ts'

export interface CallMessage {
  readonly id: number
  readonly name: keyof LanguageCalls
  readonly args: readonly unknown[]
}

interface Reply {
  readonly id: number
  readonly result: unknown
}

/** The calls of the language service, answered later. */
export type LanguageClient = {
  readonly [Name in keyof LanguageCalls]: (
    ...args: Parameters<LanguageCalls[Name]>
  ) => Promise<ReturnType<LanguageCalls[Name]>>
}

type Ask = (name: keyof LanguageCalls, args: readonly unknown[]) => Promise<unknown>

/** Returns the language service in a worker, or in the page where workers are not available or when the worker fails. */
export function createLanguageClient(): LanguageClient {
  const ask = createAsk()
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

function createAsk(): Ask {
  const waiting = new Map<number, { readonly message: CallMessage; readonly tell: (result: unknown) => void }>()
  let count = 0
  let inPage: Promise<LanguageCalls> | undefined
  const answerHere = async ({ name, args }: CallMessage): Promise<unknown> => {
    inPage ??= import('./language-calls.ts').then((module) => module.createLanguageCalls())
    const own = (await inPage)[name] as (...values: readonly unknown[]) => unknown
    return own(...args)
  }
  /** `undefined` until the first call. */
  let worker: Worker | null | undefined
  const start = (): Worker | null => {
    const started = startWorker()
    started?.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
      waiting.get(data.id)?.tell(data.result)
      waiting.delete(data.id)
    })
    started?.addEventListener('error', () => {
      worker = null
      for (const { message, tell } of waiting.values()) void answerHere(message).then(tell)
      waiting.clear()
    })
    return started
  }
  return (name, args) => {
    const message = { id: ++count, name, args }
    const here = (worker ??= worker === undefined ? start() : null)
    if (here === null) return answerHere(message)
    return new Promise((tell) => {
      waiting.set(message.id, { message, tell })
      here.postMessage(message)
    })
  }
}

function startWorker(): Worker | null {
  if (typeof Worker === 'undefined') return null
  try {
    return new Worker(new URL('./language-worker.ts', import.meta.url), { type: 'module', name: 'orchard-language' })
  } catch (error) {
    // A page that may not start workers still checks.
    if (error instanceof DOMException) return null
    throw error
  }
}
