import type { JsonObject } from '#api/json.ts'
import type { ApiObject, OwnerReference } from '#api/object-meta.ts'
import type { ApiClient } from '#client/api-client.ts'

/** `namespace/name`; the namespace is empty for cluster-scoped objects. */
export const keyOf = ({ metadata }: ApiObject): string => `${metadata.namespace ?? ''}/${metadata.name ?? ''}`

export function splitKey(key: string): { readonly namespace: string; readonly name: string } {
  const at = key.indexOf('/')
  return { namespace: key.slice(0, at), name: key.slice(at + 1) }
}

export const controllerOf = ({ metadata }: ApiObject): OwnerReference | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller === true)

/** The type of a kind of owners, and where its collection is served. */
export interface KindOfOwner {
  readonly apiVersion: string
  readonly kind: string
  /** `/apis/apps/v1` */
  readonly root: string
  readonly resource: string
}

export const pathOf = (root: string, resource: string, namespace = '', name = ''): string =>
  [root, ...(namespace === '' ? [] : ['namespaces', encodeURIComponent(namespace)]), resource, encodeURIComponent(name)]
    .filter((part) => part !== '')
    .join('/')

export const pathOfObject = ({ root, resource }: KindOfOwner, { metadata }: ApiObject): string =>
  pathOf(root, resource, metadata.namespace, metadata.name)

export const ownedBy = (
  { apiVersion, kind }: Pick<KindOfOwner, 'apiVersion' | 'kind'>,
  { metadata }: ApiObject,
): OwnerReference => ({
  apiVersion,
  kind,
  name: metadata.name ?? '',
  uid: metadata.uid ?? '',
  controller: true,
  blockOwnerDeletion: true,
})

/** The input of {@link claim}. */
export interface Claim<Kind extends ApiObject> {
  readonly client: ApiClient
  readonly ownerKind: KindOfOwner
  readonly owner: ApiObject
  readonly candidates: readonly Kind[]
  readonly matches: (object: Kind) => boolean
  /** The path of a candidate. */
  readonly pathOf: (object: Kind) => string
  /** Added to the patch that adopts. */
  readonly adoptedMetadata?: JsonObject
}

/**
 * Returns the candidates that belong to the owner: adopts those that match and have no controller, releases those that
 * match no longer. [LC3]
 */
export async function claim<Kind extends ApiObject>(options: Claim<Kind>): Promise<Kind[]> {
  const { owner, candidates, matches } = options
  const isDeleting = owner.metadata.deletionTimestamp !== undefined
  const claimed: Kind[] = []
  let mayAdopt: boolean | null = null
  for (const each of candidates) {
    const controller = controllerOf(each)
    if (controller !== undefined) {
      if (controller.uid !== owner.metadata.uid) continue
      if (matches(each)) claimed.push(each)
      else if (!isDeleting) await patchOwner(options, each, { $patch: 'delete', uid: owner.metadata.uid })
      continue
    }
    if (isDeleting || !matches(each) || each.metadata.deletionTimestamp !== undefined) continue
    mayAdopt ??= await isStillThere(options)
    if (!mayAdopt) continue
    await patchOwner(options, each, { ...ownedBy(options.ownerKind, owner) })
    claimed.push(each)
  }
  return claimed
}

/** An owner that is deleted or was replaced adopts nothing: its copy may be old, so it is read again. */
async function isStillThere<Kind extends ApiObject>({ client, ownerKind, owner }: Claim<Kind>): Promise<boolean> {
  const live = await client.get(pathOfObject(ownerKind, owner))
  return live.metadata.uid === owner.metadata.uid && live.metadata.deletionTimestamp === undefined
}

const patchOwner = async <Kind extends ApiObject>(
  { client, pathOf: place, adoptedMetadata }: Claim<Kind>,
  object: Kind,
  reference: JsonObject,
): Promise<void> => {
  const isRelease = '$patch' in reference
  const { uid } = object.metadata
  await client.strategicPatch(place(object), {
    metadata: { uid, ownerReferences: [reference], ...(isRelease ? {} : adoptedMetadata) },
  })
}
