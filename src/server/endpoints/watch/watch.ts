import { shownUrl } from '#facts/shown-url.ts'
import { ApiError } from '#api/api-error.ts'
import { sourceResponse } from '#api/bodies/chunk-source.ts'
import { type Revision, toRevision } from '#api/revision.ts'
import type { WatchInfo } from '#facts/fact.ts'
import { waitForRevision } from '#server/registry/list.ts'
import { plainError, requestVersion } from '#server/registry/resource-version.ts'
import { type Range, type Selection, toRange } from '#server/registry/selection.ts'
import { resourceExpired, toApiError } from '#server/registry/storage-errors.ts'
import { type OutputFormat, negotiateStream } from '#server/serializer/negotiate.ts'
import { StorageError } from '#server/storage/log.ts'
import type { CollectionQuery } from '#server/endpoints/options/list-options.ts'
import { requestView } from '#server/endpoints/responses/negotiation.ts'
import type { OpenWatch } from '#server/endpoints/call/open-watches.ts'
import { includedObject } from '#server/endpoints/responses/partial-metadata.ts'
import type { Call } from '#server/endpoints/call/call.ts'
import { type WatchLines, createWatchLines } from './watch-lines.ts'
import { channelKey, initialPart, viewOf } from './watch-parts.ts'
import { type WatchPiece, WatchStream, once } from './watch-stream.ts'

interface WatchAsk {
  readonly query: CollectionQuery
  readonly selection: Selection
  readonly format: OutputFormat
}

/**
 * Added to the timeout of a watch: clients count from the response head, and treat a watch that ends within its first
 * second as broken.
 */
const headMs = 20

type Why = 'client' | 'timeout' | 'slow' | 'expired' | 'server'

const minTimeoutMs = 1800_000
const bookmarkEveryMs = 60_000
const bookmarkBeforeEndMs = 2000

/** Serves a watch: 200 at once, then events until it ends. Later errors are sent as an ERROR event. [WA1] */
export async function watchEndpoint(call: Call, { query, selection }: Omit<WatchAsk, 'format'>): Promise<Response> {
  const version = requestVersion(query.resourceVersion, plainError)
  // The resourceVersion is parsed before the format is negotiated, which decides the error.
  const ask: WatchAsk = { query, selection, format: negotiateStream(requestView(call), true) }
  // A format that cannot be served is refused before the stream begins.
  if (ask.format.transform?.kind === 'Table') includedObject(call.context.target.query)
  const session = new WatchSession(call, ask)
  session.open(version)
  const { mediaType } = ask.format
  const contentType = mediaType === 'application/json' ? mediaType : `${mediaType};stream=watch`
  return sourceResponse(session.stream, { status: 200, headers: { 'content-type': contentType } })
}

/** One open watch, from its first to its last byte. */
class WatchSession implements OpenWatch {
  readonly stream: WatchStream
  readonly #call: Call
  readonly #ask: WatchAsk
  readonly #lines: WatchLines
  readonly #range: Range
  readonly id: number
  readonly #startMs: number
  #startRevision = 0
  readonly #delivered = { revision: 0, count: 0, bytes: 0 }
  #stops: (() => void)[] = []
  #isOpen = true

  constructor(call: Call, ask: WatchAsk) {
    const { server, route } = call
    this.#call = call
    this.#ask = ask
    this.#range = toRange(route, ask.selection)
    this.#lines = createWatchLines(route.definition, ask.format, viewOf(call))
    this.id = server.watches.nextId()
    this.#startMs = server.registry.clock.now()
    this.stream = new WatchStream({
      onTaken: (piece) => this.#taken(piece),
      onCancel: () => this.#close('client'),
      onFailure: (error) => this.#fail(error),
    })
  }

  /** Starts at `version`, 0 for the newest. Runs after the response was returned. */
  open(version: number): void {
    const { server, context } = this.#call
    const { signal } = context.request
    const onAbort = (): void => {
      this.stream.abort()
      this.#close('client')
    }
    signal.addEventListener('abort', onAbort, { once: true })
    this.#stops.push(() => signal.removeEventListener('abort', onAbort))
    this.#endWithType()
    this.#startTimers()
    this.#startRevision = version === 0 ? server.registry.cache.revision() : version
    server.watches.opened(this)
    if (signal.aborted) onAbort()
    // The deprecated paths have no sendInitialEvents, and send the current state if no version is given.
    else if (this.#ask.query.sendInitialEvents ?? version === 0) void this.#beginWithState(version)
    else this.#follow(version === 0 ? server.registry.cache.revision() : toRevision(version))
  }

  /** A watch ends when its type changes: the next watch uses the new definition. [CRD20] */
  #endWithType(): void {
    const { retired } = this.#call.route.definition
    const onRetired = (): void => this.#end('server')
    retired?.addEventListener('abort', onRetired, { once: true })
    this.#stops.push(() => retired?.removeEventListener('abort', onRetired))
  }

  info(): WatchInfo {
    const { context, route } = this.#call
    return {
      id: this.id,
      url: shownUrl(context.target.url),
      actor: context.user.name,
      userAgent: context.request.headers.get('user-agent') ?? '',
      group: route.definition.group,
      resource: route.definition.resource,
      namespace: route.namespace,
      startMs: this.#startMs,
      startRevision: this.#startRevision,
      deliveredRevision: this.#delivered.revision,
      deliveredCount: this.#delivered.count,
      queuedCount: this.stream.pendingCount,
      bytes: this.#delivered.bytes,
      bookmarks: this.#ask.query.allowWatchBookmarks,
    }
  }

  cut(): void {
    this.#end('server')
  }

