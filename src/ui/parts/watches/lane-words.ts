import type { WatchInfo } from '#facts/fact.ts'
import { actorName } from '#ui/model/actor-name.ts'
import { collectionOf, urlOf } from './lane-rows.ts'
import type { LaneSpec } from './lanes-state.ts'

/** The words beside a lane. */
export interface LaneWords {
  readonly title: string
  /** Distinguishes lanes with the same title: the revision at which the stream started, and its selectors. */
  readonly detail: string
  /** Everything, unabridged. */
  readonly full: string
}

/** Returns namespace and resource of a path: `shop/configmaps`, or `configmaps` for all namespaces. */
function placeOf(path: string): string {
  const { namespace, resource } = collectionOf(path)
  return namespace === '' ? resource : `${namespace}/${resource}`
}

/** Returns what a title leaves unsaid of a place: nothing, or the namespace below the name of the resource. */
function unsaid(title: string, path: string): string {
  const { namespace, resource } = collectionOf(path)
  return title === '' ? '' : title === resource ? namespace : placeOf(path)
}

const startOf = (resourceVersion: string): string =>
  resourceVersion === '' ? 'most recent' : resourceVersion === '0' ? 'any (0)' : `after ${resourceVersion}`

const joined = (...words: readonly string[]): string => words.filter((word) => word !== '').join(' · ')

/** Describes a watch of this page. Without a chosen name its collection is the title. [WT7] */
export function laneWords(spec: LaneSpec): LaneWords {
  const place = placeOf(spec.path)
  const start = startOf(spec.start === 'exact' ? spec.resourceVersion : spec.start === 'any' ? '0' : '')
  const selectors = joined(spec.labelSelector, spec.fieldSelector)
  return {
    title: spec.name === '' ? place : spec.name,
    detail: joined(start, selectors, unsaid(spec.name, spec.path)),
    full: joined(spec.name, spec.path, start, selectors),
  }
}

/** Describes a watch of another client; its user is the title. [WT7] */
export function watchWords({ actor, url, userAgent }: WatchInfo): LaneWords {
  const { pathname, searchParams: query } = urlOf(url)
  const start = startOf(query.get('resourceVersion') ?? '')
  const selectors = joined(query.get('labelSelector') ?? '', query.get('fieldSelector') ?? '')
  return {
    title: actorName(actor),
    detail: joined(start, selectors, placeOf(pathname)),
    full: joined(`opened by ${actor}, not by this page`, userAgent, pathname, start, selectors),
  }
}
