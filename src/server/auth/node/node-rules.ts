import type { Attributes, Decision } from '#server/auth/authorizer.ts'
import type { VertexType } from './node-graph.ts'

/** A node's request about one type, with the means to decide it. */
export interface NodeQuestion {
  readonly node: string
  readonly attributes: Attributes
  /** Reports whether the graph has a path from the object to the node. */
  readonly isRelated: (type: VertexType) => Promise<boolean>
}

export type NodeRule = (question: NodeQuestion) => Promise<Decision> | Decision

export const allowed: Decision = { type: 'allowed', why: '', by: 'Node' }
export const noOpinion = (why: string): Decision => ({ type: 'no-opinion', why })

async function related({ node, attributes, isRelated }: NodeQuestion, type: VertexType): Promise<Decision> {
  if (attributes.name === '') return noOpinion('No Object name found')
  return (await isRelated(type)) ? allowed : noOpinion(`no relationship found between node '${node}' and this object`)
}

const reads: readonly string[] = ['get', 'list', 'watch']

/** Allows `get` of a single object by its name. */
export const getOnly =
  (type: VertexType): NodeRule =>
  (question) => {
    const { verb, subresource } = question.attributes
    if (verb !== 'get') return noOpinion('can only get individual resources of this type')
    return subresource === '' ? related(question, type) : noOpinion('cannot get subresource')
  }

/** Allows `get` of a single object, and list and watch narrowed to its name. */
export const readOnly =
  (type: VertexType): NodeRule =>
  (question) => {
    const { verb, subresource, namespace } = question.attributes
    if (!reads.includes(verb)) return noOpinion('can only read resources of this type')
    if (subresource !== '') return noOpinion('cannot read subresource')
    if (namespace === '') return noOpinion('can only read namespaced object of this type')
    return related(question, type)
  }

const claims: NodeRule = (question) => {
  const { verb, subresource } = question.attributes
  if (subresource !== 'status') return getOnly('pvc')(question)
  return verb === 'update' || verb === 'patch'
    ? related(question, 'pvc')
    : noOpinion('can only get/update/patch this type')
}

const serviceAccounts: NodeRule = (question) => {
  const { verb, subresource, name } = question.attributes
  if (verb === 'get' && subresource === '') return getOnly('serviceaccount')(question)
  if (verb !== 'create' || name === '') return noOpinion('can only create tokens for individual service accounts')
  return subresource === 'token'
    ? related(question, 'serviceaccount')
    : noOpinion('can only create token subresource of serviceaccount')
}

const ownVerbs = ['get', 'create', 'update', 'patch', 'delete']
const leaseNamespace = 'kube-node-lease'

const leases: NodeRule = ({ node, attributes: { verb, namespace, name } }) => {
  if (!ownVerbs.includes(verb)) return noOpinion('can only get, create, update, patch, or delete a node lease')
  if (namespace !== leaseNamespace)
    return noOpinion(`can only access leases in the "${leaseNamespace}" system namespace`)
  // The name of an object to create is not available here: admission checks it.
  return verb === 'create' || name === node
    ? allowed
    : noOpinion('can only access node lease with the same name as the requesting node')
}

const csiNodes: NodeRule = ({ node, attributes: { verb, subresource, name } }) => {
  if (!ownVerbs.includes(verb)) return noOpinion('can only get, create, update, patch, or delete a CSINode')
  if (subresource !== '') return noOpinion('cannot authorize CSINode subresources')
  return verb === 'create' || name === node
    ? allowed
    : noOpinion('can only access CSINode with the same name as the requesting node')
}

/** Reports whether a field selector narrows the request to the node's own objects. */
const asksFor = ({ node, attributes }: NodeQuestion, field: string): boolean =>
  (attributes.narrowing?.fields ?? []).some(
    (each) => each.field === field && each.operator === '=' && each.value === node,
  )

const slices: NodeRule = (question) => {
  const { verb, subresource } = question.attributes
  if (subresource !== '') return noOpinion('cannot authorize ResourceSlice subresources')
  if (verb === 'create') return allowed
  if (['get', 'update', 'patch', 'delete'].includes(verb)) return related(question, 'resourceslice')
  if (['watch', 'list', 'deletecollection'].includes(verb))
    return asksFor(question, 'spec.nodeName')
      ? allowed
      : noOpinion('can only list/watch/deletecollection resourceslices with nodeName field selector')
  return noOpinion(
    'only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, patch, delete, deletecollection',
  )
}

const nodes: NodeRule = ({ node, attributes: { verb, subresource, name } }) => {
  const writes = verb === 'update' || verb === 'patch'
  if (subresource === 'status' && writes) return allowed
  if (subresource !== '') return noOpinion('')
  if (verb === 'create' || writes) return allowed
  if (!reads.includes(verb)) return noOpinion('')
  // By name, not by the graph: a kubelet checks for its node before it creates it.
  if (name === node) return allowed
  const what = name === '' ? 'all nodes' : `'${name}'`
  return noOpinion(`node '${node}' cannot read ${what}, only its own Node object`)
}

/** Writes of pods that nodes need. Admission checks that the pods are the node's own. */
const podWrites: ReadonlySet<string> = new Set(['create', 'delete', 'update status', 'patch status', 'create eviction'])

const pods: NodeRule = (question) => {
  const { verb, subresource, name } = question.attributes
  if (podWrites.has(subresource === '' ? verb : `${verb} ${subresource}`)) return allowed
  if (subresource !== '' || !reads.includes(verb)) return noOpinion('')
  if (verb !== 'get' && asksFor(question, 'spec.nodeName')) return allowed
  return verb === 'get' || name !== ''
    ? related(question, 'pod')
    : noOpinion('can only list/watch pods with spec.nodeName field selector')
}

/**
 * The types that are decided per object, keyed by `RESOURCE` or `RESOURCE.GROUP`. All others follow the rules of the
 * node role. [NAZ2]
 */
export const nodeRules: ReadonlyMap<string, NodeRule> = new Map([
  ['secrets', readOnly('secret')],
  ['configmaps', readOnly('configmap')],
  ['persistentvolumeclaims', claims],
  ['persistentvolumes', getOnly('pv')],
  ['resourceclaims.resource.orch.io', getOnly('resourceclaim')],
  ['volumeattachments.storage.orch.io', getOnly('volumeattachment')],
  ['serviceaccounts', serviceAccounts],
  ['leases.coordination.orch.io', leases],
  ['csinodes.storage.orch.io', csiNodes],
  ['resourceslices.resource.orch.io', slices],
  ['nodes', nodes],
  ['pods', pods],
])
