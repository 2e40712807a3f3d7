/**
 * Delays what a page receives: messages of workers, ports and channels, and answers of `fetch`. Runs in the page before its
 * scripts, so that it is one function without imports. The messages of one channel stay in their order.
 */
export function delayMessages(seed: number): void {
  const DELAY_MS_MAX = 400
  type Channel = MessagePort | BroadcastChannel | Worker
  type Handler = (event: MessageEvent) => void
  interface Late {
    readonly event: Event
    readonly dueMs: number
    readonly call: () => void
  }

  let state = seed
  /** Mulberry32. */
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** Mostly short, so that work of many requests one after the other ends, and now and then long. */
  const delayMs = (): number => random() ** 4 * DELAY_MS_MAX

  const queues = new WeakMap<Channel, Late[]>()
  const deliver = (channel: Channel, queue: Late[]): void => {
    const now = performance.now()
    while (queues.get(channel) === queue && queue[0] !== undefined && queue[0].dueMs <= now) queue.shift()?.call()
    const [next] = queue
    if (queues.get(channel) === queue && next !== undefined)
      setTimeout(() => deliver(channel, queue), next.dueMs - performance.now())
  }
  const later = (channel: Channel, event: MessageEvent, call: () => void): void => {
    // Schedulers in the page send themselves messages without data.
    if (event.data === null || event.data === undefined) return call()
    const queue = queues.get(channel) ?? []
    queues.set(channel, queue)
    const last = queue.at(-1)
    const dueMs = last?.event === event ? last.dueMs : Math.max(last?.dueMs ?? 0, performance.now() + delayMs())
    queue.push({ event, dueMs, call })
    if (queue.length === 1) setTimeout(() => deliver(channel, queue), dueMs - performance.now())
  }

  const handlers = new WeakMap<Channel, Handler | null>()
  const wrapped = new WeakMap<object, Handler>()
  const delayChannel = (prototype: Channel, end: 'close' | 'terminate'): void => {
    const own = Object.getOwnPropertyDescriptor(prototype, 'onmessage')
    Object.defineProperty(prototype, 'onmessage', {
      configurable: true,
      get(this: Channel) {
        return handlers.get(this) ?? null
      },
      set(this: Channel, handler: Handler | null) {
        handlers.set(this, handler)
        own?.set?.call(this, (event: MessageEvent) => later(this, event, () => handlers.get(this)?.call(this, event)))
      },
    })
    const { addEventListener, removeEventListener } = prototype
    prototype.addEventListener = function (this: Channel, type: string, listener: unknown, options?: unknown) {
      if (type !== 'message' || listener === null)
        return addEventListener.call(this, type, listener as never, options as never)
      const heard = listener as Handler | { handleEvent: Handler }
      const run = (event: MessageEvent): void =>
        later(this, event, () => (typeof heard === 'function' ? heard.call(this, event) : heard.handleEvent(event)))
      const known = wrapped.get(heard) ?? run
      wrapped.set(heard, known)
      addEventListener.call(this, type, known as never, options as never)
    }
    prototype.removeEventListener = function (this: Channel, type: string, listener: unknown, options?: unknown) {
      const known = listener === null ? undefined : wrapped.get(listener as object)
      removeEventListener.call(
        this,
        type,
        (type === 'message' ? (known ?? listener) : listener) as never,
        options as never,
      )
    }
    // A closed channel loses the messages that it has not delivered yet.
    const target = prototype as unknown as Record<string, () => void>
    const close = target[end]
    target[end] = function (this: Channel) {
      queues.delete(this)
      close?.call(this)
    }
  }
  delayChannel(MessagePort.prototype, 'close')
  delayChannel(BroadcastChannel.prototype, 'close')
  delayChannel(Worker.prototype, 'terminate')

  const real = window.fetch
  window.fetch = async (input, init) => {
    const answer = await real(input, init)
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
    await new Promise<void>((resolve, reject) => {
      setTimeout(resolve, delayMs())
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      if (signal?.aborted === true) reject(signal.reason as Error)
    })
    return answer
  }
}
