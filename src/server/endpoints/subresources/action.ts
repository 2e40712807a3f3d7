import { cloneJson } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { DeleteOptions } from '#server/registry/deletion/delete-options.ts'
import { deleteObject } from '#server/registry/deletion/delete.ts'
import { getObject } from '#server/registry/get.ts'
import { type Registry, type Scope, fromStored, objectOf } from '#server/registry/registry.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { ActionContext, ActionSubresource } from '#server/registry/subresource.ts'
import { withOwners } from '#server/registry/managed-fields/owners.ts'
import { updateObject } from '#server/registry/update.ts'
import { negotiateInput } from '#server/serializer/media-types.ts'
import { negotiateOutput } from '#server/serializer/negotiate.ts'
import { ensureNamespace } from '#server/registry/metadata/object-meta.ts'
import { answerProduct } from '#server/endpoints/responses/answer.ts'
import { type Target, decodeBody } from '#server/endpoints/bodies/decode-body.ts'
import { requestView } from '#server/endpoints/responses/negotiation.ts'
import { noSuchPath } from '#server/endpoints/call/path-errors.ts'
import { ownedWrite } from '#server/endpoints/bodies/owned-write.ts'
import { readBody } from '#server/endpoints/bodies/read-body.ts'
import { reviewAccess } from './review-access.ts'
import { createReader } from '#server/admission/chain/stored-reader.ts'
import { registryOf } from '#server/endpoints/call/call-registry.ts'
import { toAttributes } from '#server/endpoints/call/admission-attributes.ts'
import { toScope } from '#server/endpoints/call/registry-scope.ts'
import { withoutRules } from '#server/endpoints/call/without-rules.ts'
import type { Call } from '#server/endpoints/call/call.ts'
import { readWriteOptions } from '#server/endpoints/options/write-options.ts'

/** Runs a POST that performs an action on its parent object. [SUB3] */
export async function actionEndpoint(call: Call, subresource: ActionSubresource): Promise<Response> {
  const { server, context, route } = call
  const { definition } = route
  const view = requestView(call)
  const format = negotiateOutput(view, 'metadata')
  const body = await readBody(context)
  const { dryRun, fieldManager, fieldValidation } = readWriteOptions(view.query, 'CreateOptions')
  const mediaType = negotiateInput(view.headers.get('content-type') ?? '')
  const target: Target = {
    group: subresource.group ?? definition.group,
    version: subresource.version ?? definition.version,
    kind: subresource.kind ?? definition.kind,
    schema: subresource.schema,
    ...(subresource.alsoAccepts === undefined ? {} : { alsoAccepts: subresource.alsoAccepts }),
  }
  const decoded = decodeBody(call, { body, mediaType, fieldValidation }, target)
  ensureNamespace(decoded, route.namespace)
  subresource.default?.(decoded)
  const sent =
    subresource.ownsFields === true
      ? withOwners({ ...ownedWrite(call, fieldManager), kind: target, resetFields: [] }, decoded, null)
      : decoded
  const attributes = toAttributes(call, { operation: 'CREATE', dryRun, object: sent, live: null })
  await server.admission.mutate(attributes)
  await server.admission.validate(attributes)
  const scope = toScope(call, { dryRun, verb: 'update', fieldManager, strategy: withoutRules(definition.strategy) })
  const answer = await context.requestTrace.timed('registry', subresource.name, () =>
    subresource.run(sent, actionContext(call, registryOf(call), scope), reviewAccess(call)),
  )
  return answerProduct(format, { ...target, columns: [] }, answer, view)
}

/** The operations that an action may perform on the call's object and on others. [SUB3] */
export function actionContext(call: Call, registry: Registry, scope: Scope): ActionContext {
  const { server, route } = call
  const { definition, name } = route
  const reader = createReader(registry.objects, server.resources)
  return {
    ...scope.context,
    parentName: name,
    namespace: route.namespace,
    getParent: async () => fromStored(definition, await getObject(registry, route, name, '')),
    updateParent: (change) => writeChanged(registry, scope, name, change),
    deleteParent: async (options) => {
      const strategy = definition.strategy
      // Admission ran for the action itself: as in the reference, it does not run again for the deletion.
      await deleteObject(registry, { ...scope, strategy }, { name, options: options as DeleteOptions }, {})
    },
    list: async (what) => reader.list(what, route.namespace),
    updateOther: (what, other, change) => {
      const found = findOther(call, what)
      return writeChanged(
        registry,
        { ...scope, definition: found, strategy: withoutRules(found.strategy) },
        other,
        change,
      )
    },
  }
}

function findOther(
  { server }: Call,
  { group, resource }: { readonly group: string; readonly resource: string },
): ResourceDefinition {
  const found = server.resources().findStored(group, resource)
  if (found === undefined) throw noSuchPath()
  return found
}

async function writeChanged(
  registry: Registry,
  scope: Scope,
  name: string,
  change: (live: ApiObject) => ApiObject,
): Promise<ApiObject> {
  const { result } = await updateObject(registry, scope, {
    name,
    uid: '',
    makeNext: async (live) => change(cloneJson(live ?? { metadata: {} })),
    hooks: {},
  })
  return objectOf(scope.definition, result)
}
