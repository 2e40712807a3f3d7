import { ApiError, badRequest } from '#api/api-error.ts'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { AdmissionSample } from '#facts/admission-trial-api.ts'
import { DecodeError } from '#schema/decode.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'
import { readPatched } from '#server/admission/dynamic/patched-object.ts'
import { type ObjectKind, objectKind } from '#server/admission/dynamic/versioned.ts'
import { deleteOptionsObject, operationOptions } from '#server/endpoints/options/operation-options.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'

/** Decodes and defaults an object as a write of it does. @throws ApiError BadRequest */
export function readAs(object: JsonObject, kind: ObjectKind): ApiObject {
  try {
    return readPatched(structuredClone(object), kind).object
  } catch (error) {
    if (error instanceof DecodeError || error instanceof ApiError) throw badRequest(error.message)
    throw error
  }
}

/** The texts that admission sent for one sample. */
export interface Sent {
  readonly warnings: string[]
  readonly annotations: Map<string, string>
}

/** The difference between the attributes of samples: where their effects go. */
export interface SampleEffects extends Sent {
  readonly observe: NonNullable<Attributes['observe']>
  /** Called when a policy with a binding was evaluated. */
  readonly asked: () => void
}

/** Returns the options of a request without parameters. */
const optionsOf = (operation: AdmissionSample['operation']): JsonObject =>
  operation === 'DELETE'
    ? deleteOptionsObject({})
    : operationOptions(new URLSearchParams(), operation === 'CREATE' ? 'CreateOptions' : 'UpdateOptions')

/** Returns the attributes with which admission sees a sample. @throws ApiError BadRequest */
export function sampleAttributes(
  sample: AdmissionSample,
  definition: ResourceDefinition,
  { warnings, annotations, observe, asked }: SampleEffects,
): Attributes {
  const { operation, subresource, namespace, name, user } = sample
  const kind = objectKind(definition, subresource)
  const read = (object: JsonObject | null): ApiObject | null => (object === null ? null : readAs(object, kind))
  return {
    operation,
    definition,
    kind,
    subresource,
    namespace: definition.isNamespace === true ? name : namespace,
    name,
    user,
    dryRun: false,
    options: () => optionsOf(operation),
    object: operation === 'DELETE' ? null : read(sample.object),
    live: operation === 'CREATE' ? null : read(sample.oldObject),
    warn: (text) => warnings.push(text),
    annotate: (key, value) => void (annotations.has(key) || annotations.set(key, value)),
    observe,
    timed(_note, work) {
      asked()
      return work()
    },
  }
}
