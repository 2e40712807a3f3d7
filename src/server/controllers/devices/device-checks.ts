import type { Node, Pod } from '#server/kinds/types/core-v1.ts'
import type { AllocationResult, DeviceClass, ResourceClaim, ResourceSlice } from '#server/kinds/types/resource-v1.ts'
import { claimNameOf, claimsPath, podClaimsOf } from '#server/controllers/resource-claims/pod-claim-parts.ts'
import type { Misfit } from '#server/controllers/scheduler/filters.ts'
import { matchesTerm } from '#server/controllers/scheduler/node-terms.ts'
import { namespaceOf, uidOf } from '#server/controllers/shared/fields.ts'
import type { Informer, Informers } from '#server/controllers/shared/informers.ts'
import { keyOf } from '#server/controllers/shared/owners.ts'
import { isTerminating } from '#server/controllers/shared/pods.ts'
import { whyNotOwned } from '#server/controllers/shared/pod-claims.ts'
import { allocate, type Devices, needsOf } from './allocate.ts'
import { deviceId } from './pools.ts'
import { SelectorFault } from './select-device.ts'

/** A claim of a pod that is not reserved for it, with its allocation if it has none yet. */
export interface ClaimPlan {
  readonly claim: ResourceClaim
  readonly allocation: AllocationResult | null
}

/** The rules of the ResourceClaims of pods. */
export interface DeviceChecks {
  /** True if claims of the pod do not exist: the scheduler does not try the pod before they do. */
  readonly isWaiting: (pod: Pod) => boolean
  /** Returns why the claims keep the pod from all nodes; `null` if they do not. */
  readonly refuse: (pod: Pod) => string | null
  readonly check: (pod: Pod, node: Node) => Misfit | null
  /** Chooses devices on a node and keeps others from them, until the claims are written or {@link release} is called. */
  readonly reserve: (pod: Pod, node: Node) => readonly ClaimPlan[]
  readonly release: (plans: readonly ClaimPlan[]) => void
  /** The claim that would let the pod fit if it had no allocation, which nobody uses; `null` if there is none. */
  readonly freeable: (pod: Pod, nodes: readonly Node[]) => ResourceClaim | null
  readonly hasClaims: (pod: Pod) => boolean
}

/** Claims, classes and slices. */
export const devicesPaths: readonly [claims: string, classes: string, slices: string] = [
  claimsPath,
  '/apis/resource.orch.io/v1/deviceclasses',
  '/apis/resource.orch.io/v1/resourceslices',
]

const plugin = 'DynamicResources'
/** The server refuses more reservations of a claim. */
const reservationsMax = 256

const isReservedFor = ({ status }: ResourceClaim, pod: Pod): boolean =>
  status?.reservedFor?.some(({ uid }) => uid === uidOf(pod)) ?? false

const idsOf = ({ devices }: AllocationResult): readonly string[] =>
  (devices?.results ?? [])
    .filter(({ adminAccess }) => adminAccess !== true)
    .map(({ driver = '', pool = '', device = '' }) => deviceId(driver, pool, device))

const allocationsOf = (claims: readonly ResourceClaim[]): readonly AllocationResult[] =>
  claims.flatMap(({ status }) => (status?.allocation === undefined ? [] : [status.allocation]))

/** The claims that a pod needs; `null` if one is missing, going, or not the pod's own. */
function claimsOf(claims: Informer<ResourceClaim>, pod: Pod): readonly ResourceClaim[] | null {
  const found: ResourceClaim[] = []
  for (const entry of podClaimsOf(pod)) {
    const name = claimNameOf(pod, entry)
    if (name === '') continue
    const claim = name === undefined ? undefined : claims.get(`${namespaceOf(pod)}/${name}`)
    if (claim === undefined || isTerminating(claim)) return null
    if (entry.resourceClaimTemplateName !== undefined && whyNotOwned('ResourceClaim', claim, pod) !== null) return null
    found.push(claim)
  }
  return found
}

const isOpen = ({ status }: ResourceClaim): boolean => status?.allocation === undefined

