import { memoOfTexts } from '#api/caching/memo.ts'
import type { FinishedRequest, Stage, WatchInfo } from '#facts/fact.ts'
import { nestStages } from '#ui/exchange/response/nested-stages.ts'
import { pageActor } from '#ui/model/api.ts'

/**
 * The subset of requests that is listed. The page's own reads are a separate subset, because they would outnumber those
 * of users.
 */
export type RequestsShown = 'all' | 'writes' | 'refused' | 'streams' | 'page'

/** Parsing a URL takes microseconds, and each change of the list counts a thousand requests. */
const arePage = new WeakMap<FinishedRequest, boolean>()

function isPage(request: FinishedRequest): boolean {
  const known = arePage.get(request)
  if (known !== undefined) return known
  const found = request.actor === pageActor || pathOf(request.url).startsWith('/debug/')
  arePage.set(request, found)
  return found
}

const tests: Readonly<Record<RequestsShown, (request: FinishedRequest) => boolean>> = {
  all: (request) => !isPage(request),
  writes: (request) => !isPage(request) && request.wrote > 0,
  refused: (request) => !isPage(request) && request.status >= 400,
  streams: (request) => !isPage(request) && request.verb === 'watch',
  page: isPage,
}

export const pathOf = (url: string): string => new URL(url, 'http://localhost').pathname

/** Returns path and query of a URL, without the host. The same URLs are asked for with each write. */
export const targetOf = memoOfTexts(2000, (url) => {
  const { pathname, search } = new URL(url, 'http://localhost')
  return `${pathname}${search}`
})

/** Shortens a path at its start: `…/namespaces/shop/books/dune`. */
export function shortTarget(url: string): string {
  const target = decodeURI(targetOf(url))
  const at = target.indexOf('/namespaces/')
  return at > 10 ? `…${target.slice(at)}` : target
}

const columns: Readonly<Record<string, (request: FinishedRequest) => string>> = {
  actor: (request) => `${request.actor} ${request.userAgent}`,
  method: (request) => request.method,
  verb: (request) => request.verb,
  path: (request) => targetOf(request.url),
}

/** Parses a code filter: `code:409`, `code:>=400`, `code:4`. */
function codeTest(wanted: string): (request: FinishedRequest) => boolean {
  const least = /^>=?(\d{1,3})$/.exec(wanted)?.[1]
  if (least !== undefined) return (request) => request.status >= Number(least)
  return (request) => String(request.status).startsWith(wanted)
}

function wordTest(word: string): (request: FinishedRequest) => boolean {
  const colon = word.indexOf(':')
  const name = word.slice(0, Math.max(0, colon))
  if (name === 'code') return codeTest(word.slice(colon + 1))
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  const wanted = (column === undefined ? word : word.slice(colon + 1)).toLowerCase().split(',')
  const read =
    column ??
    ((request: FinishedRequest) =>
      `${request.actor} ${request.userAgent} ${request.method} ${targetOf(request.url)} ${request.status} ${request.reason}`)
  return (request) => {
    const text = read(request).toLowerCase()
    return wanted.some((part) => text.includes(part))
  }
}

/** Returns the requests of the subset that match all words of the filter, newest first. [DOC4] */
export function filterRequests(
  requests: readonly FinishedRequest[],
  shown: RequestsShown,
  text: string,
): readonly FinishedRequest[] {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const passes = [tests[shown], ...words.map(wordTest)]
  return requests.filter((request) => passes.every((test) => test(request))).toReversed()
}

/** Counts the kept requests of each subset. */
export function countRequests(requests: readonly FinishedRequest[]): Readonly<Record<RequestsShown, number>> {
  const counts = { all: 0, writes: 0, refused: 0, streams: 0, page: 0 }
  for (const request of requests) {
    if (isPage(request)) {
      counts.page += 1
      continue
    }
    counts.all += 1
    if (request.wrote > 0) counts.writes += 1
    if (request.status >= 400) counts.refused += 1
    if (request.verb === 'watch') counts.streams += 1
  }
  return counts
}

/** Returns the user's watches by path and query, to find the streams that are still open. */
export const openStreams = (watches: Iterable<WatchInfo>): ReadonlyMap<string, WatchInfo> =>
  new Map([...watches].map((watch) => [`${watch.actor} ${targetOf(watch.url)}`, watch]))

export const streamKey = (request: FinishedRequest): string => `${request.actor} ${targetOf(request.url)}`

/** One bar of the waterfall, in milliseconds from the start of the request. */
export interface StageBar {
  readonly stage: Stage
  readonly startMs: number
  readonly durationMs: number
  /** 0 for a stage of its own, 1 for one inside of another. */
  readonly depth: number
  readonly look: 'light' | 'strong' | 'storage' | 'refused'
}

/**
 * Returns the stages as bars, each after the bar around it: lightness alternates, storage has the accent colour, the
 * refusing stage is red. [DOC4]
 */
export function stageBars(request: FinishedRequest): readonly StageBar[] {
  return nestStages(request.stages.filter(({ outcome }) => outcome !== 'skipped')).map(
    ({ report: { stage, startMs, durationMs }, depth, isRefusing }, at) => ({
      stage,
      startMs,
      durationMs,
      depth,
      look: isRefusing ? 'refused' : stage === 'storage' ? 'storage' : (at + depth) % 2 === 0 ? 'light' : 'strong',
    }),
  )
}

const limits = [0.5, 1, 2, 4, 8, 12, 20, 40, 80, 200, 400, 1000]

/**
 * Returns the time scale that all rows share, in milliseconds: a round number that fits three quarters of the requests.
 * Longer ones are broken off, so that a few outliers do not flatten all others. [DOC7]
 */
export function waterfallMax(requests: readonly FinishedRequest[]): number {
  // A stream leaves the scale in any case.
  const ended = requests.filter(({ verb }) => verb !== 'watch')
  const times = ended.map(({ durationMs }) => durationMs).toSorted((a, b) => a - b)
  const most = times[Math.ceil(times.length * 0.75) - 1] ?? 4
  return limits.find((limit) => limit >= most) ?? 2000
}
