import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Attributes } from '#server/admission/attributes.ts'
import { forbidden } from '#server/auth/forbidden.ts'
import { objectKind } from '#server/admission/dynamic/versioned.ts'
import type { DeleteOptions } from '#server/registry/delete-options.ts'
import { keyOf, prefixOf } from '#server/registry/storage-key.ts'
import { type AdmissionHooks, type Registry, type Scope, fromStored } from '#server/registry/registry.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import type { AdmissionReader } from '#server/admission/plugin.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import { deleteOptionsObject, operationOptions } from './operation-options.ts'
import { isPrintable } from './write-options.ts'
import type { RequestContext } from './request-context.ts'
import type { ResourceRoute } from './route.ts'
import type { ServerContext } from './server-context.ts'

/** A request that has found its resource: what every verb works on. */
export interface Call {
  readonly server: ServerContext
  readonly context: RequestContext
  readonly route: ResourceRoute
}

const managerBytesMax = 128

/** Name of the program that writes, for the log and for the owners of fields: what the User-Agent says before `/`. [SSA8] */
export function managerOf(fieldManager: string, userAgent: string): string {
  if (fieldManager !== '') return fieldManager
  const name = userAgent.split('/', 1)[0] ?? ''
  if (/^[\x20-\x7e]{0,128}$/.test(name)) return name
  let [kept, bytes] = ['', 0]
  for (const char of name) {
    if (!isPrintable(char)) continue
    bytes += new TextEncoder().encode(char).length
    if (bytes > managerBytesMax) break
    kept += char
  }
  return kept
}

/** What the registry needs to know of this call. */
export function toScope(
  { server, context, route }: Call,
  write: {
    readonly dryRun: boolean
    readonly verb: string
    readonly fieldManager?: string
    readonly strategy?: Strategy
  },
): Scope {
  const { user, request, warnings } = context
  return {
    definition: route.definition,
    strategy: write.strategy ?? route.definition.strategy,
    namespace: route.namespace,
    context: {
      nowMs: server.registry.clock.now(),
      dryRun: write.dryRun,
      user,
      random: server.registry.random,
    },
    author: {
      actor: user.name,
      verb: write.verb,
      manager: managerOf(write.fieldManager ?? '', request.headers.get('user-agent') ?? ''),
    },
    warn: (text) => warnings.add(text),
  }
}

/** Attributes of admission for this call. */
export function toAttributes(
  { context, route }: Call,
  what: {
    readonly operation: Attributes['operation']
    readonly dryRun: boolean
    readonly object: ApiObject | null
    readonly live: ApiObject | null
    readonly name?: string
    /** Of a DELETE. */
    readonly deleteOptions?: DeleteOptions
  },
): Attributes {
  const { definition } = route
  const subresource = route.subresource?.name ?? ''
  const name = route.name === '' ? (what.name ?? what.object?.metadata.name ?? '') : route.name
  const isNamespace = definition.group === '' && definition.resource === 'namespaces'
  return {
    operation: what.operation,
    definition,
    kind: objectKind(definition, subresource),
    subresource,
    namespace: isNamespace ? name : route.namespace,
    name,
    user: context.user,
    dryRun: what.dryRun,
    options: () => optionsOf(what, context.target.query),
    object: what.object,
    live: what.live,
    warn: (text) => context.warnings.add(text),
    annotate: (key, value) => context.annotations.add(key, value),
    timed: (note, work) => context.journey.timed('admission', note, work),
    trace: context.trace,
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

/** A PUT or PATCH that would create needs the right to create as well. @throws ApiError Forbidden [AC14] */
async function authorizeCreate({ server, context }: Call): Promise<void> {
  const { info, user } = context
  if (info.verb !== 'update' && info.verb !== 'patch') return
  const attributes = { ...info, user, verb: 'create' }
  const decision = await server.access.authorizer.authorize(attributes, { trace: context.trace })
  if (decision.type !== 'allowed') throw forbidden(attributes, decision.why)
}

/** Admission as the registry calls it. A DELETE has no separate mutating step. */
export const admissionHooks = (call: Call, dryRun: boolean, deleteOptions: DeleteOptions = {}): AdmissionHooks => ({
  validateCreate: async (object) => {
    await authorizeCreate(call)
    await call.server.admission.validate(toAttributes(call, { operation: 'CREATE', dryRun, object, live: null }))
  },
  validateUpdate: (object, live) => {
    const shown = projector(call.route)
    const what = { operation: 'UPDATE', dryRun, object: shown(object), live: shown(live) } as const
    return call.server.admission.validate(toAttributes(call, what))
  },
  validateDelete: async (live) => {
    const name = live.metadata.name ?? ''
    const attributes = toAttributes(call, { operation: 'DELETE', dryRun, object: null, live, name, deleteOptions })
    await call.server.admission.mutate(attributes)
    await call.server.admission.validate(attributes)
  },
})

/** Admission sees what the client does: of a parent, its projection. */
function projector({ subresource }: ResourceRoute): (object: ApiObject) => ApiObject {
  return subresource?.type === 'projection' ? (object) => subresource.toProjection(object) : (object) => object
}

/** The registry for one call: its writes are timed and its revision is noted. */
export function registryOf({ server, context }: Call): Registry {
  const { objects } = server.registry
  const noting: ObjectStore = {
    log: objects.log,
    revision: () => objects.revision(),
    compacted: () => objects.compacted(),
    get: (key, at) => objects.get(key, at),
    list: (request) => objects.list(request),
    watch: (request) => objects.watch(request),
    write: async (request) => {
      const written = await context.journey.timed('storage', request.key, () => objects.write(request))
      if (written.type === 'written') context.tally.wrote = written.stored.revision
      return written
    },
  }
  return { ...server.registry, objects: noting }
}

/** What plugins and actions may read: newest versions of any served type. */
export const createReader = (objects: ObjectStore, resources: () => ResourceTable): AdmissionReader => ({
  async get({ group, resource }, namespace, name) {
    const definition = resources().findStored(group, resource)
    if (definition === undefined) return null
    const stored = await objects.get(keyOf(definition, namespace, name))
    return stored === null ? null : fromStored(definition, stored)
  },
  async list({ group, resource }, namespace) {
    const definition = resources().findStored(group, resource)
    if (definition === undefined) return []
    const { items } = await objects.list({ prefix: prefixOf(definition, namespace) })
    return items.map((stored) => fromStored(definition, stored))
  },
})
