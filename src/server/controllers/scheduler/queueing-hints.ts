import { deepEqual } from '#api/json.ts'
import type { Node, Pod } from '#server/kinds/types/core-v1.ts'
import { hasEnded } from '#server/controllers/shared/pods.ts'
import { type Candidates, satisfies } from './filters.ts'

/** A change of the cluster that may let a waiting pod fit. */
export type ChangeOfCluster =
  | { readonly type: 'node'; readonly before: Node | undefined; readonly after: Node }
  | { readonly type: 'pod'; readonly before: Pod | undefined; readonly after: Pod | undefined }
  | { readonly type: 'volume' }
  | { readonly type: 'device' }

/** Rules that a pod which leaves can satisfy, and rules that a pod which comes can satisfy. */
const byLeaving = ['NodeResourcesFit', 'NodePorts', 'VolumeRestrictions', 'InterPodAffinity', 'PodTopologySpread']
const byComing = ['InterPodAffinity', 'PodTopologySpread']

const has = (plugins: ReadonlySet<string>, some: readonly string[]): boolean => some.some((each) => plugins.has(each))

/** Reports whether a change may have satisfied a rule that refused the pod. [LC68] */
export function mayHelp(
  pod: Pod,
  plugins: ReadonlySet<string>,
  change: ChangeOfCluster,
  all: () => Candidates,
): boolean {
  if (change.type === 'volume') return plugins.has('VolumeBinding')
  if (change.type === 'device') return plugins.has('DynamicResources')
  if (change.type === 'pod') return mayOtherPodHelp(plugins, change.before, change.after)
  const { before, after } = change
  if (before !== undefined && isEqualForPods(before, after)) return false
  const candidates = all()
  const state = candidates.nodes.find(({ node }) => node === after)
  return state !== undefined && satisfies(pod, state, candidates, plugins)
}

function mayOtherPodHelp(plugins: ReadonlySet<string>, before: Pod | undefined, after: Pod | undefined): boolean {
  if (after === undefined || (hasEnded(after) && before !== undefined && !hasEnded(before)))
    return has(plugins, byLeaving)
  const isNew = before === undefined || (before.spec?.nodeName ?? '') === ''
  return (isNew || !deepEqual(before.metadata.labels, after.metadata.labels)) && has(plugins, byComing)
}

/** Reports whether the fields that decide about the fit of pods are the same in both versions. */
const isEqualForPods = (before: Node, after: Node): boolean =>
  deepEqual(before.spec, after.spec) &&
  deepEqual(before.metadata.labels, after.metadata.labels) &&
  deepEqual(before.status?.allocatable, after.status?.allocatable)
