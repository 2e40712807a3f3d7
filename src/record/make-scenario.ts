import { type Json, type JsonObject, valueAt } from '#api/json.ts'
import { cleanBody, cleanObject } from './clean-object.ts'
import { type Exchange, isWrite, type Place, placeOf, readBody } from './exchange.ts'
import { type Expectation, type Given, type Scenario, type Step, versionMark } from './scenario.ts'

/** Objects of a session as they were before it. */
export interface Needed {
  /** Paths of objects that the session changes or reads, and that were there. */
  readonly given: readonly string[]
  /** Paths of objects that the session creates or does not find. */
  readonly absent: readonly string[]
}

const namespacePath = (name: string): string => `/api/v1/namespaces/${name}`

/** The path of the object that a request is about; of a create, by the name in its body. */
function objectOf(exchange: Exchange, place: Place): string {
  if (place.object !== '' || exchange.method !== 'POST') return place.object
  const name = valueAt(bodyOf(exchange), ['metadata', 'name'])
  return typeof name === 'string' ? `${place.collection}/${name}` : ''
}

/** A POST to a subresource, such as an eviction or a token, answers 201, too, and needs the object. */
function isCreation({ method, status, target }: Exchange, { object, collection }: Place): boolean {
  const path = target.split('?', 1)[0] ?? ''
  const isOfObject = method === 'POST' ? path === collection : isWriteOf(method) && path === object
  return status === 201 && isOfObject && !/[?&]dryRun=/.test(target)
}

const isWriteOf = (method: string): boolean => method === 'PATCH' || method === 'PUT'

/** Says which objects a recording needs before its first step. Namespaces come first, then definitions. [RCD3] */
export function neededBy(exchanges: readonly Exchange[]): Needed {
  const [given, absent] = [new Set<string>(), new Set<string>()]
  for (const exchange of exchanges) {
    const place = placeOf(exchange.target)
    if (place === null) continue
    if (place.namespace !== '' && !absent.has(namespacePath(place.namespace))) given.add(namespacePath(place.namespace))
    if (place.group.includes('.') && !/(?:^|\.)(?:orch|k8s)\.io$/.test(place.group)) given.add(definitionOf(place))
    const path = objectOf(exchange, place)
    if (path === '' || given.has(path) || absent.has(path)) continue
    const isMissing = isCreation(exchange, place) || exchange.status === 404
    ;(isMissing ? absent : given).add(path)
  }
  const rank = (path: string): number =>
    /^\/api\/v1\/namespaces\/[^/]+$/.test(path) ? 0 : path.includes('/customresourcedefinitions/') ? 1 : 2
  return { given: [...given].toSorted((a, b) => rank(a) - rank(b)), absent: [...absent] }
}

const definitionOf = ({ resource, group }: Place): string =>
  `/apis/apiextensions.orch.io/v1/customresourcedefinitions/${resource}.${group}`

const bodyOf = ({ body }: Exchange): Json | undefined => (body === null || body === '' ? undefined : readBody(body))

/** A body that was YAML is recorded as JSON, which is YAML, too. */
const contentTypeOf = ({ contentType }: Exchange): string =>
  /^application\/(?:x-)?yaml/.test(contentType) ? 'application/json' : (contentType.split(';', 1)[0] ?? '')

/** The versions of one object during the recording: the newest last. */
interface Known {
  readonly name: string
  readonly revision: number
}

/** Follows the versions of the objects of a recording. */
class Versions {
  readonly #known = new Map<string, Known[]>()

  add(path: string, known: Known): void {
    this.#known.set(path, [...(this.#known.get(path) ?? []), known])
  }

  last(path: string): Known | undefined {
    return this.#known.get(path)?.at(-1)
  }

  /** Returns the mark for a version in the recording: that of the newest known version which is not newer. */
  mark(path: string, literal: string): string {
    const revision = Number(literal)
    const all = this.#known.get(path) ?? []
    const found = all.findLast((known) => known.revision <= revision) ?? all[0]
    return found === undefined ? '' : versionMark(found.name)
  }
}

