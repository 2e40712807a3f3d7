import type { JsonObject } from '#api/json.ts'
import type { ClusterWords } from '#facts/clusters-api.ts'
import type { TrialAction } from '#facts/config-api.ts'
import { readRefusal } from '#client/refusal.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { type NearestChange, placeOf } from '#ui/lab/nearest-change.ts'
import { groupIn } from '#ui/model/names/vocabulary.ts'

/** A request that grants a permission. */
interface GrantRequest {
  readonly method: 'PATCH' | 'POST'
  readonly path: string
  readonly contentType: string
  readonly body: readonly JsonObject[] | JsonObject
}

/** The smallest grant of a permission: what it writes, and how that is shown as a diff of roles. */
export interface Grant {
  readonly lines: readonly string[]
  readonly requests: readonly GrantRequest[]
}

const within = (group: string, namespace: string): string =>
  namespace === '' ? `/apis/${group}/v1` : `/apis/${group}/v1/namespaces/${encodeURIComponent(namespace)}`

/** Returns a name for a new role that says what it is for. */
const nameFor = ({ user, verb, resource }: TrialAction): string =>
  `${user.name}-${verb}-${resource}`.toLowerCase().replaceAll(/[^a-z0-9.-]/g, '-')

/**
 * Returns the grant that allows a refused action: the nearest rule with what it lacks if it is in a role of the
 * namespace, else a role of its own. A cluster role is not changed: all who hold it would get the permission, and those
 * that aggregate others are written by the server. [EX6]
 */
export function grantOf(change: NearestChange, action: TrialAction, vocabulary: ClusterWords): Grant {
  const group = groupIn(vocabulary, 'rbac.authorization')
  if (change.type === 'rule' && change.role.kind === 'Role') return ruleGrant(group, change)
  return ownRole(group, action)
}

function ruleGrant(group: string, { role, rule, add }: Extract<NearestChange, { readonly type: 'rule' }>): Grant {
  return {
    lines: [
      `  Role ${role.namespace}/${role.name}, rules[${rule}]`,
      ...add.map(({ miss, value }) => `+   ${placeOf(miss)}: ${value}`),
    ],
    requests: [
      {
        method: 'PATCH',
        path: `${within(group, role.namespace)}/roles/${encodeURIComponent(role.name)}`,
        contentType: 'application/json-patch+json',
        body: add.map(({ miss, value }) => ({
          op: 'add',
          path: `/rules/${rule}/${placeOf(miss)}/-`,
          // The core group is shown with quotes.
          value: value === '""' ? '' : value,
        })),
      },
    ],
  }
}

function ownRole(group: string, action: TrialAction): Grant {
  const { user, verb, namespace, resource, subresource, name: object } = action
  const kind = namespace === '' ? 'ClusterRole' : 'Role'
  const name = nameFor(action)
  const what = subresource === '' ? resource : `${resource}/${subresource}`
  const rule = {
    apiGroups: [action.group],
    resources: [what],
    verbs: [verb],
    ...(object === '' ? {} : { resourceNames: [object] }),
  }
  const created = (of: string, plural: string, more: JsonObject): GrantRequest => ({
    method: 'POST',
    path: `${within(group, namespace)}/${plural}`,
    contentType: 'application/json',
    body: { apiVersion: `${group}/v1`, kind: of, metadata: { name }, ...more },
  })
  const place = namespace === '' ? name : `${namespace}/${name}`
  return {
    lines: [
      `+ ${kind} ${place}: ${verb} ${what}${object === '' ? '' : ` ${object}`}`,
      `+ ${kind}Binding ${place}: ${user.name}`,
    ],
    requests: [
      created(kind, `${kind.toLowerCase()}s`, { rules: [rule] }),
      created(`${kind}Binding`, `${kind.toLowerCase()}bindings`, {
        roleRef: { apiGroup: group, kind, name },
        subjects: [{ apiGroup: group, kind: 'User', name: user.name }],
      }),
    ],
  }
}

/** May change roles: the person who was refused may not. */
const administrator = { name: 'admin', groups: ['system:masters', 'system:authenticated'] } as const

/** Grants it as an administrator. What exists already is left as it is. @throws Refusal */
export async function sendGrant(lab: Pick<Lab, 'sendAs'>, { requests }: Grant): Promise<void> {
  for (const { method, path, contentType, body } of requests) {
    const headers = { 'content-type': contentType }
    const response = await lab.sendAs(administrator)(path, { method, headers, body: JSON.stringify(body) })
    if (!response.ok && response.status !== 409) throw await readRefusal(response)
    await response.body?.cancel()
  }
}
