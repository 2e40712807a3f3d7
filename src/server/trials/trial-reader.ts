import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { AdmissionCluster, AdmissionReader } from '#server/admission/chain/plugin.ts'
import { objectKind } from '#server/admission/dynamic/versioned.ts'
import { createReader } from '#server/admission/chain/stored-reader.ts'
import type { ServerContext } from '#server/endpoints/call/server-context.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { readAs } from './trial-attributes.ts'

/** Returns the served type of an object by its apiVersion and kind. */
export function typeOf(definitions: readonly ResourceDefinition[], object: JsonObject): ResourceDefinition | undefined {
  const { apiVersion = '', kind } = object
  return definitions.find(
    (each) =>
      each.kind === kind &&
      each.virtual === undefined &&
      (each.group === '' ? each.version : `${each.group}/${each.version}`) === apiVersion,
  )
}

interface Placed {
  readonly definition: ResourceDefinition
  readonly object: ApiObject
}

/** Reads the store, with `objects` in the place of stored objects of the same name. Nothing can be written. [PTR3] */
export function trialReader({ registry, resources }: ServerContext, objects: readonly JsonObject[]): AdmissionCluster {
  const { definitions } = resources()
  const placed = objects.flatMap((object): Placed[] => {
    const definition = typeOf(definitions, object)
    return definition === undefined ? [] : [{ definition, object: readAs(object, objectKind(definition, '')) }]
  })
  const stored = createReader(registry.objects, resources)
  const within = (what: Parameters<AdmissionReader['get']>[0], namespace: string): readonly ApiObject[] =>
    placed
      .filter(({ definition: { group, resource } }) => group === what.group && resource === what.resource)
      .map(({ object }) => object)
      .filter(({ metadata }) => namespace === '' || metadata.namespace === namespace)
  return {
    get: async (what, namespace, name) =>
      within(what, namespace).find(({ metadata }) => metadata.name === name) ?? stored.get(what, namespace, name),
    async list(what, namespace) {
      const own = within(what, namespace)
      const isReplaced = (each: ApiObject): boolean =>
        own.some(
          ({ metadata }) => metadata.name === each.metadata.name && metadata.namespace === each.metadata.namespace,
        )
      return [...(await stored.list(what, namespace)).filter((each) => !isReplaced(each)), ...own]
    },
    change: () => Promise.resolve(),
  }
}