/** Returns why a claim cannot be used by one more pod, on whatever node. */
function faultOf(claim: ResourceClaim, pod: Pod, classes: Informer<DeviceClass>, isPending: boolean): string | null {
  if (!isOpen(claim)) {
    const isFull = (claim.status?.reservedFor ?? []).length >= reservationsMax
    return isFull && !isReservedFor(claim, pod) ? 'resourceclaim in use' : null
  }
  if (isPending) return 'resourceclaim is in the process of being allocated'
  const needs = (claim.spec?.devices?.requests ?? []).flatMap(needsOf)
  const missing = needs.find(({ exact }) => classes.get(`/${exact.deviceClassName ?? ''}`) === undefined)
  return missing === undefined
    ? null
    : `request ${missing.name}: device class ${missing.exact.deviceClassName ?? ''} does not exist`
}

function isOnNode({ status }: ResourceClaim, node: Node): boolean {
  const selector = status?.allocation?.nodeSelector
  return selector === undefined || (selector.nodeSelectorTerms ?? []).some((term) => matchesTerm(node, term))
}

/** The rules over the informers of claims, classes and slices. [LC116] */
export function createDeviceChecks(informers: Informers): DeviceChecks {
  const claims = informers.of<ResourceClaim>(devicesPaths[0])
  const classes = informers.of<DeviceClass>(devicesPaths[1])
  const slices = informers.of<ResourceSlice>(devicesPaths[2])
  /** Allocations that the server may not have yet, by claim. */
  const pending = new Map<string, AllocationResult>()
  claims.onChange((before, after) => {
    const claim = after ?? before
    if (claim !== undefined && (after === undefined || !isOpen(after))) pending.delete(keyOf(claim))
  })
  const devices = (): Devices => ({
    slices: slices.all(),
    classOf: (name) => classes.get(`/${name}`),
    used: new Set([...allocationsOf(claims.all()), ...pending.values()].flatMap(idsOf)),
  })
  const needed = (pod: Pod): readonly ResourceClaim[] => claimsOf(claims, pod) ?? []
  const choose = (pod: Pod, node: Node): ReturnType<typeof allocate> => {
    const open = needed(pod).filter(isOpen)
    return open.length === 0 ? new Map() : allocate(devices(), open, node)
  }
  return {
    isWaiting: (pod) => podClaimsOf(pod).length > 0 && claimsOf(claims, pod) === null,
    refuse(pod) {
      const faults = needed(pod).map((claim) => faultOf(claim, pod, classes, pending.has(keyOf(claim))))
      return faults.find((fault) => fault !== null) ?? null
    },
    check(pod, node) {
      if (podClaimsOf(pod).length === 0) return null
      const misfit = (reason: string): Misfit => ({ plugin, reasons: [reason], isFinal: true })
      if (!needed(pod).every((claim) => isOnNode(claim, node))) return misfit('resourceclaim not available on the node')
      try {
        return choose(pod, node) === null ? misfit('cannot allocate all claims') : null
      } catch (error) {
        if (error instanceof SelectorFault) return misfit(error.message)
        throw error
      }
    },
    reserve(pod, node) {
      if (podClaimsOf(pod).length === 0) return []
      const chosen = choose(pod, node) ?? new Map<ResourceClaim, AllocationResult>()
      for (const [claim, allocation] of chosen) pending.set(keyOf(claim), allocation)
      return needed(pod)
        .filter((claim) => !isReservedFor(claim, pod))
        .map((claim) => ({ claim, allocation: chosen.get(claim) ?? null }))
    },
    release(plans) {
      for (const { claim, allocation } of plans) if (allocation !== null) pending.delete(keyOf(claim))
    },
    freeable: (pod, nodes) =>
      needed(pod).find(
        (claim) =>
          !isOpen(claim) &&
          (claim.status?.reservedFor ?? []).every(({ uid }) => uid === uidOf(pod)) &&
          nodes.some((node) => !isOnNode(claim, node)),
      ) ?? null,
    hasClaims: (pod) => needed(pod).length > 0,
  }
}
