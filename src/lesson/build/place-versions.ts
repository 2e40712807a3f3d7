import { parseExactJson } from '#api/exact-json.ts'
import { isObject, type Json, own, textOf, valueAt } from '#api/json.ts'
import type { LessonRequest } from '#lesson/lesson.ts'
import { cleanBody } from '#record/clean-object.ts'
import { placeOf } from '#record/exchange.ts'
import { YamlError, parseYaml } from '#syntax/parse-yaml.ts'
import { celIsObject } from './cel-text.ts'
import type { ObjectVersion, Recorded } from './recorded.ts'

/** A version older than that of any object that a lesson changes: a write with it is refused with 409. */
export const STALE = '1'

/** The requests of a step, and those of the steps before it by step. */
export interface Before {
  readonly steps: readonly (readonly Recorded[])[]
  /** Earlier requests of the same step. */
  readonly sameStep: readonly Recorded[]
}

/** A value that an earlier step has to keep. */
export interface Kept {
  readonly step: number
  readonly name: string
  readonly source: string
}

const answersVersion = ({ answered }: Recorded, about: ObjectVersion): boolean =>
  answered !== null &&
  answered.version === about.version &&
  answered.name === about.name &&
  answered.namespace === about.namespace

type Subject = Omit<ObjectVersion, 'version'>

/** Identity of the object in a request body; an empty text for each part that is missing. */
function subjectInBody(body: Json): Subject {
  const text = (...path: readonly string[]): string => textOf(valueAt(body, path))
  return { kind: text('kind'), name: text('metadata', 'name'), namespace: text('metadata', 'namespace') }
}

const firstText = (...texts: readonly (string | undefined)[]): string => texts.find((text) => Boolean(text)) ?? ''

/** Returns the identity of a body's object. A patch can lack it: then the answer, the changes or the path tell it. */
function subjectOf({ answered, changes, target }: Recorded, body: Json): Subject {
  const said = subjectInBody(body)
  const known = answered ?? changes[0]
  const place = placeOf(target)
  return {
    kind: firstText(said.kind === 'DeleteOptions' ? '' : said.kind, known?.kind),
    name: firstText(said.name, known?.name, place?.name),
    namespace: firstText(said.namespace, known?.namespace, place?.namespace),
  }
}

/** The name under which a version is kept: letters of the object's name, and the number of the step. */
const keptName = (name: string, step: number): string => `${name.replace(/[^A-Za-z0-9]/g, '') || 'object'}At${step + 1}`

/**
 * Returns the replacement of a version in a body: a mark for the answer that contained it, a mark for the live version,
 * or a version that is always stale.
 */
function markOf(
  recorded: Recorded,
  about: ObjectVersion,
  { steps, sameStep }: Before,
  keep: (kept: Kept) => void,
): string {
  const previous = sameStep.at(-1)
  if (previous !== undefined && answersVersion(previous, about)) return '<<last.body.metadata.resourceVersion>>'
  // A step keeps what its last answer says.
  const step = steps.findLastIndex((requests) => requests.some((one) => answersVersion(one, about)))
  const isLast = step >= 0 && answersVersion(steps[step]?.at(-1) ?? recorded, about)
  if (isLast) {
    const name = keptName(about.name, step)
    keep({ step, name, source: 'last.body.metadata.resourceVersion' })
    return `<<kept.${name}>>`
  }
  if (recorded.liveVersion !== about.version) return STALE
  return `<<objects.filter(o, ${celIsObject(about)})[0].metadata.resourceVersion>>`
}

/** Returns the body of a request as a value; as its text if it is not JSON or YAML, `undefined` without one. */
export function readBody({ body, headers }: Pick<Recorded, 'body' | 'headers'>): Json | undefined {
  if (body === '') return undefined
  const isYaml = (headers['content-type'] ?? '').includes('yaml')
  try {
    return isYaml ? parseYaml(body).value : parseExactJson(body)
  } catch (error) {
    // A broken body can be the subject of a step: it is sent as it was.
    if (error instanceof SyntaxError || error instanceof YamlError) return body
    throw error
  }
}

/** Headers that a recorded request keeps. The browser adds the others to every request. */
const keptHeaders: ReadonlySet<string> = new Set(['content-type', 'accept', 'traceparent', 'authorization'])

/** Bodies of other types are recorded as texts: they are not JSON, or the lesson is about their syntax. */
export const isJsonType = (type: string): boolean => /json|yaml/.test(type)

/**
 * Returns a body whose preconditions fit the lesson's own object, if they were met when they were recorded. A uid that was
 * refused then is refused by every other object, too.
 */
function withPreconditions(body: Json, { code }: Recorded, about: Subject, version: (literal: string) => string): Json {
  const conditions = valueAt(body, ['preconditions'])
  if (!isObject(body) || !isObject(conditions)) return body
  const uid = own(conditions, 'uid')
  const literal = own(conditions, 'resourceVersion')
  const live = `<<objects.filter(o, ${celIsObject(about)})[0].metadata.uid>>`
  return {
    ...body,
    preconditions: {
      ...conditions,
      ...(typeof uid === 'string' && code < 300 ? { uid: live } : {}),
      ...(typeof literal === 'string' ? { resourceVersion: version(literal) } : {}),
    },
  }
}

/**
 * Returns a recorded request as a lesson sends it: without what a server assigns, and with marks in place of versions.
 * `keep` is called with each value that an earlier step has to keep for it. [LSN20]
 */
export function toLessonRequest(
  recorded: Recorded,
  as: string,
  before: Before,
  keep: (kept: Kept) => void,
): LessonRequest {
  const { method, target, headers } = recorded
  const sent = Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => keptHeaders.has(name) && !(name === 'accept' && isUsual(value))),
  )
  const { 'content-type': type = '', ...others } = sent
  const raw = readBody(recorded)
  if (raw === undefined) return { method, target, as, headers: others, body: undefined }
  if (typeof raw === 'string' || !isJsonType(type)) return { method, target, as, headers: sent, body: raw }
  const about = subjectOf(recorded, raw)
  const mark = (version: string): string => markOf(recorded, { ...about, version }, before, keep)
  const body = withPreconditions(cleanBody(raw, mark), recorded, about, mark)
  // A YAML body is sent as JSON, because JSON is valid YAML.
  const sentType = /^application\/(?:x-)?yaml/.test(type) ? 'application/json' : type.split(';', 1)[0]
  return { method, target, as, headers: { ...others, 'content-type': sentType ?? type }, body }
}

/** Reports whether a request has the `Accept` header that the page sends by default, which a lesson omits. */
const isUsual = (accept: string): boolean => accept === '*/*' || accept === 'application/json'
