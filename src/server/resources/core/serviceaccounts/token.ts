import { type ApiError, badRequest, conflict, invalidObject, notFound } from '#api/api-error.ts'
import { type FieldError, invalid } from '#api/field-error.ts'
import { isObject, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { toTimestamp } from '#server/registry/metadata/object-meta.ts'
import type { ReviewAccess } from '#server/registry/review-access.ts'
import { canonicalObject } from '#server/registry/stored-form.ts'
import type { ActionContext, ActionSubresource } from '#server/registry/subresource.ts'
import { authenticationV1 } from '#server/kinds/schemas/authentication-v1.ts'
import type { BoundObjectReference, TokenRequestSpec } from '#server/kinds/types/authentication-v1.ts'

const kind = {
  group: 'authentication.orch.io',
  version: 'v1',
  kind: 'TokenRequest',
  schema: authenticationV1.schema('TokenRequest'),
}
const secondsMin = 600
const secondsMax = 2 ** 32
const secondsDefault = 3600

/** Issues a token of the service account, valid for the requested duration or one hour. [AC20] */
export const token: ActionSubresource = {
  type: 'action',
  name: 'token',
  verbs: ['create'],
  ...kind,
  ownsFields: true,
  default(body) {
    const spec = specOf(body)
    spec.expirationSeconds ??= secondsDefault
    body['spec'] = spec
  },
  run: makeToken,
}

const specOf = (body: ApiObject): TokenRequestSpec => (isObject(body['spec']) ? (body['spec'] as TokenRequestSpec) : {})

async function makeToken(body: ApiObject, context: ActionContext, access: ReviewAccess): Promise<ApiObject> {
  const { parentName: name, namespace, nowMs } = context
  const { metadata } = body
  if ((metadata.name ?? '') !== '' && metadata.name !== name)
    refuse(name, [invalid('metadata.name', metadata.name ?? '', 'must match the service account name if specified')])
  const account = await context.getParent()
  const spec = specOf(body)
  const wanted = spec.expirationSeconds ?? secondsDefault
  const audiences = (spec.audiences ?? []).length === 0 ? [...access.audiences] : (spec.audiences ?? [])
  refuse('', validateSeconds(wanted))
  const seconds = shortened(wanted, access)
  const bound = await boundTo(spec.boundObjectRef, context)
  const now = Math.floor(nowMs / 1000)
  const text = await access.sign({
    sub: `system:serviceaccount:${namespace}:${name}`,
    aud: audiences,
    iat: now,
    nbf: now,
    exp: now + seconds,
    'orch.io': { namespace, serviceaccount: { name, uid: account.metadata.uid ?? '' }, ...bound },
  })
  return canonicalObject(kind, {
    metadata: { ...metadata, name, namespace, uid: account.metadata.uid ?? '', creationTimestamp: toTimestamp(nowMs) },
    spec: { ...spec, audiences, expirationSeconds: seconds },
    status: { token: text, expirationTimestamp: toTimestamp((now + seconds) * 1000) },
  })
}

function refuse(name: string, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalidObject(kind, name, errors)
}

function shortened(wanted: number, { tokenSecondsMax, warn }: ReviewAccess): number {
  if (tokenSecondsMax === 0 || wanted <= tokenSecondsMax) return wanted
  warn(`requested expiration of ${wanted} seconds shortened to ${tokenSecondsMax} seconds`)
  return tokenSecondsMax
}

function validateSeconds(seconds: number): readonly FieldError[] {
  const path = 'spec.expirationSeconds'
  if (seconds < secondsMin) return [invalid(path, seconds, 'may not specify a duration less than 10 minutes')]
  return seconds > secondsMax ? [invalid(path, seconds, 'may not specify a duration larger than 2^32 seconds')] : []
}

interface Bindable {
  readonly resource: string
  readonly claim: string
}

const bindable: ReadonlyMap<string, Bindable> = new Map([
  ['Pod', { resource: 'pods', claim: 'pod' }],
  ['Secret', { resource: 'secrets', claim: 'secret' }],
  ['Node', { resource: 'nodes', claim: 'node' }],
])

function bindableOf({ kind: word = '', apiVersion = '' }: BoundObjectReference): Bindable {
  // Any version of the core group is accepted.
  const found = apiVersion.includes('/') ? undefined : bindable.get(word)
  if (found === undefined) throw badRequest(`cannot bind token to object of type ${printKind(apiVersion, word)}`)
  return found
}

/** Returns the claim of the bound object, with whose deletion the token becomes invalid. */
async function boundTo(reference: TokenRequestSpec['boundObjectRef'], context: ActionContext): Promise<JsonObject> {
  if (reference === undefined) return {}
  const { kind: word = '', name = '', uid: wanted = '' } = reference
  const found = bindableOf(reference)
  const what = { group: '', resource: found.resource }
  if (name === '') throw badRequest('Name parameter required.')
  const object = (await context.list(what)).find(({ metadata }) => metadata.name === name)
  if (object === undefined) throw notFound(what, name)
  if (word === 'Pod') checkPod(object, context.parentName)
  const { uid = '' } = object.metadata
  if (wanted !== '' && wanted !== uid) throw otherUid(word, name, wanted)
  return { [found.claim]: { name, uid }, ...(word === 'Pod' ? await nodeOf(object, context) : {}) }
}

/** Returns the claim of the node of a bound pod, with the uid if the node exists. [AC20] */
async function nodeOf({ spec }: ApiObject, context: ActionContext): Promise<JsonObject> {
  const name = isObject(spec) ? spec['nodeName'] : undefined
  if (typeof name !== 'string' || name === '') return {}
  const nodes = await context.list({ group: '', resource: 'nodes' })
  const uid = nodes.find(({ metadata }) => metadata.name === name)?.metadata.uid
  return { node: uid === undefined ? { name } : { name, uid } }
}

function otherUid(word: string, name: string, wanted: string): ApiError {
  const why = `the UID in the bound object reference (${wanted}) does not match the UID in record. The object might have been deleted and then recreated`
  return conflict({ group: '', resource: word }, name, why)
}

/** Formats group, version and kind as the reference prints them. */
const printKind = (apiVersion: string, word: string): string =>
  `${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${word}`

function checkPod({ spec }: ApiObject, account: string): void {
  if (isObject(spec) && spec['serviceAccountName'] === account) return
  throw badRequest(
    `cannot bind token for serviceaccount ${JSON.stringify(account)} to pod running with different serviceaccount name.`,
  )
}
