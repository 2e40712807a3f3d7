import type { JsonObject } from '#api/json.ts'
import { Refusal } from '#client/refusal.ts'
import type { ControllerRevision, StatefulSet } from '#server/kinds/types/apps-v1.ts'
import type { PersistentVolumeClaim, Pod, PodTemplateSpec, Volume } from '#server/kinds/types/core-v1.ts'
import type { ApiObject, OwnerReference } from '#api/object-meta.ts'
import { namespaceOf, nameOf } from '#server/controllers/shared/fields.ts'
import { ownedBy, pathOf } from '#server/controllers/shared/owners.ts'
import { unlessGone } from '#server/controllers/shared/refusals.ts'
import { pathOfPod, podFrom } from '#server/controllers/shared/pods.ts'
import { setKind, type SetRun } from './set-parts.ts'

/** The number at the end of a pod's name; `null` if the name is not the set's. */
export function ordinalOf({ metadata }: StatefulSet, pod: Pod): number | null {
  const prefix = `${metadata.name ?? ''}-`
  const name = pod.metadata.name ?? ''
  const rest = name.slice(prefix.length)
  return name.startsWith(prefix) && /^(0|[1-9]\d*)$/.test(rest) ? Number(rest) : null
}

const about = (set: StatefulSet): { apiVersion: string; kind: string; object: StatefulSet } => ({
  ...setKind,
  object: set,
})

const templateOf = ({ data }: ControllerRevision): PodTemplateSpec => {
  const { spec } = (data ?? {}) as { spec?: { template?: PodTemplateSpec } }
  const { $patch: _patch, ...template } = spec?.template ?? {}
  return template
}

const claimName = (template: PersistentVolumeClaim, pod: string): string => `${template.metadata.name ?? ''}-${pod}`

export const claimTemplates = ({ spec }: StatefulSet): readonly PersistentVolumeClaim[] =>
  (spec?.volumeClaimTemplates ?? []) as readonly PersistentVolumeClaim[]

function podOf({ set, update }: SetRun, ordinal: number, revision: ControllerRevision): JsonObject {
  const name = `${nameOf(set)}-${ordinal}`
  const template = revision === update ? (set.spec?.template ?? {}) : templateOf(revision)
  const pod = podFrom(template, {
    name,
    generateName: `${nameOf(set)}-`,
    namespace: set.metadata.namespace,
    labels: {
      ...template.metadata?.labels,
      'statefulset.orch.io/pod-name': name,
      'apps.orch.io/pod-index': String(ordinal),
      'controller-revision-hash': nameOf(revision),
    },
    ownerReferences: [ownedBy(setKind, set)],
  })
  const volumes = volumesOf(set, template, name)
  const { serviceName = '' } = set.spec ?? {}
  return {
    ...pod,
    spec: {
      ...template.spec,
      hostname: name,
      ...(serviceName === '' ? {} : { subdomain: serviceName }),
      ...(volumes.length === 0 ? {} : { volumes }),
    },
  }
}

/** The volumes of a pod: its claims, which replace volumes of the template with the same name. */
function volumesOf(set: StatefulSet, template: PodTemplateSpec, pod: string): Volume[] {
  const own = claimTemplates(set)
  const claimed = own.map((each) => ({
    name: nameOf(each),
    persistentVolumeClaim: { claimName: claimName(each, pod) },
  }))
  const others = (template.spec?.volumes ?? []).filter((each) => !own.some((claim) => nameOf(claim) === each.name))
  return [...claimed, ...others]
}

/** Creates the claims of a pod that are missing, then the pod. [LC32] */
export async function createSetPod(run: SetRun, ordinal: number, revision: ControllerRevision): Promise<void> {
  const { loop, set } = run
  const name = `${set.metadata.name ?? ''}-${ordinal}`
  const setName = set.metadata.name ?? ''
  await createClaims(run, name)
  try {
    const pods = pathOf('/api/v1', 'pods', set.metadata.namespace)
    const created = await loop.client.create(pods, podOf(run, ordinal, revision))
    await retainClaims(run, created, false)
    loop.events.emit(
      about(set),
      'Normal',
      'SuccessfulCreate',
      `create Pod ${name} in StatefulSet ${setName} successful`,
    )
  } catch (error) {
    if (!(error instanceof Refusal) || error.status.reason === 'AlreadyExists') throw error
    const text = `create Pod ${name} in StatefulSet ${setName} failed error: ${error.message}`
    loop.events.emit(about(set), 'Warning', 'FailedCreate', text)
    throw error
  }
}

