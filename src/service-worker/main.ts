import type { DirectOffer, DirectWithdrawal } from '#wire/direct-offer.ts'
import { messagePort } from '#wire/wire-port.ts'
import { DirectAnswers } from './direct-answers.ts'

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

self.addEventListener('message', (event) => {
  const { data, ports, source } = event as MessageEvent<DirectOffer | DirectWithdrawal | null>
  const [port] = ports
  const page = source !== null && 'id' in source && typeof source.id === 'string' ? source.id : ''
  if (data?.type === 'ORCHARD_OFFER' && port !== undefined) void directAnswers.offer(page, data, messagePort(port))
  if (data?.type === 'ORCHARD_WITHDRAW') directAnswers.withdraw(page)
})
