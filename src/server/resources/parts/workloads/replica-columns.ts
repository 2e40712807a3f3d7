import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { TableColumn } from '#server/registry/resource-definition.ts'
import { kindColumn } from '#server/resources/parts/table-columns.ts'

interface Replicated extends ApiObject {
  spec?: (JsonObject & { replicas?: number | undefined }) | undefined
  status?: (JsonObject & { replicas?: number | undefined; readyReplicas?: number | undefined }) | undefined
}

const counted = { type: 'integer' } as const

/** Columns with desired, current and ready pods of replica sets and replication controllers. */
export const replicaColumns: readonly TableColumn[] = [
  kindColumn<Replicated>('Desired', 'The desired number of pods.', ({ spec }) => spec?.replicas ?? 0, counted),
  kindColumn<Replicated>('Current', 'The current number of pods.', ({ status }) => status?.replicas ?? 0, counted),
  kindColumn<Replicated>('Ready', 'The number of ready pods.', ({ status }) => status?.readyReplicas ?? 0, counted),
]
