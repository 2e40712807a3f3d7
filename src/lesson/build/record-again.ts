import { printExactJson } from '#api/exact-json.ts'
import { isObject, type Json, valueAt } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { fetchAs } from '#lesson/play.ts'
import { cleanBody } from '#record/clean-object.ts'
import type { Exchange } from '#record/exchange.ts'
import { objectKey } from './changes.ts'
import { isJsonType, readBody, STALE } from './place-versions.ts'
import type { Recorded } from './recorded.ts'
import { liveVersionOf, Recorder, type RecorderOptions } from './recorder.ts'

/** A request of the past, and the groups of its sender. */
export interface PastRequest extends Exchange {
  readonly groups: readonly string[]
}

/** Versions and uids of one server by those of another that has the same objects. */
class Translation {
  readonly #names = new Map<string, string>()

  learn(old: string | undefined, now: string | undefined): void {
    if (old !== undefined && now !== undefined) this.#names.set(old, now)
  }

  /** Learns the versions and uids of the objects that both servers have. */
  learnObjects(before: readonly ApiObject[], now: readonly ApiObject[]): void {
    const found = new Map(now.map((object) => [objectKey(object), object.metadata]))
    for (const object of before) {
      const metadata = found.get(objectKey(object))
      this.learn(object.metadata.resourceVersion, metadata?.resourceVersion)
      this.learn(object.metadata.uid, metadata?.uid)
    }
  }

  of(name: string): string | undefined {
    return this.#names.get(name)
  }
}

/** Returns a body with preconditions that fit the objects of another server. */
function withPreconditions(body: Json, translate: (name: string) => string): Json {
  const conditions = valueAt(body, ['preconditions'])
  if (!isObject(body) || !isObject(conditions)) return body
  const translated = Object.entries(conditions).map(([field, value]): [string, Json] => [
    field,
    typeof value === 'string' ? translate(value) : (value ?? null),
  ])
  return { ...body, preconditions: Object.fromEntries(translated) }
}

/** Returns the text of a request's body for another server. */
function bodyFor(past: PastRequest, translate: (name: string) => string): string {
  const { contentType, body } = past
  const value = readBody({ body: body ?? '', headers: { 'content-type': contentType } })
  if (value === undefined || typeof value === 'string' || !isJsonType(contentType)) return body ?? ''
  return printExactJson(cleanBody(withPreconditions(value, translate), translate))
}

const jsonOf = (type: string): string => (/^application\/(?:x-)?yaml/.test(type) ? 'application/json' : type)

/**
 * Sends requests of another server in order and records them. The server has the objects that the other one had before the
 * first request, which are `before`: versions are translated, and one that nobody can know becomes the live version if the
 * request was accepted, else one that is always stale. [LSN28]
 */
export async function recordAgain(
  options: Omit<RecorderOptions, 'onRecorded' | 'count'>,
  requests: readonly PastRequest[],
  before: readonly ApiObject[],
): Promise<readonly Recorded[]> {
  const recorded: Recorded[] = []
  const recorder = await Recorder.open({ ...options, count: 0, onRecorded: (one) => recorded.push(one) })
  const names = new Translation()
  names.learnObjects(before, recorder.objects)
  for (const past of requests) {
    const { method, actor, groups, contentType, wrote, status } = past
    const target = past.target.replace(/(?<=[?&]resourceVersion=)[0-9]+/, (version) => names.of(version) ?? version)
    const translate = (name: string): string =>
      names.of(name) ?? (status < 300 ? liveVersionOf(target, recorder.objects, []) : STALE)
    const sent = bodyFor(past, translate)
    const headers: Record<string, string> = sent === '' ? {} : { 'content-type': jsonOf(contentType) }
    const init = { method, headers, ...(sent === '' ? {} : { body: sent }) }
    const answer = await fetchAs(options.send, { name: actor, groups })(target, init)
    await recorder.hear({ method, target, sent, headers, actor, groups }, answer)
    const version = recorded.at(-1)?.answered?.version
    if (wrote > 0) names.learn(String(wrote), version)
  }
  return recorded
}
