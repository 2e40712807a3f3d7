import { qualifiedName } from '#expressions/device-selector.ts'
import { deepEqual } from '#api/json.ts'
import type { Node } from '#server/kinds/types/core-v1.ts'
import type {
  AllocationResult,
  DeviceAllocationConfiguration,
  DeviceAttribute,
  DeviceClass,
  DeviceConstraint,
  DeviceRequest,
  DeviceRequestAllocationResult,
  DeviceSubRequest,
  ExactDeviceRequest,
  ResourceClaim,
  ResourceSlice,
} from '#server/kinds/types/resource-v1.ts'
import { keyOf } from '#server/controllers/shared/owners.ts'
import { type Pool, type PoolDevice, poolsFor } from './pools.ts'
import { isSelected } from './select-device.ts'

export interface Devices {
  readonly slices: readonly ResourceSlice[]
  readonly classOf: (name: string) => DeviceClass | undefined
  /** The devices that other claims have. */
  readonly used: ReadonlySet<string>
}

/** One of the forms of a request; `name` is that of an allocation's results. */
interface Need {
  readonly name: string
  readonly exact: ExactDeviceRequest | DeviceSubRequest
}

interface Chosen {
  readonly need: Need
  readonly request: string
  readonly place: PoolDevice
}

/** The original gives up after this many devices of a claim. */
const resultsMax = 32
/** Limits the search through combinations, of which there are many if constraints exclude each other. */
const stepsMax = 20_000

/** The forms of a request, of which the first that can be met counts. */
export const needsOf = ({ name = '', exactly, firstAvailable = [] }: DeviceRequest): readonly Need[] =>
  exactly !== undefined
    ? [{ name, exact: exactly }]
    : firstAvailable.map((exact) => ({ name: `${name}/${exact.name ?? ''}`, exact }))

const isAdmin = ({ exact: { adminAccess } }: { readonly exact: ExactDeviceRequest }): boolean => adminAccess === true

/** A search for the devices of some claims on one node. */
class Search {
  private steps = 0
  private readonly taken: Set<string>
  readonly chosen = new Map<ResourceClaim, Chosen[]>()
  private readonly pools: readonly Pool[]
  private readonly devices: Devices
  private readonly claims: readonly ResourceClaim[]

  constructor(devices: Devices, claims: readonly ResourceClaim[], node: Node) {
    this.devices = devices
    this.claims = claims
    this.pools = poolsFor(devices.slices, node)
    this.taken = new Set(devices.used)
    for (const claim of claims) this.chosen.set(claim, [])
  }

  /** Meets the requests from `at` on, in order, and takes choices back that leave none for a later one. */
  meet(claimAt = 0, at = 0): boolean {
    const claim = this.claims[claimAt]
    if (claim === undefined) return true
    const request = claim.spec?.devices?.requests?.[at]
    if (request === undefined) return this.meet(claimAt + 1)
    const next = (): boolean => this.meet(claimAt, at + 1)
    return needsOf(request).some((need) => this.meetNeed(claim, request.name ?? '', need, next))
  }

  private meetNeed(claim: ResourceClaim, request: string, need: Need, next: () => boolean): boolean {
    const fits = this.fitting(claim, need)
    if (need.exact.allocationMode !== 'All')
      return this.pick({ claim, request, need, fits, next }, need.exact.count ?? 1, 0)
    // All devices are wanted: those of a pool that is not complete are not known.
    if (fits.length === 0 || this.pools.some(({ isComplete }) => !isComplete)) return false
    return this.pick({ claim, request, need, fits, next }, fits.length, 0)
  }

  private fitting(claim: ResourceClaim, { exact }: Need): readonly PoolDevice[] {
    const { deviceClassName = '', selectors = [] } = exact
    const ofClass = this.devices.classOf(deviceClassName)?.spec?.selectors ?? []
    return this.pools
      .filter(({ isComplete }) => isComplete)
      .flatMap(({ devices }) => devices)
      .filter(
        (place) =>
          isSelected(place, ofClass, `class ${deviceClassName}`) &&
          isSelected(place, selectors, `claim ${keyOf(claim)}`),
      )
  }

  /** Chooses `left` of the fitting devices, from the place `from` on. */
  private pick(choice: Choice, left: number, from: number): boolean {
    if (left === 0) return choice.next()
    if (this.chosenFor(choice.claim).length + left > resultsMax) return false
    for (const [at, place] of choice.fits.entries()) {
      if (at < from) continue
      this.steps += 1
      if (this.steps > stepsMax) return false
      if (this.isPossible(choice, place) && this.take(choice, place, () => this.pick(choice, left - 1, at + 1)))
        return true
    }
    return false
  }

  private chosenFor(claim: ResourceClaim): Chosen[] {
    const chosen = this.chosen.get(claim) ?? []
    this.chosen.set(claim, chosen)
    return chosen
  }

  private isPossible({ claim, request, need }: Choice, place: PoolDevice): boolean {
    const isFree = isAdmin(need) || !this.taken.has(place.id)
    return isFree && meetsConstraints(claim, this.chosenFor(claim), { need, request, place })
  }

