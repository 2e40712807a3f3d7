import { authorizerInputs } from './authorizer-inputs.ts'
import type { CelInputs } from '#cel/cel.ts'
import { cloneJson, type Json, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'
import type { AdmissionReader } from '#server/admission/chain/plugin.ts'
import { type Invocation, reviewRequest } from './admission-review.ts'
import type { Decisions } from './decisions.ts'
import { toVersion } from './versioned.ts'

const namespaces = { group: '', resource: 'namespaces' }

/**
 * The variables of an expression for a request that matched as `invocation`. `extra` holds parameters, the namespace
 * and the authorizer. [VAP5]
 */
export async function requestInputs(
  attributes: Attributes,
  invocation: Invocation,
  extra: {
    readonly params?: ApiObject | null
    readonly namespaceObject: ApiObject | null
    readonly decisions: Decisions
  },
): Promise<CelInputs> {
  const { object, live, definition } = attributes
  const shown = async (value: ApiObject | null): Promise<Json> =>
    value === null ? null : toVersion(value, definition, invocation)
  return {
    object: await shown(object),
    oldObject: await shown(live),
    request: reviewRequest(attributes, invocation),
    params: extra.params ?? null,
    ...authorizerInputs(attributes, extra.decisions),
    namespaceObject: extra.namespaceObject === null ? null : shownNamespace(extra.namespaceObject),
  }
}

/** Omits the metadata fields that expressions may not read. */
function shownNamespace(namespace: ApiObject): JsonObject {
  const { spec, status } = namespace
  const metadata = cloneJson(namespace.metadata)
  for (const name of ['managedFields', 'ownerReferences', 'selfLink']) delete metadata[name]
  return { metadata, ...(spec === undefined ? {} : { spec }), ...(status === undefined ? {} : { status }) }
}

/** Returns the namespace of a request; `null` for cluster-scoped objects, namespaces included. */
export async function requestNamespace(
  { definition, namespace }: Attributes,
  reader: AdmissionReader,
): Promise<ApiObject | null> {
  const isNamespace = definition.group === '' && definition.resource === 'namespaces'
  return namespace === '' || isNamespace ? null : reader.get(namespaces, '', namespace)
}
