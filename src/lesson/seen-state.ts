import type { Json } from '#api/json.ts'
import type { RunningConfigs } from '#facts/config-api.ts'
import type { ContinueTokenInfo, WatchInfo } from '#facts/fact.ts'

/** A watch of a user, open or ended. */
export interface WatchSeen {
  readonly watch: WatchInfo
  readonly isOpen: boolean
  readonly why: string
}

/** Returns a watch as expressions see it. */
export const watchValue = ({ watch, isOpen, why }: WatchSeen): Json => ({
  actor: watch.actor,
  resource: watch.resource,
  namespace: watch.namespace,
  start: watch.startRevision,
  delivered: watch.deliveredRevision,
  count: watch.deliveredCount,
  bookmarks: watch.bookmarks,
  isOpen,
  why,
})

/** Returns a paged list as expressions see it. */
export const pageValue = ({ resource, namespace, revision, pageCount, state }: ContinueTokenInfo): Json => ({
  resource,
  namespace,
  revision,
  count: pageCount,
  state,
})

/** Returns the configuration files by kind as expressions see them. */
export function configValue(running: RunningConfigs | null): Json {
  return Object.fromEntries(
    (running?.configs ?? []).map(({ kind, text, history, reloads }) => [
      kind,
      {
        text: text ?? '',
        isInForce: history.at(-1)?.isInForce ?? false,
        message: history.at(-1)?.message ?? '',
        failed: reloads.failed,
      },
    ]),
  )
}
