import type { DirectOffer, DirectWithdrawal } from '#wire/direct-offer.ts'
import type { KeepBuildAnswer, KeepBuildRequest } from '#wire/keep-build-request.ts'
import { messagePort } from '#wire/wire-port.ts'
import { DirectAnswers } from './direct-answers.ts'
import { keepBuild } from './keep-build.ts'

/*
 * Built as a classic script, `direct-answers.js`, which `public/api-sw.js` imports: it finds what is exported here in the
 * global variable `orchard`.
 */

/** Differs for each start of the service worker. */
export const instance: string = crypto.randomUUID()

export const directAnswers: DirectAnswers = new DirectAnswers({
  locks: navigator.locks,
  instance,
  newId: () => crypto.randomUUID(),
})

type PageMessage = DirectOffer | DirectWithdrawal | KeepBuildRequest

async function keepAndAnswer(port: MessagePort | undefined): Promise<void> {
  const answer = (error: string): void => port?.postMessage({ error } satisfies KeepBuildAnswer)
  try {
    await keepBuild(self)
    answer('')
  } catch (error) {
    answer(error instanceof Error ? error.message : String(error))
  }
}

self.addEventListener('message', (event) => {
  const { data, ports, source } = event as ExtendableMessageEvent & MessageEvent<PageMessage | null>
  const [port] = ports
  const page = source !== null && 'id' in source && typeof source.id === 'string' ? source.id : ''
  if (data?.type === 'ORCHARD_OFFER' && port !== undefined) void directAnswers.offer(page, data, messagePort(port))
  if (data?.type === 'ORCHARD_WITHDRAW') directAnswers.withdraw(page)
  // The browser may end a service worker that waits for nothing.
  if (data?.type === 'ORCHARD_KEEP_BUILD') (event as ExtendableMessageEvent).waitUntil(keepAndAnswer(port))
})
