import { nonNegative } from '#server/resources/parts/validation/numbers.ts'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { TableColumn } from '#server/registry/resource-definition.ts'
import type { ProjectionSubresource } from '#server/registry/subresource.ts'
import { autoscalingV1 } from '#server/kinds/schemas/autoscaling-v1.ts'
import { viewVerbs } from '#server/resources/parts/resource-verbs.ts'
import { ageColumn, kindColumn } from '#server/resources/parts/table-columns.ts'
import type { Scale } from '#server/kinds/types/autoscaling-v1.ts'

/** The object from which a Scale is projected. */
interface Scalable extends ApiObject {
  spec?: (JsonObject & { replicas?: number | undefined }) | undefined
  status?: (JsonObject & { replicas?: number | undefined }) | undefined
}

const columns: readonly TableColumn[] = [
  kindColumn<Scale>('Name', 'The name of the scaled object.', ({ metadata }) => metadata.name ?? ''),
  kindColumn<Scale>('Desired', 'The desired number of pods.', ({ spec }) => spec?.replicas ?? 0, {
    type: 'integer',
  }),
  kindColumn<Scale>('Available', 'The current number of pods.', ({ status }) => status?.replicas ?? 0, {
    type: 'integer',
  }),
  ageColumn,
]

/** Projects the Scale of a workload. `selector` returns the text of the parent's selector. [WL11] */
export const scale = (selector: (parent: ApiObject) => string): ProjectionSubresource => ({
  type: 'projection',
  name: 'scale',
  verbs: viewVerbs,
  group: 'autoscaling',
  version: 'v1',
  kind: 'Scale',
  schema: autoscalingV1.schema('Scale'),
  columns,
  toProjection: (parent) => toScale(parent as Scalable, selector(parent)),
  fromProjection: (projection, parent) => {
    const { spec } = parent as Scalable
    return { ...parent, spec: { ...spec, replicas: (projection as Scale).spec?.replicas ?? 0 } } as ApiObject
  },
  validate: (projection) => nonNegative((projection as Scale).spec?.replicas, 'spec.replicas'),
})

/** Zero replicas are omitted from the spec but not from the status. */
function toScale({ metadata, spec, status }: Scalable, selector: string): Scale {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadata
  const identity = Object.entries({ name, namespace, uid, resourceVersion, creationTimestamp })
  const wanted = spec?.replicas ?? 0
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: Object.fromEntries(identity.filter(([, value]) => value !== undefined)),
    spec: wanted === 0 ? {} : { replicas: wanted },
    status: { replicas: status?.replicas ?? 0, ...(selector === '' ? {} : { selector }) },
  }
}
