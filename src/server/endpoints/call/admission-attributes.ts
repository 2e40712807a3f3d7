import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'
import { objectKind } from '#server/admission/dynamic/versioned.ts'
import type { DeleteOptions } from '#server/registry/deletion/delete-options.ts'
import { deleteOptionsObject, operationOptions } from '#server/endpoints/options/operation-options.ts'
import type { Call } from './call.ts'

/** Builds the admission attributes of a call. */
export function toAttributes(
  { context, route }: Call,
  what: {
    readonly operation: Attributes['operation']
    readonly dryRun: boolean
    readonly object: ApiObject | null
    readonly live: ApiObject | null
    /** The options of a DELETE. */
    readonly deleteOptions?: DeleteOptions
  },
): Attributes {
  const { definition } = route
  const subresource = route.subresource?.name ?? ''
  // The requests of a deletecollection have no object name. [DA14]
  const name = route.name === '' ? (what.object?.metadata.name ?? '') : route.name
  return {
    operation: what.operation,
    definition,
    kind: objectKind(definition, subresource),
    subresource,
    namespace: definition.isNamespace === true ? name : route.namespace,
    name,
    user: context.user,
    dryRun: what.dryRun,
    options: () => optionsOf(what, context.target.query),
    object: what.object,
    live: what.live,
    warn: (text) => context.warnings.add(text),
    annotate: (key, value) => context.annotations.add(key, value),
    timed: (note, work) => context.requestTrace.timed('admission', note, work),
    trace: context.trace,
    deadlineMs: context.deadlineMs,
  }
}

function optionsOf(
  what: { readonly operation: Attributes['operation']; readonly deleteOptions?: DeleteOptions },
  query: URLSearchParams,
): JsonObject | null {
  switch (what.operation) {
    case 'CREATE':
      return operationOptions(query, 'CreateOptions')
    case 'UPDATE':
      return operationOptions(query, 'UpdateOptions')
    case 'DELETE':
      return deleteOptionsObject(what.deleteOptions ?? {})
    case 'CONNECT':
      return null
  }
}