  /** Sends synthetic ADDED events for existing objects, the bookmark that marks their end, and then events. [WA3] */
  async #beginWithState(version: number): Promise<void> {
    const { registry } = this.#call.server
    try {
      const wanted = this.#ask.query.resourceVersion === '' ? registry.objects.revision() : version
      if (wanted > 0) await waitForRevision(registry, wanted)
      const { items, revision } = await registry.objects.list({ ...this.#range, at: registry.cache.at() })
      if (!this.#isOpen) return
      this.stream.push(initialPart(items, this.#lines))
      const { allowWatchBookmarks, sendInitialEvents } = this.#ask.query
      const ends = allowWatchBookmarks && sendInitialEvents === true
      if (ends) this.stream.push(once(() => ({ bytes: this.#lines.bookmark(revision, true), count: 0, revision })))
      this.#startRevision = revision
      if (this.#isOpen) this.#follow(revision)
    } catch (error) {
      this.#fail(error)
    }
  }

  #follow(after: Revision | 0): void {
    const { registry, watches } = this.#call.server
    const { objects, cache, otherLineUpTo } = registry
    const newest = objects.revision()
    try {
      if (after <= otherLineUpTo || after < Math.max(objects.compacted(), watches.oldest))
        throw new StorageError('compacted', 'the revision is gone')
      const reader = watches.eventsOf(this.#call.route.definition).read(
        channelKey(this.#call, this.#range, this.#ask.format),
        {
          after,
          encode: (event) => this.#lines.event(event),
          encodeFirst: (event) => this.#lines.firstEvent(event),
          onReady: () => this.stream.onReady(),
          onEnd: (error) => this.#fail(error),
          pace: () => this.stream.pace,
          onSlow: () => this.#cut(),
        },
        // For a future revision, events up to it are skipped.
        (handlers) => cache.watch({ ...this.#range, after: after > newest ? newest : after, ...handlers }),
      )
      if (this.#isOpen) this.stream.follow(reader)
      else reader.stop()
    } catch (error) {
      if (error instanceof StorageError && error.code === 'compacted') this.#expire(after)
      else this.#fail(error)
    }
  }

  #taken({ bytes, count, revision }: WatchPiece): void {
    const delivered = this.#delivered
    delivered.revision = revision ?? delivered.revision
    delivered.count += count
    delivered.bytes += bytes.byteLength
    this.#call.server.watches.progressed(this)
  }

  #startTimers(): void {
    const { clock } = this.#call.server.registry
    const { timeoutSeconds = 0, allowWatchBookmarks } = this.#ask.query
    // Spread, so that clients that opened watches at the same time do not reconnect at the same time.
    const spread = ((this.id * 7919) % 1800) * 1000
    const timeoutMs = timeoutSeconds > 0 ? timeoutSeconds * 1000 : minTimeoutMs + spread
    this.#stops.push(clock.after(timeoutMs + headMs, () => this.#end('timeout')))
    if (!allowWatchBookmarks) return
    if (timeoutMs > bookmarkBeforeEndMs)
      this.#stops.push(clock.after(timeoutMs - bookmarkBeforeEndMs, () => this.#bookmark()))
    this.#bookmarkLater(clock.now() + timeoutMs - bookmarkBeforeEndMs)
  }

  #bookmarkLater(untilMs: number): void {
    const { clock } = this.#call.server.registry
    if (clock.now() + bookmarkEveryMs >= untilMs) return
    const stop = clock.after(bookmarkEveryMs, () => {
      this.#bookmark()
      if (this.#isOpen) this.#bookmarkLater(untilMs)
    })
    this.#stops.push(stop)
  }

  /** Sent after pending events, so that a bookmark never names a revision whose events are still pending. */
  #bookmark(): void {
    const { cache } = this.#call.server.registry
    this.stream.whenDrained(() => {
      const revision = cache.revision()
      if (revision < this.#startRevision) return null
      return { bytes: this.#lines.bookmark(revision, false), count: 0, revision }
    })
  }

  #expire(after: number): void {
    const { registry, watches } = this.#call.server
    const oldest = Math.max(registry.objects.compacted() + 1, watches.oldest, registry.otherLineUpTo + 1)
    this.#end('expired', resourceExpired(`too old resource version: ${after} (${oldest})`))
  }

  /** Ends the stream after a failure, with an ERROR event if there is one to send. */
  #fail(error: unknown): void {
    if (!this.#isOpen) return
    const refusal = error instanceof StorageError ? toApiError(error, this.#call.route.definition, 'watch') : error
    if (error instanceof StorageError && error.code === 'compacted') return this.#expire(this.#delivered.revision)
    if (refusal !== null && !(refusal instanceof ApiError)) this.#reportPanic(refusal)
    const isTold = refusal instanceof ApiError && refusal.reason !== 'NotAcceptable'
    this.#end('server', isTold ? refusal : undefined)
  }

  /** Slow consumer: drop it, since its buffer is full. [WA14] */
  #cut(): void {
    if (!this.#isOpen) return
    this.stream.cut()
    this.#close('slow')
  }

  #reportPanic(error: unknown): void {
    const { context, server } = this.#call
    const { report, registry } = server
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    report({ type: 'panic', message, auditId: context.auditId, timeMs: registry.clock.now() })
  }

  /** Ends after the pending events, with an ERROR event if there is an `error`. */
  #end(why: Why, error?: ApiError): void {
    if (!this.#isOpen) return
    this.stream.end(error && { bytes: this.#lines.error(error.toStatus()), count: 1, revision: null })
    this.#close(why)
  }

  #close(why: Why): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    for (const stop of this.#stops) stop()
    this.#stops = []
    this.#call.server.watches.closed(this, why)
  }
}
