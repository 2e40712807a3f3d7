import type { PersistentVolume, PersistentVolumeClaim, Pod, Volume } from '#server/kinds/types/core-v1.ts'
import type { StorageClass } from '#server/kinds/types/storage-v1.ts'
import type { EventType } from '#server/controllers/shared/events.ts'
import type { Informer } from '#server/controllers/shared/informers.ts'
import type { Loop, LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { keyOf, pathOf } from '#server/controllers/shared/owners.ts'
import { createdOf, nameOf } from '#server/controllers/shared/fields.ts'
import { ephemeralClaimName } from '#server/controllers/shared/pod-claims.ts'
import { isTerminating, podsPath } from '#server/controllers/shared/pods.ts'
import { unlessGone } from '#server/controllers/shared/refusals.ts'
import { bind, isBindCompleted, setClaimPhase, setVolumePhase, unbind } from './binding.ts'
import { isOfProvisioner, whyUndeletable } from './reclaiming.ts'
import { bestVolume, isFor, whyUnfit } from './matching.ts'

/** The interval at which all claims and volumes are reconciled even without a change. */
const resyncMs = 15_000
const selectedNode = 'volume.orch.io/selected-node'

export interface Binder {
  readonly loop: Loop
  readonly claims: Informer<PersistentVolumeClaim>
  readonly volumes: Informer<PersistentVolume>
  readonly classes: Informer<StorageClass>
  readonly pods: Informer<Pod>
}

/** Binds claims to volumes, and releases volumes whose claims are gone. [LC71] */
export const volumeBinder: LoopDefinition = {
  name: 'persistentvolume-binder-controller',
  account: 'persistent-volume-binder',
  component: 'persistentvolume-controller',
  workers: 1,
  start(loop) {
    const { informers, queue } = loop
    const binder: Binder = {
      loop,
      claims: informers.of<PersistentVolumeClaim>('/api/v1/persistentvolumeclaims'),
      volumes: informers.of<PersistentVolume>('/api/v1/persistentvolumes'),
      classes: informers.of<StorageClass>('/apis/storage.orch.io/v1/storageclasses'),
      pods: informers.of<Pod>(podsPath),
    }
    binder.claims.onChange((before, after) => {
      if (after !== undefined) return queue.add(`claim ${keyOf(after)}`)
      const name = before?.spec?.volumeName ?? ''
      if (name !== '') queue.add(`volume /${name}`)
    })
    binder.volumes.onChange((before, after) => {
      if (after !== undefined) return queue.add(`volume ${keyOf(after)}`)
      const { namespace = '', name = '' } = before?.spec?.claimRef ?? {}
      if (name !== '') queue.add(`claim ${namespace}/${name}`)
    })
    loop.every(resyncMs, () => {
      for (const claim of binder.claims.all()) queue.add(`claim ${keyOf(claim)}`)
      for (const volume of binder.volumes.all()) queue.add(`volume ${keyOf(volume)}`)
    })
    return async (key, run) => {
      const [type = '', name = ''] = key.split(' ')
      const claim = type === 'claim' ? binder.claims.get(name) : undefined
      const volume = type === 'volume' ? binder.volumes.get(name) : undefined
      if (claim !== undefined) await syncClaim({ ...binder, loop: run }, claim)
      if (volume !== undefined) await syncVolume({ ...binder, loop: run }, volume)
    }
  },
}

async function syncVolume(binder: Binder, volume: PersistentVolume): Promise<void> {
  const { loop } = binder
  if ((volume.spec?.claimRef?.uid ?? '') === '') {
    await setVolumePhase(loop, volume, 'Available')
    return
  }
  const claim = claimOf(binder, volume)
  if (claim === undefined) return release(binder, volume)
  const { volumeName = '' } = claim.spec ?? {}
  if (volumeName === '') loop.queue.add(`claim ${keyOf(claim)}`)
  else if (volumeName === nameOf(volume)) await setVolumePhase(loop, volume, 'Bound')
  else if (isProvisionedToBeDeleted(volume)) await release(binder, volume)
  else await setVolumePhase(loop, await unbind(loop, volume), 'Available')
}

/** A volume that was made for its claim goes when the claim got another one. */
const isProvisionedToBeDeleted = ({ metadata, spec }: PersistentVolume): boolean =>
  isOfProvisioner({ metadata }) && spec?.persistentVolumeReclaimPolicy === 'Delete'

/** The claim that a volume names; undefined if it is gone or was replaced by another one of the same name. */
function claimOf({ claims }: Binder, { spec }: PersistentVolume): PersistentVolumeClaim | undefined {
  const { namespace = '', name = '', uid } = spec?.claimRef ?? {}
  const claim = claims.get(`${namespace}/${name}`)
  return claim?.metadata.uid === uid ? claim : undefined
}

/** A volume whose claim is gone is released, and deleted if its policy says so. */
async function release({ loop }: Binder, volume: PersistentVolume): Promise<void> {
  const released = volume.status?.phase === 'Failed' ? volume : await setVolumePhase(loop, volume, 'Released')
  if (volume.spec?.persistentVolumeReclaimPolicy !== 'Delete' || isTerminating(released)) return
  if (isOfProvisioner(volume)) return
  const fault = whyUndeletable(volume)
  if (fault !== null && released.status?.phase !== 'Failed') {
    await setVolumePhase(loop, released, 'Failed', fault)
    const about = { apiVersion: 'v1', kind: 'PersistentVolume', object: volume }
    loop.events.emit(about, 'Warning', 'VolumeFailedDelete', fault)
  }
  if (fault !== null) return
  await unlessGone(() => loop.client.delete(pathOf('/api/v1', 'persistentvolumes', '', volume.metadata.name)))
}

const say = (
  { loop }: Binder,
  claim: PersistentVolumeClaim,
  [type, reason, text]: readonly [EventType, string, string],
): void => loop.events.emit({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', object: claim }, type, reason, text)

async function syncClaim(binder: Binder, claim: PersistentVolumeClaim): Promise<void> {
  const { loop, volumes } = binder
  if (isTerminating(claim)) return
  if (isBindCompleted(claim)) return syncBound(binder, claim)
  const wanted = claim.spec?.volumeName ?? ''
  if (wanted !== '') {
    const volume = volumes.get(`/${wanted}`)
    if (volume !== undefined && isFor(volume, claim)) return bind(loop, volume, claim)
    if (volume?.spec?.claimRef === undefined && volume !== undefined) return bindFree(binder, volume, claim)
    return setClaimPhase(loop, claim, 'Pending')
  }
  return syncFree(binder, claim)
}

/** Binds a claim to the volume that it names, unless that does not fit. */
async function bindFree(binder: Binder, volume: PersistentVolume, claim: PersistentVolumeClaim): Promise<void> {
  const fault = whyUnfit(volume, claim)
  if (fault === null) return bind(binder.loop, volume, claim)
  say(binder, claim, ['Warning', 'VolumeMismatch', `Cannot bind to requested volume "${nameOf(volume)}": ${fault}`])
  return setClaimPhase(binder.loop, claim, 'Pending')
}

/** Binds a claim that names no volume, or says why it waits. */
async function syncFree(binder: Binder, claim: PersistentVolumeClaim): Promise<void> {
  const { loop, volumes } = binder
  const isDelayed = waitsForConsumer(binder, claim)
  const candidates = isDelayed ? volumes.all().filter((volume) => isFor(volume, claim)) : volumes.all()
  const volume = bestVolume(claim, candidates)
  if (volume !== null) return bind(loop, volume, claim)
  if (await joinDefaultClass(binder, claim)) return
  const noted = isDelayed ? claim : await nameProvisioner(binder, claim)
  say(binder, noted, whyPending(binder, claim, isDelayed))
  await setClaimPhase(loop, noted, 'Pending')
}

function waitsForConsumer({ classes }: Binder, { spec, metadata }: PersistentVolumeClaim): boolean {
  const mode = classes.get(`/${spec?.storageClassName ?? ''}`)?.volumeBindingMode
  return mode === 'WaitForFirstConsumer' && metadata.annotations?.[selectedNode] === undefined
}

const defaultMark = 'storageclass.orch.io/is-default-class'

/** Gives a claim without a class the newest default class, if there is one since the claim exists. Returns whether it did. */
async function joinDefaultClass({ loop, classes }: Binder, claim: PersistentVolumeClaim): Promise<boolean> {
  if (claim.spec?.storageClassName !== undefined) return false
  const defaults = classes.all().filter(({ metadata }) => metadata.annotations?.[defaultMark] === 'true')
  const newest = defaults.toSorted((a, b) => (createdOf(a) < createdOf(b) ? 1 : -1))[0]
  if (newest === undefined) return false
  const { namespace, name } = claim.metadata
  const spec = { ...claim.spec, storageClassName: nameOf(newest) }
  await loop.client.update(pathOf('/api/v1', 'persistentvolumeclaims', namespace, name), { ...claim, spec })
  return true
}

const provisionerMarks = ['volume.beta.orch.io/storage-provisioner', 'volume.orch.io/storage-provisioner'] as const
const ownProvisioners = 'orch.io/'

/** Names the provisioner of a claim's class in the claim: that is how provisioners find their work. */
async function nameProvisioner(
  { loop, classes }: Binder,
  claim: PersistentVolumeClaim,
): Promise<PersistentVolumeClaim> {
  const { provisioner = '' } = classes.get(`/${claim.spec?.storageClassName ?? ''}`) ?? {}
  const { namespace, name, annotations = {} } = claim.metadata
  const isNamed = provisionerMarks.every((mark) => annotations[mark] === provisioner)
  if (provisioner === '' || provisioner.startsWith(ownProvisioners) || isNamed) return claim
  const marks = Object.fromEntries(provisionerMarks.map((mark) => [mark, provisioner]))
  return (await loop.client.update(pathOf('/api/v1', 'persistentvolumeclaims', namespace, name), {
    ...claim,
    metadata: { ...claim.metadata, annotations: { ...annotations, ...marks } },
  })) as PersistentVolumeClaim
}

const usedClaim = (pod: Pod, volume: Volume): string | undefined =>
  volume.ephemeral === undefined ? volume.persistentVolumeClaim?.claimName : ephemeralClaimName(pod, volume)

/** The unscheduled pods that use a claim whose class waits for them. */
const consumersOf = ({ pods }: Binder, { metadata }: PersistentVolumeClaim): readonly string[] =>
  pods
    .inNamespace(metadata.namespace ?? '')
    .filter(({ spec }) => (spec?.nodeName ?? '') === '')
    .filter((pod) => pod.spec?.volumes?.some((each) => usedClaim(pod, each) === metadata.name))
    .map(nameOf)

function whyDelayed(binder: Binder, claim: PersistentVolumeClaim): readonly [EventType, string, string] {
  const consumers = consumersOf(binder, claim)
  if (consumers.length === 0)
    return ['Normal', 'WaitForFirstConsumer', 'waiting for first consumer to be created before binding']
  const word = consumers.length === 1 ? 'pod' : 'pods'
  return ['Normal', 'WaitForPodScheduled', `waiting for ${word} ${consumers.join(',')} to be scheduled`]
}

function whyPending(
  binder: Binder,
  claim: PersistentVolumeClaim,
  isDelayed: boolean,
): readonly [EventType, string, string] {
  if (isDelayed) return whyDelayed(binder, claim)
  const { classes } = binder
  const { spec } = claim
  const name = spec?.storageClassName ?? ''
  if (name === '')
    return ['Normal', 'FailedBinding', 'no persistent volumes available for this claim and no storage class is set']
  const found = classes.get(`/${name}`)
  if (found === undefined) return ['Warning', 'ProvisioningFailed', `storageclass.storage.orch.io "${name}" not found`]
  if (found.provisioner?.startsWith(ownProvisioners) === true)
    return ['Warning', 'ProvisioningFailed', `no volume plugin matched name: ${found.provisioner}`]
  const text = `Waiting for a volume to be created either by the external provisioner '${found.provisioner ?? ''}' or manually by the system administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered.`
  return ['Normal', 'ExternalProvisioning', text]
}

async function syncBound(binder: Binder, claim: PersistentVolumeClaim): Promise<void> {
  const { loop, volumes } = binder
  const volume = volumes.get(`/${claim.spec?.volumeName ?? ''}`)
  if (volume !== undefined && (volume.spec?.claimRef === undefined || isFor(volume, claim)))
    return bind(loop, volume, claim)
  if (claim.status?.phase === 'Lost') return
  const reason = volume === undefined ? 'ClaimLost' : 'ClaimMisbound'
  const text =
    volume === undefined
      ? 'Bound claim has lost its PersistentVolume. Data on the volume is lost!'
      : 'Two claims are bound to the same volume, this one is bound incorrectly'
  await setClaimPhase(loop, claim, 'Lost')
  say(binder, claim, ['Warning', reason, text])
}
