import { expect, test } from 'vitest'
import { authenticateAllAs } from '#server/auth/authenticator.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import { startOrchard } from '#server/start-orchard.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { core as kubernetesCore } from '#library/kinds.ts?vocabulary=kubernetes'
import { createOrchard as createKubernetes } from '#library/orchard.ts?vocabulary=kubernetes'
import { servedKinds } from './kind-set.ts'
import { core, infrastructure, type KindSet, policy, workloads } from './kinds.ts'
import { createLibraryClock } from './library-clock.ts'
import { LoopActivity } from './loop-activity.ts'
import { loopsOf } from './loop-sets.ts'
import { createOrchard, type OrchardOptions, type OrchardServer } from './orchard.ts'

interface Discovery {
  readonly items: readonly {
    readonly metadata: { readonly name?: string }
    readonly versions: readonly {
      readonly version: string
      readonly resources: readonly { readonly resource: string }[]
    }[]
  }[]
}

const accept = (type: string) => ({ headers: { accept: type } })
const aggregated = accept('application/json;v=v2;g=apidiscovery.orch.io;as=APIGroupDiscoveryList')

async function discovery(server: OrchardServer): Promise<readonly Discovery[]> {
  const answers = await Promise.all(['/api', '/apis'].map((path) => server.fetch(path, aggregated)))
  return Promise.all(answers.map(async (answer) => (await answer.json()) as Discovery))
}

const servedBy = async (server: OrchardServer): Promise<readonly string[]> =>
  (await discovery(server)).flatMap(({ items }) =>
    items.flatMap(({ metadata, versions }) =>
      versions.flatMap(({ version, resources }) =>
        resources.map(({ resource }) => `${metadata.name ?? ''}/${version} ${resource}`),
      ),
    ),
  )

const books = `
apiVersion: apiextensions.orch.io/v1
kind: CustomResourceDefinition
metadata: {name: books.shop.example}
spec:
  group: shop.example
  scope: Namespaced
  names: {plural: books, singular: book, kind: Book}
  versions:
    - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {pages: {type: integer}}}}}
---
{apiVersion: shop.example/v1, kind: Book, metadata: {name: dune, namespace: default}, pages: 600}
`

test('[LIB23] a server with some kinds shows and serves only these, in forks too; others are 404 as unknown ones are', async () => {
  await using server = await createOrchard({ kinds: [core], objects: books })
  const served = [
    '/v1 configmaps',
    '/v1 events',
    '/v1 namespaces',
    '/v1 secrets',
    '/v1 serviceaccounts',
    'events.orch.io/v1 events',
    'apiextensions.orch.io/v1 customresourcedefinitions',
    'shop.example/v1 books',
  ]
  expect(await servedBy(server)).toEqual(served)
  await using fork = await server.fork()
  expect(await servedBy(fork)).toEqual(served)
  for (const [absent, unknown] of [
    ['/api/v1/namespaces/default/pods', '/api/v1/namespaces/default/podz'],
    ['/apis/apps/v1/deployments', '/apis/appz/v1/deployments'],
  ] as const) {
    const [answer, other] = await Promise.all([server.fetch(absent), server.fetch(unknown)])
    expect([answer.status, await answer.text()]).toEqual([404, await other.text()])
  }
  const tried = await server.fetch('/apis/shop.example/v1/namespaces/default/books/dune', accept('application/yaml'))
  expect(await tried.text()).toContain('pages: 600')
})

test('[LIB23] [LIB25] the kinds of a server with some are published in OpenAPI, with everything that they refer to', async () => {
  await using server = await createOrchard({ kinds: [core] })
  const { paths } = (await (await server.fetch('/openapi/v3')).json()) as { paths: object }
  expect(Object.keys(paths).filter((path) => path.startsWith('api'))).toEqual([
    'api',
    'api/v1',
    'apis',
    'apis/apiextensions.orch.io',
    'apis/apiextensions.orch.io/v1',
    'apis/events.orch.io',
    'apis/events.orch.io/v1',
  ])
  const { components } = (await (await server.fetch('/openapi/v3/api/v1')).json()) as {
    components: { schemas: Record<string, { readonly description?: string }> }
  }
  const referred = [...JSON.stringify(components).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name]) => name,
  )
  expect(referred.filter((name) => components.schemas[name ?? ''] === undefined)).toEqual([])
  expect(Object.keys(components.schemas).some((name) => name.endsWith('.Pod'))).toBe(false)
  expect(components.schemas['io.orch.api.core.v1.ConfigMap']?.description).toMatch(/^Configuration/)
})

