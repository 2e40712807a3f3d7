import { invalidObject } from '#api/api-error.ts'
import { forbidden } from '#api/field-error.ts'
import { deepEqual, type JsonObject, isObject, textOf } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Access } from '#server/auth/access.ts'
import { superusers } from '#server/auth/rbac/rbac-authorizer.ts'
import type { UserInfo } from '#server/auth/user-info.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Attributes } from './chain/attributes.ts'
import { registrationGroup } from './dynamic/match-request.ts'
import type { AdmissionPlugin, AdmissionReader } from './chain/plugin.ts'

/** The policy type of each binding type. */
const policiesOf: ReadonlyMap<string, string> = new Map([
  ['mutatingadmissionpolicybindings', 'mutatingadmissionpolicies'],
  ['validatingadmissionpolicybindings', 'validatingadmissionpolicies'],
])
const policies = new Set(policiesOf.values())

/**
 * Requires that users who let a policy read parameters may read these themselves. Runs as the last step of validating
 * such an object. [VAP10]
 */
export const paramAccessCheck = (
  { authorizer }: Access,
  definitions: () => readonly ResourceDefinition[],
): AdmissionPlugin => ({
  name: 'ParamAccess',
  operations: new Set(['CREATE', 'UPDATE']),
  concerns: ({ group }) => group === registrationGroup,
  async validate(attributes, reader) {
    const { definition, object, live, subresource, user } = attributes
    if (definition.group !== registrationGroup || object === null || subresource !== '') return
    if (user.groups.includes(superusers)) return
    const wanted = await wantedAccess({ attributes, object, live }, reader)
    if (wanted === null) return
    const { kind, name, namespace } = wanted
    const target = { ...resourceOf(kind, definitions()), subresource: '', path: '', name, namespace }
    const decision = await authorizer.authorize(
      { user, verb: 'get', isResource: true, ...target },
      { trace: attributes.trace },
    )
    if (decision.type === 'allowed') return
    const text = wanted.refusal(goUser(user))
    throw invalidObject(definition, object.metadata.name ?? '', [forbidden(wanted.field, text)])
  },
})

interface Wanted {
  readonly field: string
  /** `null` if it cannot be determined: then access to all kinds is required. */
  readonly kind: ParamKind | null
  readonly name: string
  readonly namespace: string
  readonly refusal: (user: string) => string
}

interface ParamKind {
  readonly apiVersion: string
  readonly kind: string
}

interface Write {
  readonly attributes: Attributes
  readonly object: ApiObject
  readonly live: ApiObject | null
}

async function wantedAccess({ attributes, object, live }: Write, reader: AdmissionReader): Promise<Wanted | null> {
  const { resource } = attributes.definition
  if (policies.has(resource)) return wantedByPolicy(object, live)
  const owner = policiesOf.get(resource)
  return owner === undefined ? null : wantedByBinding(object, owner, reader)
}

function wantedByPolicy(object: ApiObject, live: ApiObject | null): Wanted | null {
  const kind = paramKind(object)
  if (kind === null || (live !== null && deepEqual({ ...paramKind(live) }, { ...kind }))) return null
  return {
    field: 'spec.paramKind',
    kind,
    name: '*',
    namespace: '*',
    refusal: (user) =>
      `user ${user} must have "get" permission on all objects of the referenced paramKind (kind=${kind.kind}, apiVersion=${kind.apiVersion})`,
  }
}

async function wantedByBinding(object: ApiObject, owner: string, reader: AdmissionReader): Promise<Wanted | null> {
  const { paramRef, policyName } = specOf(object)
  if (!isObject(paramRef)) return null
  const policy = await reader.get({ group: registrationGroup, resource: owner }, '', textOf(policyName))
  return {
    field: 'spec.paramRef',
    kind: policy === null ? null : paramKind(policy),
    name: textOf(paramRef['name']),
    namespace: textOf(paramRef['namespace']),
    refusal: (user) => `user ${user} does not have "get" permission on the object referenced by paramRef`,
  }
}

const specOf = (object: ApiObject): JsonObject => (isObject(object['spec']) ? object['spec'] : {})
function paramKind(policy: ApiObject): ParamKind | null {
  const { paramKind: kind } = specOf(policy)
  return isObject(kind) ? { apiVersion: textOf(kind['apiVersion']), kind: textOf(kind['kind']) } : null
}

function resourceOf(
  kind: ParamKind | null,
  definitions: readonly ResourceDefinition[],
): Pick<ResourceDefinition, 'group' | 'version' | 'resource'> {
  if (kind === null) return { group: '*', version: '*', resource: '*' }
  const slash = kind.apiVersion.indexOf('/')
  const [group, version] = [kind.apiVersion.slice(0, Math.max(0, slash)), kind.apiVersion.slice(slash + 1)]
  const found = definitions.find((each) => each.group === group && each.version === version && each.kind === kind.kind)
  return { group, version, resource: found?.resource ?? '*' }
}

/** Formats a user as Go's `%v` does. */
function goUser({ name, uid, groups, extra }: UserInfo): string {
  const shown = Object.keys(extra)
    .toSorted()
    .map((key) => `${key}:[${(extra[key] ?? []).join(' ')}]`)
  return `&{${name} ${uid} [${groups.join(' ')}] map[${shown.join(' ')}]}`
}
