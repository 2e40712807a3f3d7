import { type Json, type JsonObject, isObject } from '#api/json.ts'
import { everyKind } from '#server/kind-sets/every-kind.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { type Answer, type TrialServer, startServer } from '#semantics/trial-server.ts'
import type { GrowingField, Likeness } from './grown-objects.ts'
import { threadMs } from './thread-time.ts'

/** The cost of a request: CPU time of the thread in all, and of the longest piece in which no other request had a turn. */
export interface Cost {
  readonly request: string
  readonly status: number
  readonly cpuMs: number
  readonly holdMs: number
}

/** A server that measures the requests sent to it, one at a time. */
interface MeasuredServer {
  readonly server: TrialServer
  readonly measure: (request: string, send: () => Promise<Answer>) => Promise<Cost>
}

function startMeasured(definitions: readonly ResourceDefinition[]): MeasuredServer {
  let [turnStart, longest] = [0, 0]
  const endTurn = (): void => void (longest = Math.max(longest, threadMs() - turnStart))
  const server = startServer({
    kinds: { ...everyKind, definitions },
    freeze: false,
    report: () => undefined,
    monotonicMs: threadMs,
    async pause() {
      endTurn()
      await new Promise(setImmediate)
      turnStart = threadMs()
    },
  })
  return {
    server,
    async measure(request, send) {
      longest = 0
      const start = threadMs()
      turnStart = start
      const { status } = await send()
      endTurn()
      return { request, status, cpuMs: threadMs() - start, holdMs: longest }
    },
  }
}

/** A strategy that accepts every object, so that large ones are stored. */
const accepting = (strategy: Strategy, updates: boolean): Strategy =>
  Object.assign(Object.create(strategy) as Strategy, {
    validate: () => [],
    validateInNamespace: undefined,
    validateRules: undefined,
    ...(updates ? { validateUpdate: () => [] } : {}),
  })

export interface GrowthServers {
  /** Validates as ever. */
  readonly strict: MeasuredServer
  /** Accepts every new object, and validates updates. */
  readonly strictLater: MeasuredServer
  /** Accepts everything, so that the steps after validation run. */
  readonly accepting: MeasuredServer
}

export async function startGrowthServers(definitions: readonly ResourceDefinition[]): Promise<GrowthServers> {
  const relaxed = (updates: boolean): readonly ResourceDefinition[] =>
    definitions.map((each) => ({ ...each, strategy: accepting(each.strategy, updates) }))
  const servers: GrowthServers = {
    strict: startMeasured(definitions),
    strictLater: startMeasured(relaxed(false)),
    accepting: startMeasured(relaxed(true)),
  }
  for (const { server } of Object.values(servers) as readonly MeasuredServer[]) await addNamed(server)
  return servers
}

/** The objects that grown pods name: admission looks them up. */
async function addNamed(server: TrialServer): Promise<void> {
  for (const name of ['default', 'n0'])
    await server.post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name } })
  await server.post('/apis/scheduling.orch.io/v1/priorityclasses', { metadata: { name: 'n0' }, value: 1 })
  await server.post('/apis/node.orch.io/v1/runtimeclasses', {
    metadata: { name: 'n0' },
    handler: 'x',
    scheduling: { tolerations: [{ key: 'a', operator: 'Equal', value: 'b' }] },
  })
}

const apiVersionOf = ({ group, version }: ResourceDefinition): string =>
  group === '' ? version : `${group}/${version}`

const pathOf = (definition: ResourceDefinition): string =>
  `${definition.group === '' ? '/api' : '/apis'}/${apiVersionOf(definition)}/${definition.namespaced ? 'namespaces/default/' : ''}${definition.resource}`

/** Makes the members of lists of metadata valid, so that they are stored. */
const metadataLists: Readonly<Record<string, (item: Json, at: number, apiVersion: string) => Json>> = {
  finalizers: (item) => `example.com/${String(item)}`,
  ownerReferences: (item) => ({ ...(isObject(item) ? item : {}), controller: false, apiVersion: 'v1' }),
  managedFields: (_item, at, apiVersion) => ({
    manager: `m${at}`,
    operation: at % 2 === 0 ? 'Apply' : 'Update',
    apiVersion,
    time: '2024-01-01T00:00:00Z',
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:metadata': { 'f:labels': { [`f:k${at}`]: {} } } },
  }),
}

