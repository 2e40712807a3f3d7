import { deleteCollection } from '#server/registry/deletion/delete-collection.ts'
import { deleteObject, deletedStatus } from '#server/registry/deletion/delete.ts'
import type { DeleteOptions } from '#server/registry/deletion/delete-options.ts'
import { objectOf } from '#server/registry/registry.ts'
import { negotiateOutput } from '#server/serializer/negotiate.ts'
import { answerObjectInTurns } from '#server/endpoints/responses/answer.ts'
import { answerList } from '#server/endpoints/responses/answer-list.ts'
import { answerValue } from '#server/request/answer.ts'
import { readDeleteOptions } from '#server/endpoints/bodies/read-delete-options.ts'
import { checkCollectionQuery, readCollectionQuery } from '#server/endpoints/options/list-options.ts'
import { requestView } from '#server/endpoints/responses/negotiation.ts'
import { registryOf } from '#server/endpoints/call/call-registry.ts'
import { admissionHooks } from '#server/endpoints/call/admission-hooks.ts'
import { toScope } from '#server/endpoints/call/registry-scope.ts'
import type { Call } from '#server/endpoints/call/call.ts'
import { readSelectors, toSelection } from '#server/endpoints/options/selectors.ts'

/** The default propagation of some kinds orphans dependents: clients that specify none are warned. [WL15] */
function warnOfPropagation({ context, route }: Call, { propagationPolicy, orphanDependents }: DeleteOptions): void {
  const text = route.definition.strategy.propagationWarning
  if (text !== undefined && propagationPolicy === undefined && orphanDependents === undefined)
    context.warnings.add(text)
}

const isDryRun = (options: DeleteOptions): boolean => (options.dryRun ?? []).length > 0

/** Deletes one object. [DE1] [DE7] */
export async function deleteEndpoint(call: Call): Promise<Response> {
  const { context, route } = call
  const { definition } = route
  const view = requestView(call)
  const format = negotiateOutput(view, true)
  const options = await readDeleteOptions(context)
  warnOfPropagation(call, options)
  const { rest } = context.requestTrace
  const dryRun = isDryRun(options)
  const deletion = await context.requestTrace.timed('registry', 'delete', () =>
    deleteObject(
      registryOf(call),
      toScope(call, { dryRun, verb: 'delete' }),
      { name: route.name, options },
      admissionHooks(call, dryRun, options),
    ),
  )
  if (deletion.type === 'pending')
    return answerObjectInTurns(
      { status: options.orphanDependents === false ? 202 : 200, format, view, rest },
      definition,
      deletion.next,
    )
  if (definition.returnsDeletedObject === true)
    return answerObjectInTurns({ status: 200, format, view, rest }, definition, deletion.last)
  return answerValue(200, format, deletedStatus(definition, objectOf(definition, deletion.last)))
}

/** Deletes a collection: all objects that the same list would return. [DE8] */
export async function deleteCollectionEndpoint(call: Call): Promise<Response> {
  const { context, route } = call
  const view = requestView(call)
  const format = negotiateOutput(view, true)
  const query = readCollectionQuery(view.query, { watchPath: false, watchList: false })
  const selectors = readSelectors(view.query)
  checkCollectionQuery(query, false)
  const selection = toSelection(selectors, route.definition, '')
  const options = await readDeleteOptions(context)
  warnOfPropagation(call, options)
  const dryRun = isDryRun(options)
  const listing = await context.requestTrace.timed('registry', 'deletecollection', () =>
    deleteCollection(
      registryOf(call),
      toScope(call, { dryRun, verb: 'delete' }),
      { list: query, selection, options },
      admissionHooks(call, dryRun, options),
    ),
  )
  return answerList(
    { format, view, messages: call.server.messages, rest: context.requestTrace.rest },
    route.definition,
    listing,
  )
}