  /** Chooses a device, and takes the choice back if the rest cannot be met with it. */
  private take({ claim, request, need }: Choice, place: PoolDevice, rest: () => boolean): boolean {
    const chosen = this.chosenFor(claim)
    chosen.push({ need, request, place })
    if (!isAdmin(need)) this.taken.add(place.id)
    if (rest()) return true
    if (!isAdmin(need)) this.taken.delete(place.id)
    chosen.pop()
    return false
  }
}

interface Choice {
  readonly claim: ResourceClaim
  readonly request: string
  readonly need: Need
  readonly fits: readonly PoolDevice[]
  readonly next: () => boolean
}

function attributeOf({ driver, device }: PoolDevice, name: string): DeviceAttribute | undefined {
  const [wantedDomain, wantedId] = qualifiedName(name, driver)
  const found = Object.entries(device.attributes ?? {}).find(([each]) => {
    const [at, id] = qualifiedName(each, driver)
    return at === wantedDomain && id === wantedId
  })
  return found?.[1]
}

const concerns = ({ requests = [] }: DeviceConstraint, { request, need }: Chosen): boolean =>
  requests.length === 0 || requests.includes(request) || requests.includes(need.name)

/** The devices of requests that a constraint names must have the same value of its attribute. */
function meetsConstraints({ spec }: ResourceClaim, chosen: readonly Chosen[], next: Chosen): boolean {
  return (spec?.devices?.constraints ?? []).every((constraint) => {
    const { matchAttribute } = constraint
    if (matchAttribute === undefined || !concerns(constraint, next)) return true
    const value = attributeOf(next.place, matchAttribute)
    const other = chosen.find((each) => concerns(constraint, each))
    return value !== undefined && (other === undefined || deepEqual(value, attributeOf(other.place, matchAttribute)))
  })
}

function resultOf({ need, place }: Chosen): DeviceRequestAllocationResult {
  const { adminAccess }: ExactDeviceRequest = need.exact
  return {
    request: need.name,
    driver: place.driver,
    pool: place.pool,
    device: place.device.name,
    ...(adminAccess === undefined ? {} : { adminAccess }),
  }
}

function configOf(claim: ResourceClaim, chosen: readonly Chosen[], devices: Devices): DeviceAllocationConfiguration[] {
  const classes = new Set(chosen.map(({ need }) => need.exact.deviceClassName ?? ''))
  const ofClasses = [...classes].flatMap((name) => devices.classOf(name)?.spec?.config ?? [])
  const own = (claim.spec?.devices?.config ?? []).filter(
    ({ requests = [] }) =>
      requests.length === 0 ||
      chosen.some(({ request, need }) => requests.includes(request) || requests.includes(need.name)),
  )
  return [
    ...ofClasses.map((each) => ({ source: 'FromClass', ...each })),
    ...own.map((each) => ({ source: 'FromClaim', ...each })),
  ]
}

/** The nodes from which the chosen devices can be used; undefined if from all. */
function nodesOf(chosen: readonly Chosen[]): AllocationResult['nodeSelector'] {
  const specs = chosen.map(({ place }) => place.slice.spec ?? {})
  const named = specs.find(({ nodeName = '' }) => nodeName !== '')?.nodeName
  if (named !== undefined)
    return { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [named] }] }] }
  const terms = specs.flatMap(({ nodeSelector }) => nodeSelector?.nodeSelectorTerms ?? [])
  const unique = <Kind>(list: readonly Kind[]): Kind[] => [
    ...new Map(list.map((each) => [JSON.stringify(each), each])).values(),
  ]
  const matchExpressions = unique(terms.flatMap((term) => term.matchExpressions ?? []))
  const matchFields = unique(terms.flatMap((term) => term.matchFields ?? []))
  if (matchExpressions.length + matchFields.length === 0) return undefined
  const term = {
    ...(matchExpressions.length === 0 ? {} : { matchExpressions }),
    ...(matchFields.length === 0 ? {} : { matchFields }),
  }
  return { nodeSelectorTerms: [term] }
}

function allocationOf(claim: ResourceClaim, chosen: readonly Chosen[], devices: Devices): AllocationResult {
  const config = configOf(claim, chosen, devices)
  const nodeSelector = nodesOf(chosen)
  return {
    devices: { results: chosen.map(resultOf), ...(config.length === 0 ? {} : { config }) },
    ...(nodeSelector === undefined ? {} : { nodeSelector }),
  }
}

/** Allocates devices that a node reaches to all of the claims; `null` if there are not enough. [LC117] */
export function allocate(
  devices: Devices,
  claims: readonly ResourceClaim[],
  node: Node,
): ReadonlyMap<ResourceClaim, AllocationResult> | null {
  const search = new Search(devices, claims, node)
  if (!search.meet()) return null
  return new Map([...search.chosen].map(([claim, chosen]) => [claim, allocationOf(claim, chosen, devices)]))
}
