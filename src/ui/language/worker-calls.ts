/** One call of a function of a worker. */
export interface CallMessage {
  readonly id: number
  readonly name: string
  readonly args: readonly unknown[]
}

interface Reply {
  readonly id: number
  readonly result: unknown
}

export type Ask = (name: string, args: readonly unknown[]) => Promise<unknown>

/** The functions of a worker, answered later. */
export type Later<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Result>
    : never
}

/** Returns the functions `names` of a worker. */
export const laterCalls = <Calls>(ask: Ask, names: readonly (keyof Calls & string)[]): Later<Calls> =>
  Object.fromEntries(names.map((name) => [name, (...args: readonly unknown[]) => ask(name, args)])) as Later<Calls>

/** The calls of a language service. */
export const languageCallNames = ['learn', 'check', 'refusal', 'complete', 'hover'] as const

type Calls = Readonly<Record<string, (...args: readonly never[]) => unknown>>

/**
 * Returns a function that calls functions in a worker, or in the page where workers are not available or when the worker
 * fails. `load` returns the functions for the page.
 */
export function createAsk(startWorker: () => Worker, load: () => Promise<object>): Ask {
  const waiting = new Map<number, { readonly message: CallMessage; readonly tell: (result: unknown) => void }>()
  let count = 0
  let inPage: Promise<object> | undefined
  const answerHere = async ({ name, args }: CallMessage): Promise<unknown> => {
    inPage ??= load()
    return callOf(await inPage, name)(...args)
  }
  /** `undefined` until the first call. */
  let worker: Worker | null | undefined
  const start = (): Worker | null => {
    const started = startOrNull(startWorker)
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

/** Answers the calls of {@link createAsk} in a worker. Responses have the id of their request. */
export function answerCalls(
  scope: { addEventListener(type: 'message', listen: (event: MessageEvent<CallMessage>) => void): void },
  reply: (message: Reply) => void,
  calls: object,
): void {
  scope.addEventListener('message', ({ data: { id, name, args } }) =>
    reply({ id, result: callOf(calls, name)(...args) }),
  )
}

function callOf(calls: object, name: string): (...args: readonly unknown[]) => unknown {
  const own = (calls as Calls)[name]
  if (own === undefined) throw new Error(`there is no call ${name}`)
  return own as (...args: readonly unknown[]) => unknown
}

function startOrNull(start: () => Worker): Worker | null {
  if (typeof Worker === 'undefined') return null
  try {
    return start()
  } catch (error) {
    // A page that may not start workers still checks.
    if (error instanceof DOMException) return null
    throw error
  }
}
