import { ApiError, badRequest, conflict } from '#api/api-error.ts'
import { type FieldError, fieldErrorText, notSupported, required } from '#api/field-error.ts'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { preconditionFailure } from '#server/registry/storage-errors.ts'
import type { ActionContext, ActionSubresource } from '#server/registry/subresource.ts'
import { coreV1 } from '#server/kinds/schemas/core-v1.ts'
import type { Binding, Pod } from '#server/kinds/types/core-v1.ts'
import { setCondition } from './conditions.ts'

const pods = { group: '', resource: 'pods/binding' }

/** Assigns a pod to a node; a second binding is refused. [POD60] */
export async function bindPod(body: ApiObject, context: ActionContext): Promise<JsonObject> {
  const binding = body as Binding
  const { metadata, target = {} } = binding
  if ((metadata.name ?? '') !== context.parentName) {
    throw badRequest('name in URL does not match name in Binding object')
  }
  refuseInvalid(binding)
  await context.updateParent((live) => {
    const pod = live as Pod
    checkIdentity(pod, metadata)
    const why = refusal(pod)
    if (why !== null) throw conflict(pods, context.parentName, why)
    pod.spec = { ...pod.spec, nodeName: target.name ?? '' }
    if (metadata.annotations) pod.metadata.annotations = { ...pod.metadata.annotations, ...metadata.annotations }
    setCondition((pod.status ??= {}), { type: 'PodScheduled', status: 'True' }, context.nowMs)
    return pod
  })
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 }
}

/** The reference answers these with a plain 500, because its field errors are not a Status here. */
function refuseInvalid({ target = {} }: Binding): void {
  const errors: FieldError[] = []
  if (target.kind && target.kind !== 'Node') errors.push(notSupported('target.kind', target.kind, ['Node', '<empty>']))
  if (!target.name) errors.push(required('target.name'))
  if (errors.length === 0) return
  const texts = errors.map(fieldErrorText)
  const message = texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`
  throw new ApiError('InternalError', message, { reasonText: '' })
}

/** A binding may have preconditions for uid and resourceVersion of the pod. */
function checkIdentity(pod: Pod, { uid = '', resourceVersion = '' }: ApiObject['metadata']): void {
  const { metadata } = pod
  const { name = '', namespace = '' } = metadata
  const failed = (field: 'UID' | 'ResourceVersion', wanted: string, found: string): never => {
    const reason = preconditionFailure(`/registry/pods/${namespace}/${name}`, field, { wanted, found })
    throw conflict({ group: '', resource: 'pods' }, name, reason)
  }
  if (uid !== '' && uid !== metadata.uid) failed('UID', uid, metadata.uid ?? '')
  if (resourceVersion !== '' && resourceVersion !== metadata.resourceVersion) {
    failed('ResourceVersion', resourceVersion, metadata.resourceVersion ?? '')
  }
}

function refusal({ metadata, spec = {} }: Pod): string | null {
  const name = metadata.name ?? ''
  if (metadata.deletionTimestamp !== undefined) return `pod ${name} is being deleted, cannot be assigned to a host`
  if (spec.nodeName) return `pod ${name} is already assigned to node ${JSON.stringify(spec.nodeName)}`
  return (spec.schedulingGates ?? []).length > 0 ? `pod ${name} has non-empty .spec.schedulingGates` : null
}

export const binding: ActionSubresource = {
  type: 'action',
  name: 'binding',
  verbs: ['create'],
  kind: 'Binding',
  schema: coreV1.schema('Binding'),
  run: bindPod,
}
