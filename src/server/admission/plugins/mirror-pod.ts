import { notFound } from '#api/api-error.ts'
import { isObject, type Json, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { quoteGo } from '#go/quote.ts'
import type { AdmissionReader } from '#server/admission/chain/plugin.ts'

/** The fields of a pod that are checked. */
export interface BoundPod extends ApiObject {
  readonly spec?: JsonObject & { readonly nodeName?: string; readonly serviceAccountName?: string }
}

const annotation = 'orch.io/config.mirror'

/**
 * Returns why a node must not create this pod; `''` if it may. A node may only create mirror pods bound to itself,
 * without references to other objects. [NR1]
 */
export async function mirrorPodFault(pod: BoundPod, node: string, reader: AdmissionReader): Promise<string> {
  const mine = quoteGo(node)
  const { metadata, spec = {} } = pod
  if (!Object.hasOwn(metadata.annotations ?? {}, annotation))
    return `pod does not have ${quoteGo(annotation)} annotation, node ${mine} can only create mirror pods`
  if (spec.nodeName !== node) return `node ${mine} can only create pods with spec.nodeName set to itself`
  const ownerFault = await ownersFault(pod, node, reader)
  if (ownerFault !== '') return ownerFault
  if ((spec.serviceAccountName ?? '') !== '') return `node ${mine} can not create pods that reference a service account`
  const found = referenced.find(([, names]) => mentions(spec, names))
  return found === undefined ? '' : `node ${mine} can not create pods that reference ${found[0]}`
}

async function ownersFault({ metadata }: BoundPod, node: string, reader: AdmissionReader): Promise<string> {
  const mine = quoteGo(node)
  const [owner, ...more] = metadata.ownerReferences ?? []
  if (more.length > 0) return `node ${mine} can only create pods with a single owner reference set to itself`
  if (owner === undefined) return ''
  if (owner.apiVersion !== 'v1' || owner.kind !== 'Node' || owner.name !== node)
    return `node ${mine} can only create pods with an owner reference set to itself`
  if (owner.controller !== true)
    return `node ${mine} can only create pods with a controller owner reference set to itself`
  if (owner.blockOwnerDeletion === true) return `node ${mine} must not set blockOwnerDeletion on an owner reference`
  const nodes = { group: '', resource: 'nodes' }
  const found = await reader.get(nodes, '', node)
  if (found === null) throw notFound(nodes, node)
  const { uid = '' } = found.metadata
  return owner.uid === uid ? '' : `node ${node} UID mismatch: expected ${owner.uid} got ${uid}`
}

/** The fields by which a pod references objects, per kind. */
const referenced: readonly (readonly [string, ReadonlySet<string>])[] = [
  [
    'secrets',
    new Set(['secret', 'secretRef', 'secretKeyRef', 'imagePullSecrets', 'nodePublishSecretRef', 'secretName']),
  ],
  ['configmaps', new Set(['configMap', 'configMapRef', 'configMapKeyRef'])],
  ['resourceclaims', new Set(['resourceClaims'])],
  ['clustertrustbundles', new Set(['clusterTrustBundle'])],
  ['persistentvolumeclaims', new Set(['persistentVolumeClaim'])],
]

/** Reports whether one of these fields is present anywhere in the value. */
function mentions(value: Json, names: ReadonlySet<string>): boolean {
  if (Array.isArray(value)) return value.some((item) => mentions(item, names))
  if (!isObject(value)) return false
  return Object.entries(value).some(
    ([name, item]) => (names.has(name) && isThere(item)) || mentions(item ?? null, names),
  )
}

const isThere = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && (!Array.isArray(value) || value.length > 0)
