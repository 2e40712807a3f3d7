import type { ApiObject } from '#api/object-meta.ts'
import type { ServiceCIDR } from '#server/kinds/types/networking-v1.ts'
import { formatIpv4, parseIpv4 } from '#server/resources/parts/validation/addresses.ts'
import { parsePrefix } from '#server/resources/parts/validation/ip-text.ts'

/** The network of cluster IPs, unless the server is started with another. */
export const defaultServiceNetwork = '10.96.0.0/12'
/** Name of the ServiceCIDR that holds the network with which the server was started. */
export const defaultNetworkName = 'orch'

/** A network of cluster IPs. */
export interface ServiceNetwork {
  /** The network address. */
  readonly first: number
  readonly size: number
  /** In CIDR notation. */
  readonly text: string
}

/** Parses an IPv4 network; `null` for any other text. */
export function parseServiceNetwork(text: string): ServiceNetwork | null {
  const first = parseIpv4(text.slice(0, Math.max(0, text.indexOf('/'))))
  const prefix = parsePrefix(text)
  return first === null || prefix === null || prefix.size !== 32 ? null : { first, size: 2 ** (32 - prefix.bits), text }
}

const fallback: ServiceNetwork = { first: 0x0a60_0000, size: 0x0010_0000, text: defaultServiceNetwork }

/** The IPv4 networks of the ServiceCIDRs that are ready, the default one first. [SVC17] */
export function networksOf(cidrs: readonly ApiObject[]): readonly [ServiceNetwork, ...ServiceNetwork[]] {
  const isDefault = ({ metadata }: ServiceCIDR): boolean => metadata.name === defaultNetworkName
  const objects = cidrs as readonly ServiceCIDR[]
  const networks = (found: readonly ServiceCIDR[]): readonly ServiceNetwork[] =>
    found.flatMap(({ spec }) => spec?.cidrs ?? []).flatMap((text) => parseServiceNetwork(text) ?? [])
  const [first = fallback] = networks(objects.filter(isDefault))
  return [first, ...networks(objects.filter((each) => !isDefault(each) && isReady(each)))]
}

/** A ServiceCIDR without the condition counts as ready: no controller has judged it. */
const isReady = ({ status }: ServiceCIDR): boolean =>
  (status?.conditions ?? []).every(({ type, status: is }) => type !== 'Ready' || is === 'True')

export const contains = ({ first, size }: ServiceNetwork, address: number): boolean =>
  address >= first && address < first + size

/** Reports whether services may have the address: the network and broadcast addresses are excluded. */
export const isAssignable = (network: ServiceNetwork, address: number): boolean =>
  contains(network, address) && address !== network.first && address !== network.first + network.size - 1

/** The address of the API server's own service: the first one of the default network. [SVC15] */
export const ownAddressIn = ({ first }: ServiceNetwork): string => formatIpv4(first + 1)
