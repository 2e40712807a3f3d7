import { type Soon, soon } from '#api/waiting/soon.ts'
import type { Attributes } from '#server/auth/authorizer.ts'
import type { Flow, FlowClassifier } from '#server/auth/flow.ts'
import type { FlowSchema, PriorityLevelConfiguration } from '#server/kinds/types/flowcontrol-v1.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import { StorageError } from '#server/storage/log.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import { flowSchemaMatches } from './flow-schema-matching.ts'
import { type Mirror, mirrorOf } from './stored-mirror.ts'

const group = 'flowcontrol.apiserver.orch.io'

type Level = Pick<Flow, 'levelUid' | 'isExempt'>

const levelOf = ({ metadata, spec }: PriorityLevelConfiguration): Level => ({
  levelUid: metadata.uid ?? '',
  isExempt: spec?.type === 'Exempt',
})

type Named<Value> = ReadonlyMap<string, Value>

/** Follows the stored flow schemas and priority levels. [FC11] */
export function storedFlowSchemas(objects: ObjectStore, resources: ResourceTable): FlowClassifier & { stop(): void } {
  const schemas = mirrorOf(objects, resources.findStored(group, 'flowschemas'), (object) => object as FlowSchema)
  const levels = mirrorOf(objects, resources.findStored(group, 'prioritylevelconfigurations'), (object) =>
    levelOf(object as PriorityLevelConfiguration),
  )
  let sorted: { readonly from: Named<FlowSchema>; readonly list: readonly FlowSchema[] } | null = null
  const inOrder = (from: Named<FlowSchema>): readonly FlowSchema[] => {
    if (sorted?.from !== from) sorted = { from, list: [...from.values()].toSorted(byPrecedence) }
    return sorted.list
  }
  return {
    classify: (attributes) =>
      soon(read(schemas), (all) => soon(read(levels), (byName) => firstMatch(all, byName, attributes))),
    stop() {
      schemas.stop()
      levels.stop()
    },
  }
  function firstMatch(
    all: Named<FlowSchema> | undefined,
    byName: Named<Level> | undefined,
    attributes: Attributes,
  ): Flow | null {
    if (all === undefined || byName === undefined) return null
    for (const schema of inOrder(all)) {
      // A schema whose level does not exist matches nothing.
      const level = byName.get(schema.spec?.priorityLevelConfiguration?.name ?? '')
      if (level !== undefined && flowSchemaMatches(schema, attributes))
        return { schemaUid: schema.metadata.uid ?? '', ...level }
    }
    return null
  }
}

/** The objects of a mirror; none while the store cannot be read: health checks still have to answer then. */
function read<Value>(mirror: Mirror<Value>): Soon<Named<Value> | undefined> {
  const content = mirror.content()
  return content === undefined ? load(mirror) : content.get('')
}

async function load<Value>(mirror: Mirror<Value>): Promise<Named<Value> | undefined> {
  try {
    return (await mirror.read()).get('')
  } catch (error) {
    if (error instanceof StorageError) return undefined
    throw error
  }
}

const byPrecedence = (a: FlowSchema, b: FlowSchema): number =>
  (a.spec?.matchingPrecedence ?? 0) - (b.spec?.matchingPrecedence ?? 0) ||
  ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1)