test('[LIB23] all sets together are all kinds, in any order', async () => {
  await using every = await createOrchard()
  await using together = await createOrchard({ kinds: [infrastructure, core, workloads, policy, core] })
  expect(await discovery(together)).toEqual(await discovery(every))
})

test('[LIB23] sets of the other vocabulary are its own', async () => {
  await using server = await createKubernetes({ kinds: [kubernetesCore] })
  expect((await server.fetch('/apis/apiextensions.k8s.io/v1')).status).toBe(200)
  expect((await server.fetch('/apis/apps/v1')).status).toBe(404)
})

test('[LIB23] without the set policy there are no roles: only administrators may do anything', async () => {
  const users = [
    { token: 'a', name: 'admin', groups: ['system:masters'] },
    { token: 'b', name: 'bob' },
  ]
  await using server = await createOrchard({ kinds: [core], users })
  const statuses = ['a', 'b'].map(async (token) => {
    const { status } = await server.fetch('/api/v1/namespaces', { headers: { authorization: `Bearer ${token}` } })
    return status
  })
  expect(await Promise.all(statuses)).toEqual([200, 403])
})

test.each<[string, unknown, string]>([
  ['a name', { kinds: 'core' }, 'kinds is a list of sets, such as [core, workloads]'],
  ['a list of names', { kinds: ['core'] }, 'kinds[0] is no set of this vocabulary'],
  ['a look-alike', { kinds: [core, { name: 'workloads' }] }, 'kinds[1] is no set of this vocabulary'],
  ['null', { kinds: [null] }, 'kinds[0] is no set of this vocabulary'],
  ['a set of the other vocabulary', { kinds: [kubernetesCore] }, 'kinds[0] is no set of this vocabulary'],
  ['no set', { kinds: [] }, 'kinds lacks the set core'],
  ['a set without core', { kinds: [workloads] }, 'kinds lacks the set core'],
  [
    'a loop without its kinds',
    { kinds: [core, workloads], loops: ['scheduler'] },
    'the loop "scheduler" needs the kinds of infrastructure',
  ],
  ['nodes without their kinds', { kinds: [core], nodes: 1 }, 'nodes need the kinds of infrastructure and workloads'],
])('[LIB24] %s is refused in one sentence', async (_what, options, message) => {
  const error: unknown = await createOrchard(options as OrchardOptions).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(TypeError)
  expect(String(error)).toContain(`createOrchard: ${message}`)
})

test.each<[string, readonly KindSet[]]>([
  ['core', [core]],
  ['core and workloads', [core, workloads]],
  ['core and policy', [core, policy]],
  ['core and infrastructure', [core, infrastructure]],
  ['all but policy', [core, workloads, infrastructure]],
  ['all', [core, workloads, infrastructure, policy]],
])('[LIB24] all loops of a server with %s find the kinds that they follow', async (_name, kinds) => {
  const refused = new Set<string>()
  const activity = new LoopActivity(null)
  const clock = createLibraryClock(0)
  const names = new Set(loopsOf(kinds))
  const runs = (name: string): boolean => names.has(name)
  const log = createMemoryLog({ clock })
  const orchard = await startOrchard({
    log,
    clock,
    kinds: servedKinds(kinds),
    authenticator: authenticateAllAs(loopbackAdministrator, 'this test'),
    debug: false,
    runs,
    life: { runs },
    controllerWork: activity.during,
    controllerFetch: (send) =>
      activity.observe(async (input, init) => {
        const response = await send(input, init)
        // An object that is absent is answered with its name in a Status; a kind that is not served is not.
        if (response.status === 404 && !(await response.clone().text()).includes('"details":{"name"'))
          refused.add(String(input))
        return response
      }),
  })
  await activity.idle(clock)
  orchard.close()
  await log.close()
  expect([...refused]).toEqual([])
  expect(names.has('garbage-collector')).toBe(true)
})
