import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { EndpointAddress, EndpointPort, EndpointSubset } from '#server/kinds/types/core-v1.ts'
import { goDump } from '#server/controllers/shared/go-dump.ts'

/** A pod with the ports that a service reaches there. */
export interface Offer {
  readonly address: EndpointAddress
  readonly isReady: boolean
  /** Empty for a service without ports. */
  readonly ports: readonly EndpointPort[]
}

interface Reached {
  readonly ports: EndpointPort[]
  readonly offers: readonly Offer[]
}

/**
 * Makes subsets of which each has the ports that the same addresses offer: a port that has another number in some pods is
 * in a subset of its own. Ports are sorted by a hash of their text, as the original sorts them. [LC51]
 */
export function subsetsOf(offers: readonly Offer[]): EndpointSubset[] {
  const byPort = new Map<string, { readonly port: EndpointPort | null; readonly offers: Offer[] }>()
  for (const offer of offers)
    for (const port of offer.ports.length === 0 ? [null] : offer.ports) {
      const key = JSON.stringify(port)
      const found = byPort.get(key) ?? { port, offers: [] }
      byPort.set(key, found)
      found.offers.push(offer)
    }
  const byAddresses = new Map<string, Reached>()
  for (const { port, offers: own } of byPort.values()) {
    const sorted = own.toSorted((a, b) => byAddress(a.address, b.address))
    const key = JSON.stringify(sorted.map(({ address, isReady }) => [address.ip, address.targetRef?.uid, isReady]))
    const found = byAddresses.get(key) ?? { ports: [], offers: sorted }
    byAddresses.set(key, found)
    if (port !== null) found.ports.push(port)
  }
  return [...byAddresses.values()].map(toSubset)
}

function toSubset({ ports, offers }: Reached): EndpointSubset {
  const of = (isReady: boolean): EndpointAddress[] =>
    offers.filter((each) => each.isReady === isReady).map(({ address }) => address)
  const [ready, unready] = [of(true), of(false)]
  const sorted = ports.map((port) => [hashOf(port), port] as const).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    ...(ready.length === 0 ? {} : { addresses: ready }),
    ...(unready.length === 0 ? {} : { notReadyAddresses: unready }),
    ...(ports.length === 0 ? {} : { ports: sorted.map(([, port]) => port) }),
  }
}

const byAddress = (a: EndpointAddress, b: EndpointAddress): number => {
  const keyOf = ({ ip = '', targetRef }: EndpointAddress): string => `${ip} ${targetRef?.uid ?? ''}`
  return keyOf(a) < keyOf(b) ? -1 : 1
}

/** A text that sorts as the hash of a port does. */
const hashOf = (port: EndpointPort): string => bytesToHex(md5(utf8ToBytes(goDump('EndpointPort', { ...port }))))