/** Makes a scenario of the chosen requests. `before` holds the objects of {@link neededBy} by path. [RCD2] [RCD3] */
export function makeScenario(
  title: string,
  exchanges: readonly Exchange[],
  before: ReadonlyMap<string, JsonObject>,
): Scenario {
  const { given: paths, absent } = neededBy(exchanges)
  const versions = new Versions()
  const given = paths.flatMap((path): Given[] => {
    const object = before.get(path)
    return object === undefined
      ? []
      : [{ name: '', path, collection: path.replace(/\/[^/]*$/, ''), object: cleanObject(object) }]
  })
  const named = given.map((one, at) => ({ ...one, name: `given${at + 1}` }))
  for (const { name, path } of named) versions.add(path, { name, revision: 0 })
  const steps = exchanges.map((exchange, at) => toStep(exchange, `step${at + 1}`, versions))
  return { format: 'orchard-scenario/1', title, given: named, absent, steps }
}

/** A version that no live object has: a write with it is refused with 409. */
const STALE = '1'

/** An apply of an object that the recording restores: who owned its fields before is not restored. */
const isApplyToGiven = ({ contentType }: Exchange, path: string, versions: Versions): boolean =>
  contentType.includes('apply-patch') && (versions.last(path)?.revision ?? 1) === 0

/** An apply that was accepted is accepted by force, because the restored object has another owner. [RCD10] */
function forced(target: string, { status }: Exchange): string {
  if (status >= 300 || /[?&]force=/.test(target)) return target
  return `${target}${target.includes('?') ? '&' : '?'}force=true`
}

/** Returns a function that translates a version of a request, which becomes a stale one where the request was refused for it. */
function translator({ status }: Exchange, body: Json | undefined, path: string, versions: Versions) {
  // A JSON patch whose test fails is refused with 422.
  const isStale = status === 409 || (status === 422 && Array.isArray(body))
  const last = versions.last(path)
  return (literal: string): string => {
    const mark = versions.mark(path, literal)
    // Another client's write was between, which is not in the recording.
    return isStale && last !== undefined && mark === versionMark(last.name) ? STALE : mark
  }
}

/** A refusal of options keeps them as they were. */
const keepsOptions = ({ status }: Exchange): boolean => status === 400 || status === 422

function toStep(exchange: Exchange, name: string, versions: Versions): Step {
  const { method, target, status, wrote } = exchange
  const place = placeOf(target)
  const path = place === null ? '' : objectOf(exchange, place)
  const isForced = isApplyToGiven(exchange, path, versions)
  const body = bodyOf(exchange)
  const version = translator(exchange, body, path, versions)
  const expect = expectationOf(exchange, path, versions)
  const cleaned = body === undefined ? undefined : cleanBody(body, version)
  if (path !== '' && wrote > 0 && status < 300) versions.add(path, { name, revision: wrote })
  const asked = keepsOptions(exchange) ? target : withoutVersions(target, version)
  return {
    name,
    method,
    path: isForced ? forced(asked, exchange) : asked,
    ...(cleaned === undefined ? {} : { contentType: contentTypeOf(exchange), body: cleaned }),
    expect: isForced && wrote === 0 ? { status } : expect,
  }
}

function expectationOf(exchange: Exchange, path: string, versions: Versions): Expectation {
  const { status, wrote, method, target } = exchange
  const last = path === '' ? undefined : versions.last(path)
  if (status >= 300 || method === 'DELETE' || last === undefined || /[?&]dryRun=/.test(target)) return { status }
  if (!isWrite(exchange)) return { status, version: { is: 'notOlder', than: last.name } }
  return { status, version: { is: wrote > 0 ? 'newer' : 'same', than: last.name } }
}

/** A resourceVersion of a query is that of an earlier answer, or is left out. */
function withoutVersions(target: string, version: (literal: string) => string): string {
  const [path = '', query = ''] = target.split('?', 2)
  const kept = query.split('&').flatMap((part) => {
    const [key = '', value = ''] = part.split('=', 2)
    if (part === '' || key === 'resourceVersionMatch') return []
    if (key !== 'resourceVersion' || value === '0') return [part]
    const mark = version(value)
    return mark === '' ? [] : [`${key}=${mark}`]
  })
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`
}
