import { isObject, type JsonObject, textOf } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { toRevision } from '#api/revision.ts'
import type { AdmissionSample, AdmissionTrialRequest, WritesTrial, WriteTrial } from '#facts/admission-trial-api.ts'
import type { TrialUser } from '#facts/config-api.ts'
import type { ServerContext } from '#server/endpoints/call/server-context.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { parseObjectKey } from '#server/storage/keys.ts'
import type { LogEntry } from '#server/storage/log.ts'
import { trialOf } from '#server/trials/admission-trial.ts'
import { reading } from './introspection.ts'
import { objectOfEntry, versionBefore } from './revision-rows.ts'

const writesMax = 200

/** Tries a draft on the newest writes that are still kept, as if it had been in force. [PTR5] */
export async function tryRecentWrites(
  request: AdmissionTrialRequest,
  server: ServerContext,
  userNamed: (name: string) => TrialUser,
): Promise<WritesTrial> {
  const trySample = trialOf(request, server)
  const { log } = server.registry.objects
  const after = toRevision(Math.max(log.compacted(), log.revision() - 2 * writesMax))
  const entries = await reading(() => log.history({ after, limit: 2 * writesMax }))
  const writes: WriteTrial[] = []
  for (const entry of entries.slice(-writesMax).toReversed()) {
    const sample = await sampleOf(entry, server, userNamed)
    if (sample === null) continue
    const { outcome, message, cost } = await trySample(sample)
    writes.push({ ...rowOf(entry, sample), outcome, message, cost })
  }
  return { writes, tried: writes.length }
}

function rowOf({ revision, timeMs, author }: LogEntry, sample: AdmissionSample) {
  const { operation, subresource, group, version, resource, namespace, name, object, oldObject } = sample
  const kind = (object ?? oldObject)?.['kind']
  return {
    revision,
    timeMs,
    actor: author.actor,
    groups: sample.user.groups,
    operation,
    subresource,
    group,
    version,
    resource,
    kind: textOf(kind),
    namespace,
    name,
  }
}

/** Returns a write as admission saw it; `null` if its type is not served or the version before is no longer kept. */
async function sampleOf(
  entry: LogEntry,
  { registry, resources }: ServerContext,
  userNamed: (name: string) => TrialUser,
): Promise<AdmissionSample | null> {
  const key = parseObjectKey(entry.key)
  const definition = key === null ? undefined : resources().findStored(key.group, key.resource)
  if (key === null || definition === undefined) return null
  const before = await versionBefore(registry.objects.log, entry)
  if (before === null && entry.previous !== 0) return null
  const [oldObject, object] = [shown(definition, before), shown(definition, entry)]
  return {
    operation: object === null ? 'DELETE' : oldObject === null ? 'CREATE' : 'UPDATE',
    group: definition.group,
    version: definition.version,
    resource: definition.resource,
    subresource: object === null || oldObject === null ? '' : writtenPart(object, oldObject),
    namespace: key.namespace,
    name: key.name,
    user: userNamed(entry.author.actor),
    object: object as JsonObject | null,
    oldObject: oldObject as JsonObject | null,
  }
}

function shown({ storage }: ResourceDefinition, entry: LogEntry | null): ApiObject | null {
  const object = objectOfEntry(entry)
  return object === null || storage === undefined ? object : storage.fromStorage(object)
}

/**
 * Returns the subresource through which an update was made, by the entry of managedFields that it changed; `''` for
 * the object itself. The log does not record it.
 */
function writtenPart(object: ApiObject, before: ApiObject): string {
  const old = new Set((before.metadata.managedFields ?? []).map((entry) => JSON.stringify(entry)))
  const changed = (object.metadata.managedFields ?? []).filter((entry) => !old.has(JSON.stringify(entry)))
  const parts = changed.flatMap((entry) =>
    isObject(entry) && typeof entry['subresource'] === 'string' ? [entry['subresource']] : [''],
  )
  return parts.length === 1 ? (parts[0] ?? '') : ''
}
