import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { DebugClusters } from '#facts/clusters-api.ts'
import type { ServeOptions } from '#node/flags/serve-options.ts'
import { parseCommandLine } from '#node/command-line.ts'
import { type OpenedServer, openApiServer } from '#node/open-api-server.ts'
import { openClusters } from './open-clusters.ts'
import { openClusters as openKubernetesClusters } from '#node/clusters/open-clusters.ts?vocabulary=kubernetes'

const data = mkdtempSync(join(tmpdir(), 'orchard-clusters-'))
const callers = { open: true, tokens: [] }
const maps = '/api/v1/namespaces/default/configmaps'
const configMap = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })

afterEach(() => rmSync(data, { recursive: true, force: true }))

function optionsOf(...flags: readonly string[]): ServeOptions {
  const command = parseCommandLine(['serve', '--debug', ...flags])
  if (command.type !== 'serve') throw new Error('no options')
  return command.options
}

function clientOf({ handle }: OpenedServer) {
  return async (method: string, path: string, body?: object) => {
    const request = new Request(`http://127.0.0.1${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const response = await handle(request, {
      rawHeaders: [...request.headers],
      rawTarget: path,
      peer: { type: 'none' },
    })
    return { code: response.status, body: (await response.json()) as unknown }
  }
}

async function closeServer(server: OpenedServer): Promise<void> {
  server.endWatches()
  await server.close()
}

test('[MC9] clusters of one data folder are apart, survive a restart, and branch from each other', async () => {
  const options = optionsOf('--clusters', '--data', data)
  const first = await openClusters(options, callers, '')
  await first.announce({ address: '127.0.0.1', port: 8080, family: 'IPv4' })
  const send = clientOf(first)
  expect((await send('POST', maps, configMap('a'))).code).toBe(201)
  const from = { type: 'branch', of: 'default' }
  expect((await send('POST', '/debug/clusters', { title: 'Blue team', from })).code).toBe(201)
  expect((await send('POST', `/clusters/blue-team${maps}`, configMap('b'))).code).toBe(201)
  expect((await send('GET', `${maps}/b`)).code).toBe(404)
  await closeServer(first)

  const second = await openClusters(options, callers, '')
  const again = clientOf(second)
  expect((await again('GET', `/clusters/blue-team${maps}/a`)).code).toBe(200)
  expect((await again('GET', `/clusters/blue-team${maps}/b`)).code).toBe(200)
  expect((await again('GET', `/clusters/red${maps}`)).code).toBe(404)
  const { clusters } = (await again('GET', '/debug/clusters')).body as DebugClusters
  expect(clusters.map(({ name, isDefault }) => [name, isDefault])).toEqual([
    ['default', true],
    ['blue-team', false],
  ])
  await closeServer(second)
})

test('[MC9] a server with one cluster and one with several read the same first cluster', async () => {
  const alone = await openApiServer(optionsOf('--data', data), callers, { rootCertificates: '' })
  expect((await clientOf(alone)('POST', maps, configMap('kept'))).code).toBe(201)
  await closeServer(alone)

  const several = await openClusters(optionsOf('--clusters', '--data', data), callers, '')
  expect((await clientOf(several)('GET', `/clusters/default${maps}/kept`)).code).toBe(200)
  await expect(openClusters(optionsOf('--clusters', '--data', data), callers, '')).rejects.toThrow(
    /has this store open/,
  )
  await closeServer(several)
})

test('[MC4] [MC9] a deleted cluster keeps its folder until the next start', async () => {
  const options = optionsOf('--clusters', '--data', data)
  const first = await openClusters(options, callers, '')
  const send = clientOf(first)
  await send('POST', '/debug/clusters', { title: 'short', from: { type: 'empty' } })
  const folders = (): string[] =>
    readdirSync(join(data, 'clusters'), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [entry.name] : [],
    )
  expect((await send('DELETE', '/debug/clusters/short')).code).toBe(200)
  expect(folders()).toHaveLength(1)
  await closeServer(first)

  await closeServer(await openClusters(options, callers, ''))
  expect(folders()).toEqual([])
})

test('[MC14] a copy that does not fit on the disk is refused before anything is stored', async () => {
  const free = { bytes: 2_000_000 }
  const server = await openClusters(optionsOf('--clusters', '--data', data), callers, '', async () => free.bytes)
  const send = clientOf(server)
  const large = { ...configMap('large'), data: { text: 'x'.repeat(900_000) } }
  expect((await send('POST', maps, large)).code).toBe(201)
  const folders = readdirSync(join(data, 'clusters')).length
  const copy = { title: 'copy', from: { type: 'copy', of: 'default' } }
  free.bytes = 1_500_000
  expect(await send('POST', '/debug/clusters', copy)).toMatchObject({
    code: 403,
    body: { message: expect.stringContaining('1.5 MB are free; nothing was changed') },
  })
  expect(readdirSync(join(data, 'clusters'))).toHaveLength(folders)
  free.bytes = 50_000_000
  expect((await send('POST', '/debug/clusters', copy)).code).toBe(201)
  await closeServer(server)
})

test('[MC9] a damaged record is named, and nothing is changed', async () => {
  const options = optionsOf('--clusters', '--data', data)
  await closeServer(await openClusters(options, callers, ''))
  writeFileSync(join(data, 'clusters', 'clusters.json'), '[{"name":')
  await expect(openClusters(options, callers, '')).rejects.toThrow(/clusters\.json is damaged/)
})

test('[MC9] without a data folder clusters live in memory; there is no sample', async () => {
  const server = await openClusters(optionsOf('--clusters'), callers, '')
  const send = clientOf(server)
  expect((await send('POST', maps, configMap('a'))).code).toBe(201)
  const copy = await send('POST', '/debug/clusters', { title: 'copy', from: { type: 'copy', of: 'default' } })
  expect(copy.code).toBe(201)
  expect((await send('GET', `/clusters/copy${maps}/a`)).code).toBe(200)
  const sample = await send('POST', '/debug/clusters', { title: 'x', from: { type: 'sample' } })
  expect(sample).toMatchObject({ code: 400, body: { message: expect.stringContaining('no sample') } })
  await closeServer(server)
})

test('[MC9] [VO6] with --vocabulary kubernetes new clusters have those words, named or not', async () => {
  const server = await openKubernetesClusters(optionsOf('--clusters', '--vocabulary', 'kubernetes'), callers, '')
  const send = clientOf(server)
  const make = (title: string, vocabulary?: string) =>
    send('POST', '/debug/clusters', { title, from: { type: 'empty' }, ...(vocabulary && { vocabulary }) })
  expect((await make('one')).code).toBe(201)
  expect((await make('two', 'kubernetes')).code).toBe(201)
  expect((await send('POST', `/clusters/one${maps}`, configMap('a'))).code).toBe(201)
  const copy = await send('POST', '/debug/clusters', { title: 'copy', from: { type: 'branch', of: 'one' } })
  expect(copy.code).toBe(201)
  expect((await send('GET', '/clusters/copy/apis/storage.k8s.io/v1/storageclasses')).code).toBe(200)
  expect(await make('latin', 'latin')).toMatchObject({
    code: 400,
    body: { message: 'this server does not have the vocabulary "latin"' },
  })
  await closeServer(server)
})

test('[MC11] in memory a branch can be made the cluster, and a deleted cluster restored, without losing their objects', async () => {
  const server = await openClusters(optionsOf('--clusters'), callers, '')
  await server.announce({ address: '127.0.0.1', port: 8080, family: 'IPv4' })
  const send = clientOf(server)
  const from = { type: 'branch', of: 'default' }
  expect((await send('POST', '/debug/clusters', { title: 'what if', from })).code).toBe(201)
  await send('POST', maps, configMap('old'))
  await send('POST', `/clusters/what-if${maps}`, configMap('new'))
  expect((await send('POST', '/debug/clusters/what-if/promote')).code).toBe(200)
  expect((await send('GET', `${maps}/new`)).code).toBe(200)
  expect((await send('GET', `/clusters/what-if${maps}/old`)).code).toBe(200)

  await send('DELETE', '/debug/clusters/what-if')
  expect((await send('POST', '/debug/clusters/what-if/restore')).code).toBe(200)
  expect((await send('GET', `/clusters/what-if${maps}/old`)).code).toBe(200)
  await closeServer(server)
})
