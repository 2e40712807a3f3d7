import { forbiddenRequest, notFound } from '#api/api-error.ts'
import { deepEqual, isObject, type Json, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { quoteGo } from '#go/quote.ts'
import { nodeNameOf } from '#server/auth/node/node-identity.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'
import type { AdmissionPlugin, AdmissionReader } from '#server/admission/chain/plugin.ts'
import { shownName } from '#server/admission/chain/policy-denial.ts'
import { forbiddenLabels } from './node-labels.ts'
import { type BoundPod, mirrorPodFault } from './mirror-pod.ts'

interface Request {
  readonly node: string
  readonly attributes: Attributes
  readonly reader: AdmissionReader
}

/** Returns why a node's request is refused; `''` if it is allowed. */
type Rule = (request: Request) => string | Promise<string>

const pods = { group: '', resource: 'pods' }
const leaseNamespace = 'kube-node-lease'

/** Restricts nodes to their own objects where the node authorizer cannot. [NR1] */
export const nodeRestriction: AdmissionPlugin = {
  name: 'NodeRestriction',
  operations: new Set(['CREATE', 'UPDATE', 'DELETE']),
  validate(attributes, reader) {
    const node = nodeNameOf(attributes.user)
    return node === null ? undefined : restrict(node, attributes, reader)
  },
}

async function restrict(node: string, attributes: Attributes, reader: AdmissionReader): Promise<void> {
  const { group, resource } = attributes.definition
  const rule = rules.get(group === '' ? resource : `${resource}.${group}`)
  const fault =
    node === ''
      ? `could not determine node from user ${quoteGo(attributes.user.name)}`
      : ((await rule?.({ node, attributes, reader })) ?? '')
  if (fault !== '') throw forbiddenRequest(attributes.definition, shownName(attributes), fault)
}

const podRule: Rule = (request) => {
  const { subresource } = request.attributes
  const rule = podRules.get(subresource)
  return rule === undefined
    ? `unexpected pod subresource ${quoteGo(subresource)}, only 'status' and 'eviction' are allowed`
    : rule(request)
}

const wholePodRule: Rule = ({ node, attributes, reader }) => {
  const { operation, object, live } = attributes
  const mine = quoteGo(node)
  if (operation === 'CREATE' && object !== null) return mirrorPodFault(object as BoundPod, node, reader)
  if (operation !== 'DELETE')
    return `unexpected operation ${quoteGo(operation)}, node ${mine} can only create and delete mirror pods`
  return nodeOf(live) === node ? '' : `node ${mine} can only delete pods with spec.nodeName set to itself`
}

const podStatusRule: Rule = ({ node, attributes: { operation, object, live } }) => {
  const mine = quoteGo(node)
  if (operation !== 'UPDATE') return `unexpected operation ${quoteGo(operation)}`
  if (nodeOf(live) !== node) return `node ${mine} can only update pod status for pods with spec.nodeName set to itself`
  const isSame = deepEqual(live?.metadata.labels ?? {}, object?.metadata.labels ?? {})
  return isSame ? '' : `node ${mine} cannot update labels through pod status`
}

const evictionRule: Rule = async ({ node, attributes: { operation, namespace, name }, reader }) => {
  if (operation !== 'CREATE') return `unexpected operation ${operation}`
  const pod = await reader.get(pods, namespace, name)
  if (pod === null) throw notFound(pods, name)
  return nodeOf(pod) === node ? '' : `node ${node} can only evict pods with spec.nodeName set to itself`
}

const podRules: ReadonlyMap<string, Rule> = new Map([
  ['', wholePodRule],
  ['status', podStatusRule],
  ['eviction', evictionRule],
])

const nodeOf = (pod: ApiObject | null): string => (pod as BoundPod | null)?.spec?.nodeName ?? ''

const nodeRule: Rule = ({ node, attributes }) => {
  const { name, operation } = attributes
  const mine = quoteGo(node)
  if (name !== node) return `node ${mine} is not allowed to modify node ${quoteGo(name)}`
  const next: ApiObject = attributes.object ?? { metadata: {} }
  const live: ApiObject = attributes.live ?? { metadata: {} }
  if (operation === 'CREATE') {
    const labels = forbiddenLabels(next.metadata.labels, undefined)
    return labels === '' ? '' : `node ${mine} is not allowed to set the following labels: ${labels}`
  }
  return operation === 'UPDATE' ? nodeUpdateFault(mine, next, live) : ''
}

function nodeUpdateFault(mine: string, next: ApiObject, live: ApiObject): string {
  const [spec, before] = [specOf(next), specOf(live)]
  if (spec.configSource !== undefined && !deepEqual(spec.configSource, before.configSource ?? null))
    return `node ${mine} is not allowed to update configSource to a new non-nil configSource`
  if (!deepEqual(spec.taints ?? [], before.taints ?? [])) return `node ${mine} is not allowed to modify taints`
  const labels = forbiddenLabels(next.metadata.labels, live.metadata.labels)
  if (labels !== '') return `is not allowed to modify labels: ${labels}`
  return haveSameOwners(next, live) ? '' : `node ${mine} is not allowed to modify ownerReferences`
}

const haveSameOwners = (a: ApiObject, b: ApiObject): boolean =>
  deepEqual(a.metadata.ownerReferences ?? [], b.metadata.ownerReferences ?? [])

const specOf = (object: ApiObject | null): JsonObject => {
  const spec = object?.['spec']
  return isObject(spec) ? spec : {}
}

/** A node may request tokens only for service accounts of pods that run on it. */
const tokenRule: Rule = async ({ node, attributes, reader }) => {
  if (attributes.subresource !== 'token' || attributes.operation !== 'CREATE') return ''
  const { boundObjectRef } = specOf(attributes.object)
  const reference = isObject(boundObjectRef) ? boundObjectRef : {}
  if (reference.kind !== 'Pod' || reference.apiVersion !== 'v1') return 'node requested token not bound to a pod'
  const { name = '', uid = '' } = reference
  return uid === ''
    ? 'node requested token with a pod binding without a uid'
    : tokenPodFault(await reader.get(pods, attributes.namespace, String(name)), { name: String(name), uid, node })
}

function tokenPodFault(
  pod: ApiObject | null,
  { name, uid, node }: { readonly name: string; readonly uid: Json; readonly node: string },
): string {
  if (pod === null) throw notFound(pods, name)
  if (pod.metadata.uid !== uid)
    return `the UID in the bound object reference (${String(uid)}) does not match the UID in record. The object might have been deleted and then recreated`
  return nodeOf(pod) === node ? '' : 'node requested token bound to a pod scheduled on a different node'
}

const leaseRule: Rule = ({ node, attributes: { namespace, name } }) => {
  if (namespace !== leaseNamespace) return `can only access leases in the ${quoteGo(leaseNamespace)} system namespace`
  return name === node ? '' : 'can only access node lease with the same name as the requesting node'
}

const csiNodeRule: Rule = ({ node, attributes: { name } }) =>
  name === node ? '' : 'can only access CSINode with the same name as the requesting node'

const sliceRule: Rule = ({ node, attributes: { operation, object, live } }) => {
  const { nodeName = '' } = specOf(operation === 'CREATE' ? object : live)
  if (nodeName === node) return ''
  return operation === 'CREATE'
    ? 'can only create ResourceSlice with the same NodeName as the requesting node'
    : `can only ${operation.toLowerCase()} ResourceSlice with the same NodeName as the requesting node`
}

const rules: ReadonlyMap<string, Rule> = new Map([
  ['pods', podRule],
  ['nodes', nodeRule],
  ['serviceaccounts', tokenRule],
  ['leases.coordination.orch.io', leaseRule],
  ['csinodes.storage.orch.io', csiNodeRule],
  ['resourceslices.resource.orch.io', sliceRule],
])
