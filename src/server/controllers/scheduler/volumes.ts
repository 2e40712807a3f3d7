import type { Node, PersistentVolume, PersistentVolumeClaim, Pod } from '#server/kinds/types/core-v1.ts'
import type { StorageClass } from '#server/kinds/types/storage-v1.ts'
import type { Informer, Informers } from '#server/controllers/shared/informers.ts'
import { nameOf } from '#server/controllers/shared/fields.ts'
import { ephemeralClaimName, whyNotOwned } from '#server/controllers/shared/pod-claims.ts'
import { bestVolume } from '#server/controllers/volume-binder/matching.ts'
import type { NodeState } from './cluster-state.ts'
import type { Misfit } from './filters.ts'
import { matchesTerm } from './node-terms.ts'

/** The rules of a pod's volumes. */
export interface VolumeChecks {
  /** Returns why the pod fits no node: a claim is missing, lost or not bound; `null` if no claim prevents it. */
  readonly refuse: (pod: Pod) => string | null
  readonly check: (pod: Pod, node: Node, all: readonly NodeState[]) => Misfit | null
  /** The volumes to bind, or `null` per claim that a provisioner must serve, if the pod goes to this node. */
  readonly toBind: (pod: Pod, node: Node) => readonly Binding[]
}

export interface Binding {
  readonly claim: PersistentVolumeClaim
  readonly volume: PersistentVolume | null
}

interface Storage {
  readonly claims: Informer<PersistentVolumeClaim>
  readonly volumes: Informer<PersistentVolume>
  readonly classes: Informer<StorageClass>
}

export const claimsPath = '/api/v1/persistentvolumeclaims'
export const volumesPath = '/api/v1/persistentvolumes'
export const classesPath = '/apis/storage.orch.io/v1/storageclasses'

interface ClaimOfPod {
  readonly name: string
  /** True if the claim is made for the pod. */
  readonly isEphemeral: boolean
}

const claimsIn = (pod: Pod): readonly ClaimOfPod[] =>
  (pod.spec?.volumes ?? []).flatMap((volume): readonly ClaimOfPod[] => {
    if (volume.ephemeral !== undefined) return [{ name: ephemeralClaimName(pod, volume), isEphemeral: true }]
    const { persistentVolumeClaim: source } = volume
    return source === undefined ? [] : [{ name: source.claimName ?? '', isEphemeral: false }]
  })

const claimNames = (pod: Pod): readonly string[] => claimsIn(pod).map(({ name }) => name)

export const isBound = ({ metadata, spec }: PersistentVolumeClaim): boolean =>
  (spec?.volumeName ?? '') !== '' && metadata.annotations?.['pv.orch.io/bind-completed'] !== undefined

/** The rules of volumes over the informers of claims, volumes and classes. [LC66] */
export function createVolumeChecks(informers: Informers): VolumeChecks {
  const storage: Storage = {
    claims: informers.of<PersistentVolumeClaim>(claimsPath),
    volumes: informers.of<PersistentVolume>(volumesPath),
    classes: informers.of<StorageClass>(classesPath),
  }
  const waits = ({ spec }: PersistentVolumeClaim): boolean =>
    storage.classes.get(`/${spec?.storageClassName ?? ''}`)?.volumeBindingMode === 'WaitForFirstConsumer'
  const claimsOf = (pod: Pod): readonly PersistentVolumeClaim[] =>
    claimNames(pod).flatMap((name) => storage.claims.get(`${pod.metadata.namespace ?? ''}/${name}`) ?? [])
  const toBind: VolumeChecks['toBind'] = (pod, node) => {
    const taken = new Set<string>()
    return claimsOf(pod)
      .filter((claim) => !isBound(claim))
      .map((claim) => {
        const free = storage.volumes
          .all()
          .filter((each) => !taken.has(each.metadata.name ?? '') && isReachable(each, node))
        const volume = bestVolume(claim, free)
        taken.add(volume?.metadata.name ?? '')
        return { claim, volume }
      })
  }
  return {
    refuse: (pod) => refusalOf(pod, storage, waits),
    check: (pod, node, all) =>
      checkSoleUse(pod, claimsOf(pod), all) ?? checkVolumes(pod, node, { storage, claimsOf, toBind }),
    toBind,
  }
}

function refusalOf(pod: Pod, { claims }: Storage, waits: (claim: PersistentVolumeClaim) => boolean): string | null {
  for (const { name, isEphemeral } of claimsIn(pod)) {
    const claim = claims.get(`${pod.metadata.namespace ?? ''}/${name}`)
    if (claim === undefined) return missingClaim(name, isEphemeral)
    const fault = faultOf(claim) ?? (isEphemeral ? whyNotOwned('PVC', claim, pod) : null)
    if (fault !== null) return fault
    if (!isBound(claim) && !waits(claim)) return 'pod has unbound immediate PersistentVolumeClaims'
  }
  return null
}

function faultOf({ metadata, spec, status }: PersistentVolumeClaim): string | null {
  const claim = `persistentvolumeclaim "${metadata.name ?? ''}"`
  if (status?.phase === 'Lost') return `${claim} bound to non-existent persistentvolume "${spec?.volumeName ?? ''}"`
  return metadata.deletionTimestamp === undefined ? null : `${claim} is being deleted`
}

const missingClaim = (name: string, isEphemeral: boolean): string =>
  isEphemeral
    ? `waiting for ephemeral volume controller to create the persistentvolumeclaim "${name}"`
    : `persistentvolumeclaim "${name}" not found`

function isReachable({ spec }: PersistentVolume, node: Node): boolean {
  const terms = spec?.nodeAffinity?.required?.nodeSelectorTerms
  return terms === undefined || terms === null || terms.some((term) => matchesTerm(node, term))
}

const missing = 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)'

interface Lookup {
  readonly storage: Storage
  readonly claimsOf: (pod: Pod) => readonly PersistentVolumeClaim[]
  readonly toBind: VolumeChecks['toBind']
}

/** A claim for one pod alone keeps others that name it from all nodes. */
function checkSoleUse(pod: Pod, claims: readonly PersistentVolumeClaim[], all: readonly NodeState[]): Misfit | null {
  const sole = claims.filter(({ spec }) => spec?.accessModes?.includes('ReadWriteOncePod')).map(nameOf)
  const uses = (other: Pod): boolean =>
    other.metadata.namespace === pod.metadata.namespace && claimNames(other).some((name) => sole.includes(name))
  if (sole.length === 0 || !all.some(({ pods }) => [...pods.values()].some(uses))) return null
  const reason = 'node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode'
  return { plugin: 'VolumeRestrictions', reasons: [reason], isFinal: false }
}

function checkVolumes(pod: Pod, node: Node, { storage, claimsOf, toBind }: Lookup): Misfit | null {
  const plugin = 'VolumeBinding'
  for (const claim of claimsOf(pod).filter(isBound)) {
    const volume = storage.volumes.get(`/${claim.spec?.volumeName ?? ''}`)
    if (volume === undefined) return { plugin, reasons: [missing], isFinal: true }
    if (!isReachable(volume, node))
      return { plugin, reasons: ["node(s) didn't match PersistentVolume's node affinity"], isFinal: true }
  }
  const cannotBind = toBind(pod, node).some(({ claim, volume }) => {
    const provisioner = storage.classes.get(`/${claim.spec?.storageClassName ?? ''}`)?.provisioner
    return volume === null && (provisioner === undefined || provisioner === 'orch.io/no-provisioner')
  })
  return cannotBind
    ? { plugin, reasons: ["node(s) didn't find available persistent volumes to bind"], isFinal: true }
    : null
}
