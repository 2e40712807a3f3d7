import { parseExactJson } from '#api/exact-json.ts'
import { isObject, type Json, type JsonObject, own } from '#api/json.ts'
import { parseYaml } from '#syntax/parse-yaml.ts'
import { cleanBody, cleanObject } from './clean-object.ts'
import { type Exchange, isWrite, type Place, placeOf } from './exchange.ts'
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
  const body = bodyOf(exchange)
  const metadata = isObject(body) ? own(body, 'metadata') : undefined
  const name = isObject(metadata) ? own(metadata, 'name') : undefined
  return typeof name === 'string' ? `${place.collection}/${name}` : ''
}

const isCreation = ({ method, status, target }: Exchange): boolean =>
  status === 201 && (method === 'POST' || method === 'PATCH' || method === 'PUT') && !/[?&]dryRun=/.test(target)

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
    const isMissing = isCreation(exchange) || exchange.status === 404
    ;(isMissing ? absent : given).add(path)
  }
  const rank = (path: string): number =>
    /^\/api\/v1\/namespaces\/[^/]+$/.test(path) ? 0 : path.includes('/customresourcedefinitions/') ? 1 : 2
  return { given: [...given].toSorted((a, b) => rank(a) - rank(b)), absent: [...absent] }
}

const definitionOf = ({ resource, group }: Place): string =>
  `/apis/apiextensions.orch.io/v1/customresourcedefinitions/${resource}.${group}`

function bodyOf({ body }: Exchange): Json | undefined {
  if (body === null || body === '') return undefined
  try {
    return parseExactJson(body)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return parseYaml(body).value
  }
}

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

function toStep(exchange: Exchange, name: string, versions: Versions): Step {
  const { method, target, status, wrote } = exchange
  const place = placeOf(target)
  const path = place === null ? '' : objectOf(exchange, place)
  const version = (literal: string): string => versions.mark(path, literal)
  const expect = expectationOf(exchange, path, versions)
  const body = bodyOf(exchange)
  const cleaned = body === undefined ? undefined : cleanBody(body, version)
  if (path !== '' && wrote > 0 && status < 300) versions.add(path, { name, revision: wrote })
  return {
    name,
    method,
    path: withoutVersions(target, version),
    ...(cleaned === undefined ? {} : { contentType: contentTypeOf(exchange), body: cleaned }),
    expect,
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
