import { forbiddenRequest, notFound } from '#api/api-error.ts'
import { deepEqual, isObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Access } from '#server/auth/access.ts'
import type { PolicyRule } from '#server/auth/rbac/policy-rule.ts'
import type { Binding, RbacPolicy } from '#server/auth/rbac/rbac-policy.ts'
import { escalationText } from '#server/auth/rbac/escalation.ts'
import { rbacGroup } from '#server/auth/rbac/rbac-group.ts'
import { superusers } from '#server/auth/rbac/rbac-authorizer.ts'
import { resolveRole } from '#server/auth/rbac/rule-resolver.ts'
import { plainError } from '#server/registry/resource-version.ts'
import type { Attributes } from './chain/attributes.ts'
import type { AdmissionPlugin } from './chain/plugin.ts'

const roleResources = new Set(['roles', 'clusterroles'])
const bindingResources = new Set(['rolebindings', 'clusterrolebindings'])
const everything: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
]

/**
 * Refuses privilege escalation: nobody may grant permissions that they lack, unless they have the verb `escalate` on
 * the role or `bind` for the binding. Runs as the last mutating step, before validation. [AC10] [AC12] [AC13]
 */
export const escalationCheck = (access: Access): AdmissionPlugin => ({
  name: 'RBACEscalation',
  operations: new Set(['CREATE', 'UPDATE']),
  concerns: ({ group }) => group === rbacGroup,
  async mutate(attributes) {
    const { definition, subresource, user, object, live } = attributes
    const { policy } = access
    if (policy === null || object === null || subresource !== '' || definition.group !== rbacGroup) return
    if (user.groups.includes(superusers)) return
    if (live !== null && differsOnlyForCollector(object, live)) return
    if (roleResources.has(definition.resource)) await checkRole(attributes, access, policy)
    else if (bindingResources.has(definition.resource)) await checkBinding(attributes, access, policy)
  },
})

async function checkRole(attributes: Attributes, access: Access, policy: RbacPolicy): Promise<void> {
  const { definition, namespace, name, object, live } = attributes
  // The path of a create by POST has no object name.
  const target = { resource: definition.resource, name: live === null ? '' : name }
  if (await mayDo('escalate', attributes, access, target)) return
  const rules = Array.isArray(object?.['rules']) ? (object['rules'] as readonly PolicyRule[]) : []
  const text = await escalationText(policy, { user: attributes.user, namespace }, rules)
  if (text !== '') throw forbiddenRequest(definition, name, text)
  if (!gathers(object) && !gathers(live)) return
  // An aggregated role can come to include any rule.
  if ((await escalationText(policy, { user: attributes.user, namespace: '' }, everything)) !== '')
    throw forbiddenRequest(definition, name, 'must have cluster-admin privileges to use the aggregationRule')
}

const gathers = (role: ApiObject | null): boolean => isObject(role?.['aggregationRule'])

async function checkBinding(attributes: Attributes, access: Access, policy: RbacPolicy): Promise<void> {
  const { definition, namespace, name, object, user } = attributes
  const roleRef = (isObject(object?.['roleRef']) ? object['roleRef'] : {}) as Binding['roleRef']
  const { kind = '', name: role = '' } = roleRef
  const resource = kind === 'Role' ? 'roles' : 'clusterroles'
  const known = kind === 'Role' || kind === 'ClusterRole'
  if (known && (await mayDo('bind', attributes, access, { resource, name: role }))) return
  const rules = await resolveRole(policy, { roleRef, namespace })
  if (typeof rules === 'string') throw known ? notFound(definition, role) : plainError(rules)
  const text = await escalationText(policy, { user, namespace }, rules)
  if (text !== '') throw forbiddenRequest(definition, name, text)
}

async function mayDo(
  verb: string,
  { user, namespace, trace }: Attributes,
  { authorizer }: Access,
  { resource, name }: { readonly resource: string; readonly name: string },
): Promise<boolean> {
  const rest = { group: rbacGroup, version: '*', subresource: '', path: '', isResource: true }
  const decision = await authorizer.authorize({ ...rest, user, verb, namespace, resource, name }, { trace })
  return decision.type === 'allowed'
}

/**
 * Users who may write the object may change owner references and finalizers: otherwise garbage collection could not
 * complete.
 */
function differsOnlyForCollector(next: ApiObject, live: ApiObject): boolean {
  return deepEqual(withoutCollector(next), withoutCollector(live))
}

function withoutCollector(object: ApiObject): ApiObject {
  const metadata = { ...object.metadata }
  for (const field of ['ownerReferences', 'finalizers', 'managedFields', 'resourceVersion']) delete metadata[field]
  return { ...object, metadata }
}
