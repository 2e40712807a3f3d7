import type { Clock } from '#api/clock.ts'
import { isObject, type Json, type JsonObject, textOf } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { OutboundFetch } from '#api/outbound-fetch.ts'
import { type FindService, WebhookCallError, callWebhook } from '#server/egress/webhook-call.ts'
import type { CustomResourceDefinition } from '#server/kinds/types/apiextensions-v1.ts'
import { plainError } from '#server/registry/resource-version.ts'
import {
  ConversionProblem,
  conversionReview,
  convertedObjects,
  decodingProblem,
  identityProblem,
  restoredMetadata,
  reviewVersion,
} from './conversion-review.ts'

/** The dependencies of calls to conversion webhooks. */
export interface ConversionPorts {
  readonly fetch: OutboundFetch
  readonly clock: Clock
  /** Returns a new uid for a review. */
  readonly uid: () => string
  readonly findService: FindService
}

/** Converts an object to another version of its kind. @throws ApiError */
export type Convert = (object: ApiObject, apiVersion: string) => Promise<ApiObject>

const timeoutMs = 30_000

/** Returns the webhook conversion of a definition; `null` if its versions differ only in apiVersion. [CNV1] */
export function conversionWebhook({ spec }: CustomResourceDefinition, ports: ConversionPorts): Convert | null {
  const { strategy, webhook = {} } = spec?.conversion ?? {}
  const version = reviewVersion(webhook.conversionReviewVersions ?? [])
  if (strategy !== 'Webhook') return null
  return async (object, apiVersion) => {
    const what = `conversion webhook for ${object.apiVersion ?? ''}, Kind=${object.kind ?? ''}`
    if (version === undefined) throw plainError(`${what} failed: no supported conversion review versions`)
    const uid = ports.uid()
    const review = conversionReview(object, { version, uid, apiVersion })
    const call = { config: webhook.clientConfig ?? {}, timeoutMs, review }
    try {
      const objects = convertedObjects(await callWebhook(call, ports, ports.findService), { version, uid })
      return accepted(object, objects, { what, apiVersion })
    } catch (error) {
      if (error instanceof WebhookCallError || error instanceof ConversionProblem)
        throw plainError(`${what} failed: ${error.message}`)
      throw error
    }
  }
}

/** Checks the response and returns its one object, with the original metadata. @throws ApiError [CNV2] */
function accepted(
  sent: ApiObject,
  objects: readonly Json[],
  { what, apiVersion }: { readonly what: string; readonly apiVersion: string },
): ApiObject {
  if (objects.length !== 1) throw plainError(`${what} returned ${objects.length} objects, expected 1`)
  const [converted = null] = objects
  const undecodable = decodingProblem(converted)
  if (undecodable !== null) throw plainError(undecodable)
  const problem = typeProblem(sent, converted, apiVersion)
  if (!isObject(converted) || problem !== null)
    throw plainError(`${what} returned invalid object at index 0: ${problem ?? ''}`)
  const other = identityProblem(sent, converted)
  if (other !== null) throw plainError(`${what} returned invalid object: ${other}`)
  try {
    const { metadata: _metadata, ...rest } = converted
    return { ...rest, metadata: restoredMetadata(sent, converted) } as ApiObject
  } catch (error) {
    if (!(error instanceof ConversionProblem)) throw error
    throw plainError(`${what} returned invalid metadata: ${error.message}`)
  }
}

function typeProblem(sent: ApiObject, converted: Json | undefined, apiVersion: string): string | null {
  const { apiVersion: version, kind } = isObject(converted) ? converted : ({} as JsonObject)
  if (version !== apiVersion) return `invalid groupVersion (expected ${apiVersion}, received ${textOf(version)})`
  if (kind !== sent.kind) return `invalid kind (expected ${sent.kind ?? ''}, received ${textOf(kind)})`
  return null
}
