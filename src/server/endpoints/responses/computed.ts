import { toApiVersion } from '#api/group-version-resource.ts'
import type { Json } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Selection } from '#server/registry/selection.ts'
import { canonicalObject } from '#server/registry/stored-form.ts'
import type { OutputFormat } from '#server/serializer/negotiate.ts'
import { answerValue } from '#server/request/answer.ts'
import type { Call } from '#server/endpoints/call/call.ts'
import type { View } from './table.ts'
import { transformList } from './transform.ts'

/** Returns the objects of a type that is computed, not stored; `null` for all other types. [CS1] */
export function computedObjects({ server, route }: Call): readonly ApiObject[] | null {
  const { definition } = route
  if (definition.computed === undefined) return null
  const { state } = server.registry.objects.log.status()
  return definition
    .computed(state === 'open' ? null : `the log is ${state}`)
    .map((object) => canonicalObject(definition, object))
}

/** Returns a predicate for the selection. */
export const matcher =
  ({ name, matchesLabels, matchesFields }: Selection) =>
  (object: ApiObject): boolean =>
    (name === undefined || object.metadata.name === name) &&
    (matchesLabels?.(object.metadata.labels ?? {}) ?? true) &&
    (matchesFields?.(object) ?? true)

/** Returns a list without resourceVersion, because it cannot be watched. */
export function answerComputed(
  format: OutputFormat,
  definition: ResourceDefinition,
  objects: readonly ApiObject[],
  view: View,
): Response {
  if (format.transform !== null)
    return answerValue(200, format, transformList(format.transform, definition, { objects, meta: {} }, view))
  const items = objects.map(({ kind: _kind, apiVersion: _apiVersion, ...rest }): Json => rest)
  const kind = definition.listKind ?? `${definition.kind}List`
  return answerValue(200, format, { kind, apiVersion: toApiVersion(definition), metadata: {}, items })
}
