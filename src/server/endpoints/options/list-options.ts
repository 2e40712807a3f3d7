import { type FieldError, forbidden, notSupported } from '#api/field-error.ts'
import { invalidOptions } from '#server/registry/deletion/delete-options.ts'
import type { ListOptions } from '#server/registry/list.ts'
import { flagParameter, integerParameter, textParameter } from './query-parameters.ts'
import { isWatchQuery } from '#server/request/request-info.ts'

/** The query of a list, watch or deletecollection, without the selectors. */
export interface CollectionQuery extends ListOptions {
  readonly watch: boolean
  readonly allowWatchBookmarks: boolean
  readonly timeoutSeconds: number | undefined
  readonly sendInitialEvents: boolean | undefined
}

/** Inputs besides the query. */
interface Terms {
  /** True if the path has the prefix `watch/`. */
  readonly watchPath: boolean
  /** The feature gate WatchList. */
  readonly watchList: boolean
}

/** Parses the query. @throws ApiError BadRequest for an invalid number [RQ5] */
export function readCollectionQuery(query: URLSearchParams, { watchPath, watchList }: Terms): CollectionQuery {
  const timeoutSeconds = integerParameter(query, 'timeoutSeconds')
  const limit = integerParameter(query, 'limit') ?? 0
  const sent: CollectionQuery = {
    watch: isWatchQuery(query),
    allowWatchBookmarks: flagParameter(query, 'allowWatchBookmarks') ?? false,
    resourceVersion: textParameter(query, 'resourceVersion'),
    resourceVersionMatch: textParameter(query, 'resourceVersionMatch'),
    timeoutSeconds,
    limit,
    continue: textParameter(query, 'continue'),
    sendInitialEvents: flagParameter(query, 'sendInitialEvents'),
  }
  const expanded = watchList ? withInitialEvents(sent) : sent
  return watchPath ? { ...expanded, watch: true } : expanded
}

/**
 * A watch at resourceVersion `''` or `0` starts with the current state, as if initial events were requested. [WA3]
 */
function withInitialEvents(sent: CollectionQuery): CollectionQuery {
  const asks = sent.sendInitialEvents !== undefined || sent.resourceVersionMatch !== ''
  const anywhere = sent.resourceVersion === '' || sent.resourceVersion === '0'
  return asks || !anywhere || !sent.watch
    ? sent
    : { ...sent, sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }
}

/** Checks the combinations of parameters. @throws ApiError Invalid [LS2] [WA2] */
export function checkCollectionQuery(query: CollectionQuery, watchList: boolean): void {
  const errors = query.watch ? watchErrors(query, watchList) : listErrors(query)
  if (errors.length > 0) throw invalidOptions('ListOptions', errors)
}

const matchField = 'resourceVersionMatch'
const noContinue = forbidden(matchField, 'resourceVersionMatch is forbidden when continue is provided')

function listErrors(query: CollectionQuery): readonly FieldError[] {
  const { resourceVersionMatch: match, resourceVersion } = query
  const errors: FieldError[] = []
  if (match !== '') {
    if (resourceVersion === '')
      errors.push(forbidden(matchField, 'resourceVersionMatch is forbidden unless resourceVersion is provided'))
    if (query.continue !== '') errors.push(noContinue)
    if (match !== 'Exact' && match !== 'NotOlderThan')
      errors.push(notSupported(matchField, match, ['Exact', 'NotOlderThan', '']))
    if (match === 'Exact' && resourceVersion === '0')
      errors.push(forbidden(matchField, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'))
  }
  if (query.sendInitialEvents !== undefined)
    errors.push(forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list'))
  return errors
}

function watchErrors(query: CollectionQuery, watchList: boolean): readonly FieldError[] {
  const { resourceVersionMatch: match, sendInitialEvents } = query
  const errors: FieldError[] = []
  if (sendInitialEvents !== undefined && match !== 'NotOlderThan')
    errors.push(forbidden(matchField, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'))
  // The feature gate decides whether streaming lists are allowed. [FG4]
  if (sendInitialEvents !== undefined && !watchList)
    errors.push(
      forbidden(
        'sendInitialEvents',
        'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
      ),
    )
  if (match === '') return errors
  if (sendInitialEvents === undefined)
    errors.push(
      forbidden(matchField, 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'),
    )
  if (match !== 'NotOlderThan') errors.push(notSupported(matchField, match, ['NotOlderThan']))
  if (query.continue !== '') errors.push(noContinue)
  return errors
}
