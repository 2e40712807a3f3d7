import type { Answer, Calls, TrialServer } from '#semantics/trial-server.ts'

// oxlint-disable-next-line typescript/no-explicit-any
export type Loose = any

/** The webhooks of a check: a function from the request of a review to the response, without its uid. */
export interface Outside {
  answer: (request: Loose, url: string) => Loose
}

/** Returns `''` if what the test of the reference demands holds, else what was seen. */
export type Check = (server: CheckedServer, outside: Outside) => Promise<string>

export type CheckedServer = Calls & Pick<TrialServer, 'clock'>

export const crds = '/apis/apiextensions.orch.io/v1/customresourcedefinitions'
export const hooks = '/apis/admissionregistration.orch.io/v1'
export const things = '/apis/x.example.com/v1/namespaces/default/things'
export const aggregated = 'application/json;g=apidiscovery.orch.io;v=v2;as=APIGroupDiscoveryList'

export const said = ({ status, text }: Answer, wanted: number): string =>
  status === wanted ? '' : `expected ${wanted}, got ${status}: ${text.slice(0, 200)}`

/** Returns the first complaint; each step runs only if those before it hold. */
export async function steps(...all: readonly (() => Promise<string> | string)[]): Promise<string> {
  for (const step of all) {
    const note = await step()
    if (note !== '') return note
  }
  return ''
}

/** Looks again until the check has no complaint, and returns the last one. */
export async function until(check: () => Promise<string> | string): Promise<string> {
  for (let tries = 0; tries < 2000; tries++) {
    if ((await check()) === '') return ''
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return check()
}

export const is = (what: string, actual: unknown, wanted: unknown): string => {
  const [got, expected] = [JSON.stringify(actual), JSON.stringify(wanted)]
  return got === expected ? '' : `${what}: expected ${expected}, got ${got}`
}

export const definition = (schema: object = {}, more: object = {}): object => ({
  metadata: { name: 'things.x.example.com' },
  spec: {
    group: 'x.example.com',
    scope: 'Namespaced',
    names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', ...schema } },
        subresources: { status: {} },
        ...more,
      },
    ],
  },
})

export async function define(server: CheckedServer, schema: object = {}, more: object = {}): Promise<string> {
  const made = await server.post(crds, definition(schema, more))
  if (made.status !== 201) return said(made, 201)
  for (let tries = 0; tries < 200; tries++) {
    if ((await server.get(things)).status === 200) return ''
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return 'the definition is not served'
}

export const thing = (name: string, more: object = {}): object => ({
  apiVersion: 'x.example.com/v1',
  kind: 'Thing',
  metadata: { name },
  ...more,
})

export const spec = { properties: { spec: { type: 'object', properties: { a: { type: 'string' } } } } }
export const strict = `${things}?fieldValidation=Strict`

/** Create, list by label, patch, update, watch and delete objects of a collection. */
export const crud =
  (path: string, object: object, status = false): Check =>
  async (server) => {
    const named = (object as { metadata: { name: string } }).metadata.name
    const own = `${path}/${named}`
    return steps(
      async () => said(await server.post(path, object), 201),
      async () => said(await server.patch(own, { metadata: { labels: { a: 'b' } } }), 200),
      async () => is('listed by label', (await server.get(`${path}?labelSelector=a%3Db`)).body.items.length, 1),
      async () => said(await server.put(own, (await server.get(own)).body), 200),
      async () =>
        status ? said(await server.patch(`${own}/status`, { metadata: { annotations: { s: 't' } } }), 200) : '',
      async () => said(await server.delete(`${path}?labelSelector=a%3Db`), 200),
      async () => said(await server.get(own), 404),
    )
  }

export const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }
export const webhook = (more: object = {}): object => ({
  name: 'w.example.com',
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  clientConfig: { url: 'https://nowhere.example.test/' },
  rules: [rule],
  ...more,
})

export const watchEvents = async (
  server: CheckedServer,
  path: string,
  change: () => Promise<unknown>,
  wanted: readonly string[],
) => {
  const watching = await server.watch(path)
  await change()
  const events = await watching.next(wanted.length)
  await watching.close()
  return is(
    'events',
    events.map(({ type }) => type),
    wanted,
  )
}
