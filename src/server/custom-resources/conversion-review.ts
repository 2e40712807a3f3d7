import { printExactJson } from '#api/exact-json.ts'
import { type FieldError, fieldErrorText } from '#api/field-error.ts'
import {
  cloneJson,
  deepEqual,
  emptyObject,
  isObject,
  type Json,
  jsonKind,
  type JsonObject,
  own,
  setOwn,
  textOf,
} from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { quoteGo } from '#go/quote.ts'
import { conversionTypeProblem } from '#server/egress/review-types.ts'
import { validateAnnotations, validateLabels } from '#server/registry/metadata/validate-meta.ts'

const group = 'apiextensions.orch.io'
const supportedVersions = ['v1', 'v1beta1']

/** A webhook is unusable, or its response is invalid. The text is that of the reference. */
export class ConversionProblem extends Error {
  override readonly name = 'ConversionProblem'
}

/** Returns the first version of the review that both sides support. [CNV2] */
export const reviewVersion = (versions: readonly string[]): string | undefined =>
  versions.find((each) => supportedVersions.includes(each))

export const conversionReview = (
  object: ApiObject,
  { version, uid, apiVersion }: { readonly version: string; readonly uid: string; readonly apiVersion: string },
): JsonObject => ({
  kind: 'ConversionReview',
  apiVersion: `${group}/${version}`,
  request: { uid, desiredAPIVersion: apiVersion, objects: [withoutVersion(object)] },
})

/** Removes the resourceVersion: webhooks receive objects in stored form, without it. */
function withoutVersion({ metadata, ...rest }: ApiObject): JsonObject {
  const { resourceVersion: _version, ...kept } = metadata
  return { ...rest, metadata: kept } as JsonObject
}

const reviewKind = (review: JsonObject): string => {
  const { apiVersion, kind } = review
  const text = typeof apiVersion === 'string' && apiVersion !== '' ? apiVersion : '/'
  return `${text}, Kind=${textOf(kind)}`
}

/**
 * Returns the objects in the response of a review. In v1 the response must have the uid of the request; v1beta1 does
 * not require it. [CNV2]
 * @throws ConversionProblem
 */
export function convertedObjects(
  review: JsonObject,
  { version, uid }: { readonly version: string; readonly uid: string },
): readonly Json[] {
  const wrongType = conversionTypeProblem(review, version)
  if (wrongType !== null) throw new ConversionProblem(wrongType)
  const expected = `${group}/${version}, Kind=ConversionReview`
  if (version === 'v1' && reviewKind(review) !== expected)
    throw new ConversionProblem(`expected webhook response of ${expected}, got ${reviewKind(review)}`)
  const { response } = review
  if (!isObject(response)) throw new ConversionProblem('no response provided')
  const said = textOf(response['uid'])
  if (version === 'v1' && said !== uid)
    throw new ConversionProblem(`expected response.uid=${quoteGo(uid)}, got ${quoteGo(said)}`)
  const failure = resultProblem(response)
  if (failure !== null) throw new ConversionProblem(failure)
  const { convertedObjects: objects } = response
  return Array.isArray(objects) ? objects : []
}

function resultProblem({ result }: JsonObject): string | null {
  const { message, status } = isObject(result) ? result : emptyObject()
  if (status === 'Success') return null
  const isExplained = typeof message === 'string' && message !== ''
  return isExplained ? message : `response.result.status was '${textOf(status)}', not 'Success'`
}

/**
 * Returns the error of decoding a converted object: it is no object, or has no kind. The reference reports it without
 * naming the webhook. [CNV2]
 */
export function decodingProblem(converted: Json): string | null {
  if (converted === null) return 'unexpected end of JSON input'
  if (!isObject(converted))
    return `json: cannot unmarshal ${jsonKind(converted)} into Go value of type map[string]interface {}`
  const hasKind = textOf(converted['kind']) !== ''
  return hasKind ? null : `Object 'Kind' is missing in '${printExactJson(converted)}'`
}

/**
 * Returns the reason why a converted object differs in identity from the one that was sent; `null` when it does not.
 * [CNV2]
 */
export function identityProblem(sent: ApiObject, converted: JsonObject): string | null {
  const metadata = isObject(converted['metadata']) ? converted['metadata'] : {}
  const fields = [
    ['kind', sent.kind, converted['kind']],
    ['name', sent.metadata.name, metadata['name']],
    ['namespace', sent.metadata.namespace, metadata['namespace']],
    ['UID', sent.metadata.uid, metadata['uid']],
  ] as const
  for (const [name, before, after] of fields)
    if ((before ?? '') !== (after ?? '')) return `must have the same ${name}: ${before ?? ''} != ${textOf(after)}`
  return null
}

/**
 * Returns the metadata that was sent with the labels and annotations of the converted object. A webhook may not change
 * other metadata. [CNV2]
 * @throws ConversionProblem
 */
export function restoredMetadata(sent: ApiObject, converted: JsonObject): ApiObject['metadata'] {
  const said = own(converted, 'metadata')
  if (said === undefined) throw new ConversionProblem('missing metadata in converted object')
  if (!isObject(said)) throw new ConversionProblem(`invalid metadata of type ${goType(said)} in converted object`)
  const metadata = cloneJson(sent.metadata as JsonObject)
  for (const field of ['labels', 'annotations'] as const) {
    const value = own(said, field)
    if (value === undefined || value === null) delete metadata[field]
    else setOwn(metadata, field, restoredTexts(field, sent.metadata[field] ?? {}, value))
  }
  return metadata as ApiObject['metadata']
}

function restoredTexts(
  field: 'labels' | 'annotations',
  before: Readonly<Record<string, string>>,
  value: Json,
): JsonObject {
  if (!isObject(value))
    throw new ConversionProblem(`invalid metadata.${field} of type ${goType(value)} in converted object`)
  const texts: Record<string, string> = emptyObject() as Record<string, string>
  for (const [name, text] of Object.entries(value)) {
    if (typeof text !== 'string')
      throw new ConversionProblem(
        `metadata.${field}[${name}] must be a string, but is ${goType(text ?? null)} in converted object`,
      )
    setOwn(texts, name, text)
  }
  if (deepEqual(texts, before)) return texts
  // The reference names the annotations' field in the singular here.
  const errors =
    field === 'labels' ? validateLabels(texts, 'metadata.labels') : validateAnnotations(texts, 'metadata.annotation')
  if (errors.length > 0) throw new ConversionProblem(aggregate(errors))
  return texts
}

/** Formats several errors like a Go aggregate error. */
function aggregate(errors: readonly FieldError[]): string {
  const texts = [...new Set(errors.map(fieldErrorText))]
  return texts.length === 1 ? texts.join('') : `[${texts.join(', ')}]`
}

/** Returns the name of the Go type that a JSON value decodes into. */
function goType(value: Json): string {
  if (value === null) return '<nil>'
  if (Array.isArray(value)) return '[]interface {}'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64'
  if (typeof value === 'boolean') return 'bool'
  return typeof value === 'string' ? 'string' : 'map[string]interface {}'
}
