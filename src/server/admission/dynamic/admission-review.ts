import type { GroupVersionKind } from '#api/group-version-resource.ts'
import { type Json, type JsonObject, isObject, textOf } from '#api/json.ts'
import type { UserInfo } from '#server/auth/user-info.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'
import { type ObjectKind, shownAs } from './versioned.ts'

const group = 'admission.orch.io'

/** The group, version and resource in which a webhook matches a request. */
export interface Invocation {
  readonly definition: ResourceDefinition
  readonly kind: ObjectKind
}

/** Builds the AdmissionReview for a webhook. Fields are in the reference's order. [WH1] */
export async function admissionReview(
  attributes: Attributes,
  invocation: Invocation,
  { uid, version }: { readonly uid: string; readonly version: string },
): Promise<JsonObject> {
  const { object, live, definition } = attributes
  const shown = async (value: typeof object): Promise<Json> =>
    value === null ? null : shownAs(value, definition, invocation)
  const { dryRun, options, ...request } = reviewRequest(attributes, invocation)
  return {
    kind: 'AdmissionReview',
    apiVersion: `${group}/${version}`,
    request: {
      uid,
      ...request,
      object: await shown(object),
      oldObject: await shown(live),
      dryRun: dryRun ?? false,
      options: options ?? null,
    },
  }
}

/** The review's request without its objects. Expressions see it as `request`. */
export function reviewRequest(attributes: Attributes, invocation: Invocation): JsonObject {
  const { subresource, name, namespace } = attributes
  return {
    kind: kindWords(invocation.kind),
    resource: resourceWords(invocation.definition),
    ...(subresource === '' ? {} : { subResource: subresource }),
    requestKind: kindWords(attributes.kind),
    requestResource: resourceWords(attributes.definition),
    ...(subresource === '' ? {} : { requestSubResource: subresource }),
    ...(name === '' ? {} : { name }),
    ...(namespace === '' ? {} : { namespace }),
    operation: attributes.operation,
    userInfo: userWords(attributes.user),
    dryRun: attributes.dryRun,
    options: attributes.options(),
  }
}

const kindWords = ({ group: kindGroup, version, kind }: GroupVersionKind): JsonObject => ({
  group: kindGroup,
  version,
  kind,
})

const resourceWords = ({ group: resourceGroup, version, resource }: ResourceDefinition): JsonObject => ({
  group: resourceGroup,
  version,
  resource,
})

/** Formats a user as in reviews: empty fields are omitted. */
export function userWords({ name, uid, groups, extra }: UserInfo): JsonObject {
  return {
    ...(name === '' ? {} : { username: name }),
    ...(uid === '' ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups: [...groups] }),
    ...(Object.keys(extra).length === 0
      ? {}
      : { extra: Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]])) }),
  }
}

/** The response of a webhook. */
export interface ReviewAnswer {
  readonly allowed: boolean
  /** The Status in the response, if present. */
  readonly result: JsonObject | null
  readonly warnings: readonly string[]
  readonly auditAnnotations: Readonly<Record<string, string>>
  /** A JSON patch as text; `''` for none. */
  readonly patch: string
  readonly patchType: string
}

interface Expected {
  readonly uid: string
  readonly version: string
  readonly mutating: boolean
}

/** Parses the response of a webhook. Returns a message if it is invalid. [WH2] */
export function readReview(review: JsonObject, { uid, version, mutating }: Expected): ReviewAnswer | string {
  const response = review['response']
  if (!isObject(response)) return 'webhook response was absent'
  const strict = version === 'v1'
  const answered = textOf(response['uid'])
  if (strict && answered !== uid) return `expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(answered)}`
  const wrongKind = strict ? kindProblem(review) : ''
  if (wrongKind !== '') return wrongKind
  const patch = textOf(response['patch'])
  const patchType = response['patchType']
  const problem = strict ? patchProblem(patch, patchType, mutating) : ''
  if (problem !== '') return problem
  return {
    allowed: response['allowed'] === true,
    result: isObject(response['status']) ? response['status'] : null,
    warnings: listOf(response['warnings']),
    auditAnnotations: textsOf(response['auditAnnotations']),
    patch: mutating ? patch : '',
    patchType: strict ? textOf(patchType) : 'JSONPatch',
  }
}

function kindProblem({ apiVersion, kind }: JsonObject): string {
  const [version, name] = [textOf(apiVersion), textOf(kind)]
  if (version === `${group}/v1` && name === 'AdmissionReview') return ''
  const shown = version.includes('/') ? version : `/${version}`
  return `expected webhook response of ${group}/v1, Kind=AdmissionReview, got ${shown}, Kind=${name}`
}

function patchProblem(patch: string, patchType: Json | undefined, mutating: boolean): string {
  const hasType = patchType !== undefined && patchType !== null
  if (!mutating) {
    if (patch !== '') return 'validating webhook may not return response.patch'
    return hasType ? 'validating webhook may not return response.patchType' : ''
  }
  if (patch !== '' && !hasType) return 'webhook returned response.patch but not response.patchType'
  if (patch === '' && hasType) return 'webhook returned response.patchType but not response.patch'
  return hasType && patchType === '' ? 'webhook returned invalid response.patchType of ""' : ''
}

const listOf = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

const textsOf = (value: Json | undefined): Readonly<Record<string, string>> =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])),
      )
    : {}
