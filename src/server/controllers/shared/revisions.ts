import { deepEqual, type JsonObject } from '#api/json.ts'
import { Refusal } from '#client/refusal.ts'
import type { ApiObject, ObjectMeta } from '#api/object-meta.ts'
import { type LabelSelectorObject, selects } from '#api/selectors/label-selector-object.ts'
import type { ControllerRevision } from '#server/kinds/types/apps-v1.ts'
import type { PodTemplateSpec } from '#server/kinds/types/core-v1.ts'
import { namespaceOf, nameOf } from './fields.ts'
import type { Informer } from './informers.ts'
import type { Loop } from './life-loop.ts'
import { claim, controllerOf, type KindOfOwner, ownedBy, pathOf } from './owners.ts'
import { claimable } from './queueing.ts'
import { revisionHash } from './template-hash.ts'

const root = '/apis/apps/v1'
export const revisionsPath: string = `${root}/controllerrevisions`
export const hashLabel = 'controller.orch.io/hash'

/** The owner of revisions, and what distinguishes its kind. */
export interface RevisionOwner {
  readonly kind: KindOfOwner
  readonly owner: ApiObject
  readonly template: PodTemplateSpec
  /** The label of the hash. Default: {@link hashLabel}. */
  readonly label?: string
  readonly collisionCount: number | undefined
  /** The hash of a revision after so many collisions. Default: that of its data. */
  readonly hash?: (collisions: number) => string
}

/** Returns the part of the owner that a revision records: the template of its pods. */
export function patchOf(template: PodTemplateSpec): JsonObject {
  const { creationTimestamp: _time, ...metadata } = template.metadata ?? {}
  return { spec: { template: { ...template, metadata, $patch: 'replace' } } }
}

export const byRevision = (a: ControllerRevision, b: ControllerRevision): number =>
  (a.revision ?? 0) - (b.revision ?? 0) || ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1)

const pathOfRevision = ({ metadata }: ApiObject): string =>
  pathOf(root, 'controllerrevisions', metadata.namespace, metadata.name)

/** Returns the revision of the current template: the latest, an old one that becomes the latest, or a new one. [LC30] */
export async function currentRevision(
  loop: Loop,
  of: RevisionOwner,
  revisions: readonly ControllerRevision[],
): Promise<ControllerRevision> {
  const data = patchOf(of.template)
  const sorted = revisions.toSorted(byRevision)
  const latest = sorted.at(-1)
  const next = (latest?.revision ?? 0) + 1
  const found = sorted.filter((each) => deepEqual(each.data ?? {}, data)).at(-1)
  if (found !== undefined && found === latest) return found
  if (found !== undefined)
    return (await loop.client.update(pathOfRevision(found), { ...found, revision: next })) as ControllerRevision
  return createRevision(loop, of, data, next)
}

async function createRevision(
  loop: Loop,
  of: RevisionOwner,
  data: JsonObject,
  number: number,
): Promise<ControllerRevision> {
  const namespace = namespaceOf(of.owner)
  for (let probe = of.collisionCount ?? 0; ; probe += 1) {
    const metadata = revisionMetadata(of, of.hash?.(probe) ?? revisionHash(data, probe))
    try {
      const path = pathOf(root, 'controllerrevisions', namespace)
      return (await loop.client.create(path, { metadata, data, revision: number })) as ControllerRevision
    } catch (error) {
      if (!(error instanceof Refusal) || error.status.reason !== 'AlreadyExists') throw error
    }
    const live = await loop.client.get<ControllerRevision>(
      pathOfRevision({ metadata: { namespace, name: metadata.name } }),
    )
    if (deepEqual(live.data ?? {}, data)) return live
  }
}

function revisionMetadata(of: RevisionOwner, hash: string): ObjectMeta & { name: string } {
  const { kind, owner, label = hashLabel } = of
  const { annotations } = owner.metadata
  return {
    name: `${nameOf(owner)}-${hash}`,
    labels: { ...of.template.metadata?.labels, [label]: hash },
    ...(annotations === undefined ? {} : { annotations: { ...annotations } }),
    ownerReferences: [ownedBy(kind, owner)],
  }
}

/** Deletes the oldest revisions that nothing uses, at most `surplus`. */
export async function dropRevisions(
  loop: Loop,
  revisions: readonly ControllerRevision[],
  used: ReadonlySet<string>,
  surplus: number,
): Promise<void> {
  const unused = revisions.filter(({ metadata }) => !used.has(metadata.name ?? '')).toSorted(byRevision)
  for (const revision of unused.slice(0, Math.max(0, surplus))) await loop.client.delete(pathOfRevision(revision))
}

/**
 * The revisions of an owner; those that an owner of the same name left behind become its own. `null` if it may not have
 * them because it is being deleted: it does nothing more then. [LC30]
 */
export async function claimRevisions(
  { client }: Loop,
  { kind, owner }: Pick<RevisionOwner, 'kind' | 'owner'>,
  revisions: Informer<ControllerRevision>,
  selector: LabelSelectorObject | null,
): Promise<ControllerRevision[] | null> {
  const matches = ({ metadata }: ApiObject): boolean => selects(selector, metadata.labels)
  const candidates = claimable(revisions, owner)
  const claimed = await claim({ client, ownerKind: kind, owner, candidates, matches, pathOf: pathOfRevision })
  const isLeft = candidates.some((each) => controllerOf(each) === undefined && matches(each) && !claimed.includes(each))
  return isLeft ? null : claimed
}
