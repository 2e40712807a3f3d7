import type { EndpointAddress, EndpointPort, EndpointSubset } from '#server/kinds/types/core-v1.ts'
import { sortPorts, sortSubsets } from './hash-order.ts'

/** A port and the addresses that offer it; a `null` port represents subsets without ports. */
interface Offer {
  readonly port: EndpointPort | null
  /** Readiness by identity of the address. Not ready wins. */
  readonly ready: Map<string, boolean>
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const identityOf = ({ ip = '', targetRef }: EndpointAddress): string => `${ip} ${targetRef?.uid ?? ''}`

/**
 * Returns the canonical form: each address once per port, ports with the same addresses merged, addresses sorted. [EP3]
 */
export function repackSubsets(subsets: readonly EndpointSubset[]): EndpointSubset[] {
  const known = new Map<string, EndpointAddress>()
  const offers = new Map<string, Offer>()
  for (const subset of subsets) {
    const ports: readonly (EndpointPort | null)[] = (subset.ports ?? []).length === 0 ? [null] : (subset.ports ?? [])
    for (const port of ports) addOffer(offers, known, subset, port)
  }
  const groups = new Map<string, EndpointPort[]>()
  const members = new Map<string, ReadonlyMap<string, boolean>>()
  for (const { port, ready } of offers.values()) {
    const group = [...ready]
      .map(([identity, isReady]) => `${identity} ${isReady}`)
      .toSorted(byText)
      .join('\n')
    const ports = groups.get(group) ?? []
    groups.set(group, port === null ? ports : [...ports, port])
    members.set(group, ready)
  }
  return sortSubsets([...groups].map(([group, ports]) => toSubset(members.get(group) ?? new Map(), known, ports)))
}

/** The reference compares appProtocol by pointer, so ports that have one are never equal. */
function keyOfPort(port: EndpointPort | null, place: number): string {
  if (port === null) return ''
  return JSON.stringify([port.name ?? '', port.port, port.protocol, port.appProtocol === undefined ? null : place])
}

function addOffer(
  offers: Map<string, Offer>,
  known: Map<string, EndpointAddress>,
  subset: EndpointSubset,
  port: EndpointPort | null,
): void {
  const portKey = keyOfPort(port, offers.size)
  const offer = offers.get(portKey) ?? { port, ready: new Map<string, boolean>() }
  offers.set(portKey, offer)
  const add = (address: EndpointAddress, isReady: boolean): void => {
    const identity = identityOf(address)
    if (!known.has(identity)) known.set(identity, address)
    if (offer.ready.get(identity) !== false) offer.ready.set(identity, isReady)
  }
  for (const address of subset.addresses ?? []) add(address, true)
  for (const address of subset.notReadyAddresses ?? []) add(address, false)
}

function toSubset(
  ready: ReadonlyMap<string, boolean>,
  known: ReadonlyMap<string, EndpointAddress>,
  ports: EndpointPort[],
): EndpointSubset {
  const pick = (wanted: boolean): EndpointAddress[] =>
    [...ready]
      .filter(([, isReady]) => isReady === wanted)
      .map(([identity]) => identity)
      .toSorted(byText)
      .map((identity) => known.get(identity))
      .filter((address) => address !== undefined)
  const [addresses, notReadyAddresses] = [pick(true), pick(false)]
  return {
    ...(addresses.length === 0 ? {} : { addresses }),
    ...(notReadyAddresses.length === 0 ? {} : { notReadyAddresses }),
    ...(ports.length === 0 ? {} : { ports: sortPorts(ports) }),
  }
}
