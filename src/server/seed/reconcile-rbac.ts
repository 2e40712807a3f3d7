import { cloneJson, deepEqual, isObject, type Json, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { type PolicyRule, uncovered } from '#server/auth/rbac/policy-rule.ts'

const autoupdate = 'rbac.authorization.orch.io/autoupdate'

/** The result of reconciling an existing default role or binding. */
export type Reconciled =
  | { readonly type: 'keep' }
  | { readonly type: 'update'; readonly next: ApiObject }
  /** Its roleRef is immutable: the binding is recreated. */
  | { readonly type: 'recreate' }

/**
 * Restores the missing parts of a default object and keeps additions. The annotation `autoupdate: "false"` disables
 * this. [AC23]
 */
export function reconcileDefault(live: ApiObject, wanted: ApiObject): Reconciled {
  if (live.metadata.annotations?.[autoupdate] === 'false') return { type: 'keep' }
  if (wanted['roleRef'] !== undefined && !deepEqual(live['roleRef'], wanted['roleRef'])) return { type: 'recreate' }
  const next = cloneJson(live)
  const { metadata } = next
  const labels = { ...wanted.metadata.labels, ...metadata.labels }
  const annotations = { ...wanted.metadata.annotations, ...metadata.annotations }
  if (Object.keys(labels).length > 0) metadata.labels = labels
  if (Object.keys(annotations).length > 0) metadata.annotations = annotations
  if (wanted['aggregationRule'] === undefined) addRules(next, wanted)
  else addSelectors(next, wanted)
  const subjects = missingOf(live['subjects'], wanted['subjects'])
  if (subjects.length > 0) next['subjects'] = [...listOf(live['subjects']), ...subjects]
  return deepEqual(next, live) ? { type: 'keep' } : { type: 'update', next }
}

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

const missingOf = (live: Json | undefined, wanted: Json | undefined): readonly Json[] =>
  listOf(wanted).filter((each) => !listOf(live).some((known) => deepEqual(known, each)))

function addRules(next: ApiObject, wanted: ApiObject): void {
  const rules = listOf(next['rules'])
  const missing = uncovered(
    rules as readonly unknown[] as readonly PolicyRule[],
    listOf(wanted['rules']) as readonly unknown[] as readonly PolicyRule[],
  )
  if (missing.length > 0) next['rules'] = [...rules, ...missing.map((rule) => ({ ...rule }) as JsonObject)]
}

/** Adds the aggregation selectors. The rules of an aggregated role belong to the controller. */
function addSelectors(next: ApiObject, wanted: ApiObject): void {
  const [live, asked] = [next, wanted].map(({ aggregationRule }) =>
    isObject(aggregationRule) ? aggregationRule['clusterRoleSelectors'] : undefined,
  )
  const missing = missingOf(live, asked)
  if (missing.length > 0) next['aggregationRule'] = { clusterRoleSelectors: [...listOf(live), ...missing] }
}
