import { expect, test } from 'vitest'
import { printYaml } from '#syntax/print-yaml.ts'
import { type TrialServer, configMap, configMaps, namesOf, startServer } from './trial-server.ts'

async function withFour(): Promise<TrialServer> {
  const server = startServer()
  for (const name of ['a', 'b', 'c', 'd'])
    await server.post(configMaps, configMap(name, { metadata: { name, labels: { half: name < 'c' ? '1' : '2' } } }))
  return server
}

test('[LS1] a list has the kind with the suffix List, is sorted by key, and its items have no kind and apiVersion', async () => {
  const server = await withFour()

  const { body } = await server.get(configMaps)

  expect([body.kind, body.apiVersion]).toEqual(['ConfigMapList', 'v1'])
  expect(namesOf(body)).toEqual(['a', 'b', 'c', 'd'])
  expect(body.items[0]).not.toHaveProperty('kind')
  expect(body.metadata).toEqual({ resourceVersion: String(server.log.revision()) })
})

test('[LS2] mutually exclusive parameters are 422 with every cause', async () => {
  const server = await withFour()
  const causes = async (query: string): Promise<string[]> =>
    (await server.get(`${configMaps}?${query}`)).body.details.causes.map((cause: { message: string }) => cause.message)

  expect(await causes('resourceVersionMatch=Exact')).toEqual([
    'Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided',
  ])
  expect(await causes('resourceVersionMatch=Exact&resourceVersion=0')).toEqual([
    'Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
  ])
  expect(await causes('sendInitialEvents=true')).toEqual(['Forbidden: sendInitialEvents is forbidden for list'])
})

test('[LS3] an empty list has an empty items array', async () => {
  const { text } = await startServer().get(configMaps)

  expect(text).toContain('"items":[]')
})

test('[LS4] label selectors select, and an invalid one is refused in the reference’s words', async () => {
  const server = await withFour()

  const { body } = await server.get(`${configMaps}?labelSelector=half%20in%20(2,3)`)
  const broken = await server.get(`${configMaps}?labelSelector=a%20b`)

  expect(namesOf(body)).toEqual(['c', 'd'])
  expect(broken.status).toBe(400)
  expect(broken.body.message).toContain("found 'b'")
})

test('[LS5] field selectors support name and namespace, and the fields that a kind declares', async () => {
  const server = await withFour()

  const { body } = await server.get(`${configMaps}?fieldSelector=metadata.name%3Db`)
  const unknown = await server.get(`${configMaps}?fieldSelector=data.k%3Dv`)
  const unknownOfPods = await server.get('/api/v1/namespaces/default/pods?fieldSelector=spec.x%3Dv')

  expect(namesOf(body)).toEqual(['b'])
  expect(unknown.body.message).toBe(
    '"data.k" is not a known field selector: only "metadata.name", "metadata.namespace"',
  )
  expect(unknownOfPods.body.message).toBe('field label not supported: spec.x')
})

test('[LS5] the former name of spec.nodeName selects pods too', async () => {
  const server = startServer()
  const pods = '/api/v1/namespaces/default/pods'
  for (const nodeName of ['n', 'm'])
    await server.post(pods, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: `on-${nodeName}` },
      spec: { nodeName, containers: [{ name: 'c', image: 'i' }] },
    })
  const { status, body } = await server.get(`${pods}?fieldSelector=spec.host%3Dn`)
  expect([status, namesOf(body)]).toEqual([200, ['on-n']])
})

test('[LS6] a list across namespaces is sorted by storage key', async () => {
  const server = startServer()
  for (const namespace of ['ns', 'ns-o']) {
    await server.post('/api/v1/namespaces', { metadata: { name: namespace } })
    await server.post(`/api/v1/namespaces/${namespace}/configmaps`, configMap('x'))
  }

  const { body } = await server.get('/api/v1/configmaps')

  expect(body.items.map((item: { metadata: { namespace: string } }) => item.metadata.namespace)).toEqual(['ns-o', 'ns'])
})

test('[PG1] a negative limit counts as none', async () => {
  const server = await withFour()

  const { body, status } = await server.get(`${configMaps}?limit=-1`)

  expect([status, body.items.length, body.metadata.continue]).toEqual([200, 4, undefined])
})

