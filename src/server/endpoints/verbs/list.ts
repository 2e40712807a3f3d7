import { shownUrl } from '#facts/shown-url.ts'
import { ApiError } from '#api/api-error.ts'
import { type Listing, listObjects, listSource } from '#server/registry/list.ts'
import type { Selection } from '#server/registry/selection.ts'
import { negotiateOutput } from '#server/serializer/negotiate.ts'
import { answerList } from '#server/endpoints/responses/answer-list.ts'
import { answerComputed, computedObjects, matcher } from '#server/endpoints/responses/computed.ts'
import {
  type CollectionQuery,
  checkCollectionQuery,
  readCollectionQuery,
} from '#server/endpoints/options/list-options.ts'
import { requestView } from '#server/endpoints/responses/negotiation.ts'
import { watchNotSupported } from '#server/endpoints/call/path-errors.ts'
import type { Call } from '#server/endpoints/call/call.ts'
import { registryOf } from '#server/endpoints/call/call-registry.ts'
import { readSelectors, toSelection } from '#server/endpoints/options/selectors.ts'
import { watchEndpoint } from '#server/endpoints/watch/watch.ts'

/** Lists a collection, or watches it if the query requests a watch. [LS1] [WA1] */
export async function listEndpoint(call: Call): Promise<Response> {
  const { context, route } = call
  const view = requestView(call)
  const format = negotiateOutput(view, true)
  const watchList = call.server.features.enabled('WatchList')
  const query = readCollectionQuery(view.query, { watchPath: route.watchPath, watchList })
  const selectors = readSelectors(view.query)
  checkCollectionQuery(query, watchList)
  const selection = toSelection(selectors, route.definition, route.watchPath ? route.name : '')
  if (query.watch && !route.definition.verbs.includes('watch')) throw watchNotSupported(route.definition.resource)
  if (query.watch) return watchEndpoint(call, { query, selection })
  const made = computedObjects(call)
  if (made !== null) return answerComputed(format, route.definition, made.filter(matcher(selection)), view)
  const listing = await context.requestTrace.timed('registry', `list from ${listSource(query)}`, () =>
    listNoting(call, query, selection),
  )
  return context.requestTrace.timed('encode', `${listing.items.length} items`, () =>
    answerList(
      { format, view, messages: call.server.messages, rest: context.requestTrace.rest },
      route.definition,
      listing,
    ),
  )
}

/** Lists a collection and records its continue tokens for display. */
async function listNoting(call: Call, query: CollectionQuery, selection: Selection): Promise<Listing> {
  const { server, context, route } = call
  try {
    const listing = await listObjects(registryOf(call), route, query, selection)
    const { group, resource } = route.definition
    const { revision, next } = listing
    const page = {
      url: shownUrl(context.target.url),
      actor: context.user.name,
      group,
      resource,
      namespace: route.namespace,
    }
    if (next !== null || query.continue !== '')
      server.tokens.answered({ ...page, revision, next, used: query.continue })
    return listing
  } catch (error) {
    if (error instanceof ApiError && error.reason === 'Expired') server.tokens.expired(query.continue)
    throw error
  }
}
