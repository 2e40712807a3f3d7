import { expect, test } from 'vitest'
import { configMap, configMaps, startServer } from './trial-server.ts'

const flow = '/apis/flowcontrol.apiserver.orch.io/v1'
const bob = { 'impersonate-user': 'bob' }

const flowOf = ({ headers }: { headers: Headers }): readonly (string | null)[] => [
  headers.get('x-orch-pf-flowschema-uid'),
  headers.get('x-orch-pf-prioritylevel-uid'),
]

test('[FC11] responses name the first flow schema that matches, and its level', async () => {
  const server = startServer()
  const uid = async (path: string): Promise<string> => (await server.get(`${flow}/${path}`)).body.metadata.uid
  const global = [await uid('flowschemas/global-default'), await uid('prioritylevelconfigurations/global-default')]
  const exempt = [await uid('flowschemas/exempt'), await uid('prioritylevelconfigurations/exempt')]

  expect(flowOf(await server.get(configMaps, bob))).toEqual(global)
  expect(flowOf(await server.get(`${configMaps}/missing`, bob))).toEqual(global)
  expect(flowOf(await server.get(configMaps))).toEqual(exempt)
  expect(flowOf(await server.get('/healthz', bob))).toEqual([await uid('flowschemas/probes'), exempt[1]])
})

test('[FC11] a stored flow schema counts from its creation, unless its level is missing', async () => {
  const server = startServer()
  const schema = (name: string, level: string, namespaces: string[]) => ({
    metadata: { name },
    spec: {
      priorityLevelConfiguration: { name: level },
      matchingPrecedence: 5,
      rules: [
        {
          subjects: [{ kind: 'User', user: { name: 'bob' } }],
          resourceRules: [{ verbs: ['list'], apiGroups: [''], resources: ['configmaps'], namespaces }],
        },
      ],
    },
  })
  await server.post(`${flow}/flowschemas`, schema('a', 'missing', ['*']))
  const made = (await server.post(`${flow}/flowschemas`, schema('b', 'workload-low', ['default']))).body
  const isMatched = async (path: string): Promise<boolean> =>
    flowOf(await server.get(path, bob))[0] === made.metadata.uid

  await expect.poll(() => isMatched(configMaps)).toBe(true)
  expect(await isMatched(`${configMaps}/one`)).toBe(false)
  expect(await isMatched('/api/v1/configmaps')).toBe(false)
  expect(await isMatched('/api/v1/namespaces/other/configmaps')).toBe(false)
})

test('[FC12] above the limit requests are refused with 429, but not watches, other verbs and administrators', async () => {
  const server = startServer({ inFlight: { readOnly: 1, mutating: 1 } })
  let finish = (): void => undefined
  const unfinished = new ReadableStream({ start: (controller) => void (finish = () => controller.close()) })
  const pending = server.server.fetch(
    new Request(`http://test${configMaps}`, {
      method: 'POST',
      body: unfinished,
      headers: { 'content-type': 'application/json', ...bob },
      duplex: 'half',
    } as RequestInit),
  )
  const post = (query = '') => server.send('POST', configMaps + query, configMap('a'), bob)
  await expect.poll(async () => (await post('?dryRun=All')).status).toBe(429)

  const refused = await post()
  expect([refused.status, refused.text]).toEqual([429, 'Too many requests, please try again later.\n'])
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(refused.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect((await server.get(configMaps, bob)).status).toBe(200)
  expect((await server.post(configMaps, configMap('b'))).status).toBe(201)
  const exempt = {
    metadata: { name: 'exempt-bob' },
    spec: {
      priorityLevelConfiguration: { name: 'exempt' },
      matchingPrecedence: 5,
      rules: [
        {
          subjects: [{ kind: 'User', user: { name: 'bob' } }],
          resourceRules: [{ verbs: ['create'], apiGroups: [''], resources: ['configmaps'], namespaces: ['*'] }],
        },
      ],
    },
  }
  expect((await server.post(`${flow}/flowschemas`, exempt)).status).toBe(201)
  await expect.poll(async () => (await post()).status).toBe(201)
  expect((await server.delete(`${flow}/flowschemas/exempt-bob`)).status).toBe(200)
  await expect.poll(async () => (await post('?dryRun=All')).status).toBe(429)
  const watching = await server.watch(`${configMaps}?watch=1`)
  expect([watching.status, (await server.get(configMaps, bob)).status]).toEqual([200, 200])
  await watching.close()

  finish()
  expect((await pending).status).toBe(400)
  expect((await server.send('POST', configMaps, configMap('c'), bob)).status).toBe(201)
})
