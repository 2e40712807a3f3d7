import { deepEqual, isObject, type Json } from '#api/json.ts'
import { toLabelSelector, type LabelSelectorObject } from '#api/selectors/label-selector-object.ts'
import { matchesLabels } from '#api/selectors/label-selector.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { identityText } from '#api/repetitions.ts'
import type { ApiClient } from '#client/api-client.ts'
import type { Controller, ControllerHost } from '#server/controllers/shared/controller.ts'
import { createLoop, settled } from './controller-loop.ts'

const apiVersion = 'rbac.authorization.orch.io/v1'
const path = `/apis/${apiVersion}/clusterroles`
const manager = 'clusterrole-aggregation-controller'

/** Aggregates the rules of the roles that a role's `aggregationRule` selects, ordered by name. [AC22] */
export function startRoleAggregation(host: ControllerHost): Controller {
  const roles = new Map<string, ApiObject>()
  const loop = createLoop(host, {
    name: 'clusterrole-aggregation',
    manager,
    sync: (client, name) => gather(client, roles, name),
  })
  // Any changed role may be selected by an aggregation rule.
  loop.mirror(path, roles, () => {
    for (const [name, role] of roles) if (isObject(role['aggregationRule'])) loop.queue.add(name)
  })
  return loop.controller()
}

async function gather(client: ApiClient, roles: ReadonlyMap<string, ApiObject>, name: string): Promise<boolean> {
  const role = roles.get(name)
  if (role === undefined || !isObject(role['aggregationRule'])) return true
  const rules = rulesFor(role, role['aggregationRule'], [...roles.values()])
  if (deepEqual(rules, rulesOf(role))) return true
  return settled(
    () =>
      client.apply(
        `${path}/${encodeURIComponent(name)}`,
        { apiVersion, kind: 'ClusterRole', metadata: { name }, rules },
        manager,
      ),
    name,
  )
}

const rulesOf = (role: ApiObject): Json[] => (Array.isArray(role['rules']) ? role['rules'] : [])

/** Collects rules per selector, without duplicates. */
function rulesFor(
  role: ApiObject,
  aggregation: { readonly clusterRoleSelectors?: Json },
  roles: readonly ApiObject[],
): Json[] {
  const selectors = Array.isArray(aggregation.clusterRoleSelectors) ? aggregation.clusterRoleSelectors : []
  const sorted = roles.toSorted((a, b) => ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1))
  const rules = new Map<string, Json>()
  for (const selector of selectors) {
    const wanted = toLabelSelector(selector as LabelSelectorObject)
    const chosen = sorted.filter(
      ({ metadata: { name, labels } }) =>
        wanted !== null && name !== role.metadata.name && matchesLabels(wanted, labels),
    )
    for (const rule of chosen.flatMap(rulesOf)) {
      const text = identityText(rule)
      if (!rules.has(text)) rules.set(text, rule)
    }
  }
  return [...rules.values()]
}
