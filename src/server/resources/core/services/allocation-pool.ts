import { ApiError } from '#api/api-error.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { formatIpv4, parseIpv4 } from '#server/resources/parts/validation/addresses.ts'
import type { AllocationReader } from '#server/registry/resource-definition.ts'
import type { Service } from '#server/kinds/types/core-v1.ts'
import { servicecidrs } from '#server/resources/networking/servicecidrs/definition.ts'
import { isOwnService } from './apiserver-service-address.ts'
import { contains, isAssignable, networksOf, type ServiceNetwork } from './service-network.ts'
import { nodePortsOf, specOf } from './service-type.ts'

const ports = { first: 30_000, last: 32_767 }

interface Taken {
  readonly networks: readonly [ServiceNetwork, ...ServiceNetwork[]]
  readonly addresses: Set<number>
  readonly ports: Set<number>
}

/**
 * The addresses and ports that services hold, read once, and those that this request has allocated. Addresses and ports
 * that this service releases stay allocated until the update is written. Lives for one request.
 */
export class Pool {
  readonly #self: Service
  readonly #reader: AllocationReader
  #taken: Taken | null = null

  constructor(self: Service, reader: AllocationReader) {
    this.#self = self
    this.#reader = reader
  }

  async #read(): Promise<Taken> {
    if (this.#taken !== null) return this.#taken
    const networks = networksOf(await this.#reader.stored(servicecidrs))
    const [{ first }] = networks
    const addresses = new Set(isOwnService(this.#self) ? [] : [first + 1])
    this.#taken = { networks, addresses, ports: new Set() }
    for (const object of await this.#reader.objects()) {
      const held = heldBy(object)
      for (const address of held.addresses) this.#taken.addresses.add(address)
      for (const port of held.ports) this.#taken.ports.add(port)
    }
    return this.#taken
  }

  /** Allocates an address. Returns the reason if it is not available, else `null`. [SVC12] [SVC17] */
  async takeAddress(text: string): Promise<string | null> {
    const { networks, addresses } = await this.#read()
    const address = parseIpv4(text) ?? -1
    // A dry run of the reference allocates from one network only.
    const inside = this.#reader.dryRun ? networks.slice(0, 1) : networks.filter((each) => contains(each, address))
    const [network] = inside
    if (network === undefined) return 'the provided network does not match the current range'
    if (!inside.some((each) => isAssignable(each, address))) {
      const shown = formatIpv4(address)
      return `the provided IP (${shown}) is not in the valid range. The range of valid IPs is ${network.text}`
    }
    if (addresses.has(address)) return 'provided IP is already allocated'
    addresses.add(address)
    return null
  }

  /** Allocates a node port. Returns the reason if it is not available, else `null`. [SVC13] */
  async takePort(port: number): Promise<string | null> {
    // A dry run of the reference does not compare ports with the range.
    if (!this.#reader.dryRun && (port < ports.first || port > ports.last)) {
      return `provided port is not in the valid range. The range of valid ports is ${ports.first}-${ports.last}`
    }
    const { ports: taken } = await this.#read()
    if (taken.has(port)) return 'provided port is already allocated'
    taken.add(port)
    return null
  }

  /** Allocates the next free address. @throws ApiError InternalError when the network is full */
  async nextAddress(): Promise<string> {
    const { networks, addresses } = await this.#read()
    let address: number | null = null
    for (const { first, size } of this.#reader.dryRun ? networks.slice(0, 1) : networks)
      address ??= this.#search(first + 1, size - 2, addresses)
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
