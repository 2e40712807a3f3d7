import { deepEqual, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { Refusal } from '#client/refusal.ts'
import type { Deployment, ReplicaSet } from '#server/kinds/types/apps-v1.ts'
import type { PodTemplateSpec } from '#server/kinds/types/core-v1.ts'
import { ownedBy, pathOf, pathOfObject } from '#server/controllers/shared/owners.ts'
import { isInTerminatingNamespace } from '#server/controllers/shared/pod-control.ts'
import { templateHash } from '#server/controllers/shared/template-hash.ts'
import { conditionOf, hasDeadline, withCondition } from './deployment-conditions.ts'
import { aboutDeployment, deploymentKind, replicaSetPath, type Rollout } from './deployment-parts.ts'
import { annotations, byAge, maxSurge, revisionOf, sizeOf, sizeOfNewSet } from './deployment-sizes.ts'

const hashLabel = 'pod-template-hash'

/** A rollout whose new ReplicaSet is known; `null` if it does not exist. */
export interface Sets {
  readonly newSet: ReplicaSet | null
  readonly oldSets: readonly ReplicaSet[]
}

function withoutHash(template: PodTemplateSpec | undefined): JsonObject {
  const { [hashLabel]: _hash, ...labels } = template?.metadata?.labels ?? {}
  const { creationTimestamp: _time, ...metadata } = template?.metadata ?? {}
  return { ...template, metadata: { ...metadata, labels } }
}

export const isOfTemplate = (set: ReplicaSet, { spec }: Deployment): boolean =>
  deepEqual(withoutHash(set.spec?.template ?? undefined), withoutHash(spec?.template ?? undefined))

/** Finds the ReplicaSet of the current template, or creates it, and brings its revision up to date. [LC21] */
export async function findSets(rollout: Rollout, mayCreate: boolean): Promise<Sets> {
  const { deployment, sets } = rollout
  const found = sets.toSorted(byAge).find((set) => isOfTemplate(set, deployment))
  const oldSets = sets.filter((set) => set !== found)
  const revision = String(Math.max(0, ...oldSets.map(revisionOf)) + 1)
  if (found !== undefined) return { newSet: await renewSet(rollout, found, revision), oldSets }
  return { newSet: mayCreate ? await createSet(rollout, oldSets, revision) : null, oldSets }
}

const ownAnnotations = new Set<string>([
  ...Object.values(annotations),
  'kubectl.orch.io/last-applied-configuration',
  'deprecated.deployment.rollback.to',
])

/** The annotations of a set: those of its Deployment, its revision, and the revisions that it had before. */
function annotationsFor(deployment: Deployment, set: ReplicaSet, revision: string): { [key: string]: string } {
  const before = set.metadata.annotations ?? {}
  const copied = Object.entries(deployment.metadata.annotations ?? {}).filter(([name]) => !ownAnnotations.has(name))
  const next: { [key: string]: string } = { ...before, ...Object.fromEntries(copied) }
  const had = before[annotations.revision]
  if (revisionOf(set) >= Number(revision)) return next
  next[annotations.revision] = revision
  if (had === undefined) return next
  const history = before[annotations.history]
  return { ...next, [annotations.history]: history === undefined || history === '' ? had : `${history},${had}` }
}

async function renewSet(rollout: Rollout, set: ReplicaSet, revision: string): Promise<ReplicaSet> {
  const { loop, deployment } = rollout
  const next = annotationsFor(deployment, set, revision)
  const minReadySeconds = deployment.spec?.minReadySeconds
  if (!deepEqual(next, set.metadata.annotations ?? {}) || (set.spec?.minReadySeconds ?? 0) !== (minReadySeconds ?? 0)) {
    const renewed = { ...set, metadata: { ...set.metadata, annotations: next }, spec: { ...set.spec, minReadySeconds } }
    return (await loop.client.update(replicaSetPath(set), renewed)) as ReplicaSet
  }
  const message = `Found new replica set "${set.metadata.name ?? ''}"`
  const isUnknown = conditionOf(deployment.status, 'Progressing') === undefined
  const found = { type: 'Progressing', status: 'True', reason: 'FoundNewReplicaSet', message }
  await writeRevision(rollout, revisionText(set), hasDeadline(deployment) && isUnknown ? found : null)
  return set
}

const revisionText = ({ metadata }: ApiObject): string => metadata.annotations?.[annotations.revision] ?? ''

/** Writes the revision of the Deployment, and a condition, in one write of its status. */
async function writeRevision(
  { loop, deployment }: Rollout,
  revision: string,
  condition: { type: string; status: string; reason: string; message: string } | null,
): Promise<void> {
  if (revisionText(deployment) === revision && condition === null) return
  const { metadata, status = {} } = deployment
  const next = {
    ...deployment,
    metadata: { ...metadata, annotations: { ...metadata.annotations, [annotations.revision]: revision } },
    status: condition === null ? status : withCondition(status, condition, loop),
  }
  deployment.metadata = next.metadata
  deployment.status = next.status
  await loop.client.put(`${pathOfObject(deploymentKind, deployment)}/status`, next)
}

function newSetOf({ deployment }: Rollout, oldSets: readonly ReplicaSet[], revision: string): ReplicaSet {
  const { template, selector, minReadySeconds } = deployment.spec ?? {}
  const hash = templateHash(template ?? {}, deployment.status?.collisionCount)
  const labels = { ...template?.metadata?.labels, [hashLabel]: hash }
  const set: ReplicaSet = {
    metadata: {
      name: `${deployment.metadata.name ?? ''}-${hash}`,
      namespace: deployment.metadata.namespace ?? '',
      labels,
      ownerReferences: [ownedBy(deploymentKind, deployment)],
    },
    spec: {
      replicas: 0,
      ...(minReadySeconds === undefined ? {} : { minReadySeconds }),
      selector: { ...selector, matchLabels: { ...selector?.matchLabels, [hashLabel]: hash } },
      template: { ...template, metadata: { ...template?.metadata, labels } },
    },
  }
  const replicas = sizeOfNewSet(deployment, [...oldSets, set], set)
  set.metadata.annotations = { ...annotationsFor(deployment, set, revision), ...sizeAnnotations(deployment) }
  return { ...set, spec: { ...set.spec, replicas } }
}

export const sizeAnnotations = (deployment: Deployment): { [key: string]: string } => ({
  [annotations.desired]: String(sizeOf(deployment)),
  [annotations.max]: String(sizeOf(deployment) + maxSurge(deployment)),
})

async function createSet(rollout: Rollout, oldSets: readonly ReplicaSet[], revision: string): Promise<ReplicaSet> {
  const { loop, deployment } = rollout
  const set = newSetOf(rollout, oldSets, revision)
  const { name = '', namespace } = set.metadata
  let created: ReplicaSet
  try {
    created = (await loop.client.create(pathOf('/apis/apps/v1', 'replicasets', namespace), { ...set })) as ReplicaSet
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return afterRefusal(rollout, set, error)
  }
  const size = sizeOf(created)
  if (size > 0)
    loop.events.emit(
      aboutDeployment(deployment),
      'Normal',
      'ScalingReplicaSet',
      `Scaled up replica set ${name} from 0 to ${size}`,
    )
  const message = `Created new replica set "${name}"`
  const condition = { type: 'Progressing', status: 'True', reason: 'NewReplicaSetCreated', message }
  await writeRevision(rollout, revision, hasDeadline(deployment) ? condition : null)
  return created
}

/** A set of that name exists: it is ours and seen for the first time, or its hash collides with ours. */
async function afterRefusal(rollout: Rollout, set: ReplicaSet, refusal: Refusal): Promise<ReplicaSet> {
  const { loop, deployment } = rollout
  const statusPath = `${pathOfObject(deploymentKind, deployment)}/status`
  if (refusal.status.reason === 'AlreadyExists') {
    const live = await loop.client.get<ReplicaSet>(replicaSetPath(set))
    const isOwn = live.metadata.ownerReferences?.some(({ uid }) => uid === deployment.metadata.uid) ?? false
    if (isOwn && isOfTemplate(live, deployment)) return live
    const collisionCount = (deployment.status?.collisionCount ?? 0) + 1
    await loop.client.put(statusPath, { ...deployment, status: { ...deployment.status, collisionCount } })
    throw refusal
  }
  if (isInTerminatingNamespace(refusal)) throw refusal
  const name = set.metadata.name ?? ''
  const message = `Failed to create new replica set "${name}": ${refusal.message}`
  if (hasDeadline(deployment)) {
    const condition = { type: 'Progressing', status: 'False', reason: 'ReplicaSetCreateError', message }
    const status = withCondition(deployment.status ?? {}, condition, loop)
    await loop.client.put(statusPath, { ...deployment, status })
  }
  loop.events.emit(aboutDeployment(deployment), 'Warning', 'ReplicaSetCreateError', message)
  throw refusal
}
