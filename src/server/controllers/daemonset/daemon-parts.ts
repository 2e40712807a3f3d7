import type { DaemonSet } from '#server/kinds/types/apps-v1.ts'
import type { Node, Pod } from '#server/kinds/types/core-v1.ts'
import type { Expectations } from '#server/controllers/shared/expectations.ts'
import type { Loop } from '#server/controllers/shared/life-loop.ts'
import type { KindOfOwner } from '#server/controllers/shared/owners.ts'

export const daemonKind: KindOfOwner = {
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  root: '/apis/apps/v1',
  resource: 'daemonsets',
}

/** The label of pods and revisions that holds the hash of the template. */
export const revisionLabel = 'controller-revision-hash'
export const generationAnnotation = 'deprecated.daemonset.template.generation'

/** One reconciliation of a DaemonSet. */
export interface DaemonRun {
  readonly loop: Loop
  readonly expectations: Expectations
  readonly set: DaemonSet
  readonly key: string
  readonly nodes: readonly Node[]
  /** Its pods, by the node they are on or meant for. */
  readonly byNode: ReadonlyMap<string, readonly Pod[]>
  /** The last failures of pods by set and node, and how long the next one waits. */
  readonly failures: Map<string, { readonly atMs: number; readonly delayMs: number }>
  /** The hashes of the revisions of its pods. */
  readonly used: readonly string[]
  /** The hash of the current revision. */
  readonly hash: string
}
