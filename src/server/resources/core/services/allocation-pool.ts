import { ApiError } from '#api/api-error.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { formatIpv4, parseIpv4 } from '#server/resources/parts/validation/addresses.ts'
import type { Service } from '#server/kinds/types/core-v1.ts'
import { isOwnService, apiServerServiceAddress } from './apiserver-service-address.ts'
import { serviceNetwork } from './service-network.ts'
import { nodePortsOf, specOf } from './service-type.ts'

/** 10.96.0.0/12, the network of cluster IPs. */
const network = { first: 0x0a60_0000, size: 0x0010_0000, text: serviceNetwork }
const ports = { first: 30_000, last: 32_767 }

/**
 * The addresses and ports that services hold, read once, and those that this request has allocated. Addresses and ports
 * that this service releases stay allocated until the update is written. Lives for one request.
 */
export class Pool {
  readonly #self: Service
  readonly #objects: () => Promise<readonly ApiObject[]>
  #taken: { readonly addresses: Set<number>; readonly ports: Set<number> } | null = null

  constructor(self: Service, objects: () => Promise<readonly ApiObject[]>) {
    this.#self = self
    this.#objects = objects
  }

  async #read(): Promise<{ readonly addresses: Set<number>; readonly ports: Set<number> }> {
    if (this.#taken !== null) return this.#taken
    const kept = isOwnService(this.#self) ? null : parseIpv4(apiServerServiceAddress)
    this.#taken = { addresses: new Set(kept === null ? [] : [kept]), ports: new Set() }
    for (const object of await this.#objects()) {
      const { addresses, ports: nodePorts } = heldBy(object)
      for (const address of addresses) this.#taken.addresses.add(address)
      for (const port of nodePorts) this.#taken.ports.add(port)
    }
    return this.#taken
  }

  /** Allocates an address. Returns the reason if it is not available, else `null`. */
  async takeAddress(text: string): Promise<string | null> {
    const address = parseIpv4(text)
    if (address === null || address < network.first || address >= network.first + network.size) {
      return 'the provided network does not match the current range'
    }
    if (address === network.first || address === network.first + network.size - 1) {
      return `the provided IP (${text}) is not in the valid range. The range of valid IPs is ${network.text}`
    }
    const { addresses } = await this.#read()
    if (addresses.has(address)) return 'provided IP is already allocated'
    addresses.add(address)
    return null
  }

  async takePort(port: number): Promise<string | null> {
    if (port < ports.first || port > ports.last) {
      return `provided port is not in the valid range. The range of valid ports is ${ports.first}-${ports.last}`
    }
    const { ports: taken } = await this.#read()
    if (taken.has(port)) return 'provided port is already allocated'
    taken.add(port)
    return null
  }

  /** Allocates the next free address. @throws ApiError InternalError when the network is full */
  async nextAddress(): Promise<string> {
    const { addresses } = await this.#read()
    const address = this.#search(network.first + 1, network.size - 2, addresses)
    if (address === null) throw new ApiError('InternalError', 'failed to allocate a serviceIP: range is full')
    return formatIpv4(address)
  }

  /** Allocates the next free node port. @throws ApiError InternalError when all ports are in use */
  async nextPort(): Promise<number> {
    const { ports: taken } = await this.#read()
    const port = this.#search(ports.first, ports.last - ports.first + 1, taken)
    if (port === null) throw new ApiError('InternalError', 'failed to allocate a nodePort: range is full')
    return port
  }

  /** Starts at an offset derived from the uid of the object, so that concurrent writes rarely collide. */
  #search(first: number, count: number, taken: Set<number>): number | null {
    const start = hash(`${this.#self.metadata.uid ?? ''} ${this.#self.metadata.name ?? ''}`) % count
    for (let step = 0; step < count; step += 1) {
      const candidate = first + ((start + step) % count)
      if (taken.has(candidate)) continue
      taken.add(candidate)
      return candidate
    }
    return null
  }
}

interface Held {
  readonly addresses: readonly number[]
  readonly ports: readonly number[]
}

/** Caches by stored object, which is immutable: each allocation scans all services. */
const known = new WeakMap<ApiObject, Held>()

function heldBy(object: ApiObject): Held {
  const before = known.get(object)
  if (before !== undefined) return before
  const spec = specOf(object as Service)
  const held = {
    addresses: (spec.clusterIPs ?? []).map(parseIpv4).filter((address) => address !== null),
    ports: [...nodePortsOf(spec), spec.healthCheckNodePort ?? 0].filter((port) => port !== 0),
  }
  known.set(object, held)
  return held
}

/** FNV-1a hash, 32 bits. */
function hash(text: string): number {
  let value = 0x811c_9dc5
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x0100_0193)
  return value >>> 0
}