test('[PG1] a page has at most limit items and a continue token, except for the last', async () => {
  const server = await withFour()

  const first = await server.get(`${configMaps}?limit=3`)
  const second = await server.get(`${configMaps}?limit=3&continue=${first.body.metadata.continue}`)

  expect([namesOf(first.body), namesOf(second.body)]).toEqual([['a', 'b', 'c'], ['d']])
  expect(first.body.metadata.remainingItemCount).toBe(1)
  expect(second.body.metadata).toEqual({ resourceVersion: first.body.metadata.resourceVersion })
})

test('[PG2] later pages show the snapshot of the first one, without newer writes', async () => {
  const server = await withFour()
  const first = await server.get(`${configMaps}?limit=2`)

  await server.post(configMaps, configMap('bb'))
  await server.delete(`${configMaps}/d`)
  const second = await server.get(`${configMaps}?limit=5&continue=${first.body.metadata.continue}`)

  expect(namesOf(second.body)).toEqual(['c', 'd'])
  expect(second.body.metadata.resourceVersion).toBe(first.body.metadata.resourceVersion)
})

test('[PG3] an expired token is 410 with a new token for an inconsistent continuation', async () => {
  const server = await withFour()
  const first = await server.get(`${configMaps}?limit=2`)
  await server.post(configMaps, configMap('bb'))
  await server.log.compact(server.log.revision() as Parameters<typeof server.log.compact>[0])

  const expired = await server.get(`${configMaps}?limit=2&continue=${first.body.metadata.continue}`)
  const rest = await server.get(`${configMaps}?continue=${expired.body.metadata.continue}`)

  expect([expired.body.code, expired.body.reason]).toEqual([410, 'Expired'])
  expect(namesOf(rest.body)).toEqual(['bb', 'c', 'd'])
})

test('[PG4] remainingItemCount is set only without a selector', async () => {
  const server = await withFour()

  const { body } = await server.get(`${configMaps}?limit=1&labelSelector=half%3D1`)

  expect(body.metadata.continue).toBeTruthy()
  expect(body.metadata).not.toHaveProperty('remainingItemCount')
})

test('[PG5] a continue token and a resourceVersion are mutually exclusive; lists at resourceVersion 0 are not paged', async () => {
  const server = await withFour()
  const first = await server.get(`${configMaps}?limit=1`)

  const both = await server.get(`${configMaps}?limit=1&continue=${first.body.metadata.continue}&resourceVersion=2`)
  const any = await server.get(`${configMaps}?limit=1&resourceVersion=0`)

  expect(both.body.message).toBe('specifying resource version is not allowed when using continue')
  expect(any.body.items).toHaveLength(4)
})

test('[ER8] a long list is YAML, indented JSON, a Table or protobuf in pieces, and the same as in one', async () => {
  let nowMs = 0
  let turns = 0
  // Every look at the clock finds that 20 ms have passed.
  const server = startServer({ monotonicMs: () => (nowMs += 20), pause: async () => void (turns += 1) })
  for (let at = 0; at < 210; at += 1)
    await server.post(configMaps, configMap(`n${at}`, { data: { text: 'a b', long: 'x'.repeat(600), at: `${at}` } }))
  const listed = async (accept: string, query = ''): Promise<{ readonly text: string; readonly turns: number }> => {
    turns = 0
    const { status, text } = await server.get(`${configMaps}${query}`, { accept })
    expect(status).toBe(200)
    return { text, turns }
  }
  const json = await listed('application/json')
  const yaml = await listed('application/yaml')
  const none = await listed('application/yaml', '?labelSelector=absent')

  expect(yaml.text).toBe(printYaml(JSON.parse(json.text)))
  expect(none.text).toContain('items: []\nkind: ConfigMapList\n')
  expect(yaml.turns).toBeGreaterThan(json.turns + 100)
  const indented = await listed('application/json', '?pretty=1')
  expect(indented.text).toBe(JSON.stringify(JSON.parse(json.text), null, 2))
  expect(indented.turns).toBeGreaterThan(json.turns)
  const indentedTable = await listed('application/json;as=Table;g=meta.orch.io;v=v1', '?pretty=1')
  expect(indentedTable.text).toBe(JSON.stringify(JSON.parse(indentedTable.text), null, 2))
  const nothing = await listed('application/json', '?pretty=1&labelSelector=absent')
  expect(nothing.text).toBe(JSON.stringify(JSON.parse(nothing.text), null, 2))
  expect((await listed('application/json;as=Table;g=meta.orch.io;v=v1')).turns).toBeGreaterThan(json.turns)
  expect((await listed('application/vnd.orch.protobuf')).turns).toBeGreaterThan(json.turns)
})