/** Fields of a pod and a service that admission or allocation refuses in a grown object. */
const refused = ['preemptionPolicy', 'nodeName', 'overhead', 'ipFamilies', 'ipFamilyPolicy', 'clusterIP', 'clusterIPs']

/** Returns an object with the grown field that is stored if its kind is not validated. */
function toObject(definition: ResourceDefinition, path: readonly string[], grown: JsonObject): JsonObject {
  const apiVersion = apiVersionOf(definition)
  const metadata: JsonObject = { name: 'x' }
  const [root, field = ''] = path
  const value = isObject(grown['metadata']) ? grown['metadata'][field] : undefined
  const fix = metadataLists[field]
  if (root === 'metadata' && value !== undefined)
    metadata[field] =
      fix === undefined || !Array.isArray(value) ? value : value.map((item, at) => fix(item, at, apiVersion))
  const spec = isObject(grown['spec']) ? { ...grown['spec'] } : undefined
  for (const name of refused) if (spec !== undefined && name !== path[1]) delete spec[name]
  return { ...grown, ...(spec === undefined ? {} : { spec }), apiVersion, kind: definition.kind, metadata }
}

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed).toReversed()
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]): readonly [string, Json] => [name, reversed(member ?? null)])
      .toReversed(),
  )
}

const withMetadata = (object: JsonObject, more: JsonObject): JsonObject => ({
  ...object,
  metadata: { ...(object['metadata'] as JsonObject), ...more },
})

/** An apply configuration must not say who owns what. */
function withoutManagers(object: JsonObject): JsonObject {
  const { managedFields: _managers, ...metadata } = object['metadata'] as JsonObject
  return { ...object, metadata }
}

const table = 'application/json;as=Table;g=meta.orch.io;v=v1'

/** Sends requests of every verb with a field of `size` members, and returns what each cost. */
export async function costsOf(
  servers: GrowthServers,
  { definition, path, grow }: GrowingField,
  { size, likeness }: { readonly size: number; readonly likeness: Likeness },
): Promise<readonly Cost[]> {
  const collection = pathOf(definition)
  const url = `${collection}/x`
  const object = toObject(definition, path, grow(size, likeness))
  const [other, small] = [reversed(object) as JsonObject, toObject(definition, path, grow(1, likeness))]
  const { strict, strictLater, accepting: lenient } = servers
  const { server } = lenient
  const costs = [await strict.measure('create, validated', () => strict.server.post(collection, object))]
  const created = await lenient.measure('create', () => server.post(collection, object))
  costs.push(created)
  if (created.status < 300 && definition.verbs.includes('update')) {
    const update = async ({ server: to }: MeasuredServer): Promise<Answer> => {
      const { body } = await to.get(url)
      return to.put(url, withMetadata(other, { resourceVersion: body.metadata.resourceVersion }))
    }
    const applied = (manager: string, body: JsonObject): Promise<Answer> =>
      server.send('PATCH', `${url}?force=true&fieldManager=${manager}`, withoutManagers(body), {
        'content-type': 'application/apply-patch+yaml',
      })
    await strictLater.server.post(collection, object)
    costs.push(
      await strictLater.measure('update, validated', () => update(strictLater)),
      await lenient.measure('update', () => update(lenient)),
      await lenient.measure('merge patch', () => server.patch(url, object)),
      await lenient.measure('strategic merge patch', () =>
        server.send('PATCH', url, other, { 'content-type': 'application/strategic-merge-patch+json' }),
      ),
      await lenient.measure('apply', () => applied('a', object)),
      await lenient.measure('apply of another', () => applied('b', other)),
      await lenient.measure('apply with less', () => applied('a', small)),
      await lenient.measure('YAML', () => server.get(url, { accept: 'application/yaml' })),
      await lenient.measure('Table', () => server.get(collection, { accept: table })),
    )
  }
  for (const each of [strict, strictLater, lenient]) await remove(each.server, url)
  return costs
}

async function remove(server: TrialServer, url: string): Promise<void> {
  await server.patch(url, { metadata: { finalizers: null }, spec: { finalizers: null } })
  await server.delete(`${url}?gracePeriodSeconds=0`)
}