/** Creates the claims of a pod that are missing. */
export async function createClaims({ loop, set, claims }: SetRun, pod: string): Promise<void> {
  const { namespace = '', name: setName = '' } = set.metadata
  for (const template of claimTemplates(set)) {
    const name = claimName(template, pod)
    if (claims.get(`${namespace}/${name}`) !== undefined) continue
    const labels = { ...template.metadata.labels, ...set.spec?.selector?.matchLabels }
    const object = { ...template, metadata: { ...template.metadata, name, namespace, labels }, status: {} }
    try {
      await loop.client.create(pathOf('/api/v1', 'persistentvolumeclaims', namespace), object)
      const text = `create Claim ${name} Pod ${pod} in StatefulSet ${setName} success`
      loop.events.emit(about(set), 'Normal', 'SuccessfulCreate', text)
    } catch (error) {
      if (!(error instanceof Refusal && error.status.reason === 'AlreadyExists')) throw error
    }
  }
}

/** True if a claim of this ordinal still belongs to an earlier pod, with which it goes. [LC34] */
export function hasStaleClaim({ set, claims }: SetRun, ordinal: number): boolean {
  if (set.spec?.persistentVolumeClaimRetentionPolicy?.whenScaled !== 'Delete') return false
  const pod = `${nameOf(set)}-${ordinal}`
  return claimTemplates(set).some((template) =>
    claims
      .get(`${namespaceOf(set)}/${claimName(template, pod)}`)
      ?.metadata.ownerReferences?.some(({ kind, name }) => kind === 'Pod' && name === pod),
  )
}

export async function deleteSetPod({ loop, set }: SetRun, pod: Pod): Promise<void> {
  await unlessGone(() => loop.client.delete(pathOfPod(pod)))
  const text = `delete Pod ${nameOf(pod)} in StatefulSet ${set.metadata.name ?? ''} successful`
  loop.events.emit(about(set), 'Normal', 'SuccessfulDelete', text)
}

/** Sets the owners of a pod's claims that the set's retention policy asks for. [LC34] */
export async function retainClaims(
  { loop, set, claims }: SetRun,
  pod: ApiObject,
  isScaledDown: boolean,
): Promise<void> {
  for (const template of claimTemplates(set)) {
    const found = claims.get(`${namespaceOf(set)}/${claimName(template, nameOf(pod))}`)
    if (found === undefined) continue
    const before = found.metadata.ownerReferences ?? []
    const others = before.filter(({ uid }) => uid !== set.metadata.uid && uid !== pod.metadata.uid)
    const wanted = [...others, ...retainedBy(set, pod, isScaledDown)]
    if (before.map(({ uid }) => uid).join() === wanted.map(({ uid }) => uid).join()) continue
    await loop.client.update(pathOf('/api/v1', 'persistentvolumeclaims', namespaceOf(set), nameOf(found)), {
      ...found,
      metadata: { ...found.metadata, ownerReferences: wanted },
    })
  }
}

/** The owner with which a pod's claims are deleted: the pod itself if it goes because the set shrinks, the set, or none. */
function retainedBy(set: StatefulSet, pod: ApiObject, isScaledDown: boolean): readonly OwnerReference[] {
  const { whenDeleted, whenScaled } = set.spec?.persistentVolumeClaimRetentionPolicy ?? {}
  if (isScaledDown && whenScaled === 'Delete') return [ownedBy({ apiVersion: 'v1', kind: 'Pod' }, pod)]
  return whenDeleted === 'Delete' ? [ownedBy(setKind, set)] : []
}
