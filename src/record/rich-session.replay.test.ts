import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import type { DebugRequests } from '#facts/debug-api.ts'
import { startHost } from '#testing/memory-clusters.ts'
import { type Exchange, whyNot } from './exchange.ts'
import { makeScenario, neededBy } from './make-scenario.ts'
import { playScenario, type SendStep } from './play-scenario.ts'

const maps = '/api/v1/namespaces/shop/configmaps'
const json = 'application/json'
const web = '/apis/apps/v1/namespaces/shop/deployments/web'
const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web:1' }] } }
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: { replicas: 2, selector: { matchLabels: { app: 'web' } }, template },
}
const configMap = (name: string, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...metadata },
  data: { vat: '7' },
})
const apply = (replicas: number) => ({ ...deployment, spec: { ...deployment.spec, replicas } })

/** A host, and a function that sends to it and keeps the requests as the page does. */
async function host() {
  const { send } = await startHost()
  const kept: Exchange[] = []
  const ask: SendStep = async (method, path, contentType, body) => {
    const headers: Record<string, string> = contentType === '' ? {} : { 'content-type': contentType }
    const answer = await send(method, path, body === '' ? undefined : (JSON.parse(body) as object), headers)
    const read = (await answer.json()) as { readonly metadata?: { readonly resourceVersion?: string } }
    return { status: answer.status, version: read.metadata?.resourceVersion ?? '' }
  }
  const asked: SendStep = async (method, path, contentType, body) => {
    const answer = await ask(method, path, contentType, body)
    const { requests } = (await (await send('GET', '/debug/requests?limit=5')).json()) as DebugRequests
    const seen = requests.findLast(({ url }) => url.endsWith(path))
    if (seen === undefined) throw new Error(`${path} is not in the log`)
    const { id, actor, verb, status, wrote } = seen
    kept.push({ id, method, target: path, actor, verb, status, wrote, body, contentType })
    return answer
  }
  return { ask, asked, kept, send }
}

/** Creates, patches of four kinds, a conflict, an apply, a paged list, an expired version, and a delete that a finalizer holds. */
async function playRich({ ask, asked, send }: Awaited<ReturnType<typeof host>>): Promise<void> {
  const write = (method: string, path: string, body: object, type = json) =>
    asked(method, path, type, JSON.stringify(body))
  const patch = (path: string, body: object, type: string) => write('PATCH', path, body, `application/${type}`)
  await write('POST', maps, configMap('prices'))
  await write('POST', maps, configMap('held', { finalizers: ['shop.example/audit'] }))
  await patch(`${maps}/prices`, { data: { vat: '8' } }, 'merge-patch+json')
  await patch(`${maps}/prices`, { data: { vat: '9' } }, 'strategic-merge-patch+json')
  await patch(`${maps}/prices`, [{ op: 'replace', path: '/data/vat', value: '10' }], 'json-patch+json')
  await patch(`${web}?fieldManager=alice`, apply(4), 'apply-patch+yaml')
  await patch(`${web}?fieldManager=bob`, apply(9), 'apply-patch+yaml')
  const { version } = await asked('GET', web, '', '')
  // A client whose requests are not recorded is faster.
  await ask('PATCH', web, 'application/merge-patch+json', '{"metadata":{"labels":{"by":"bot"}}}')
  await write('PUT', web, { ...deployment, metadata: { name: 'web', resourceVersion: version } })
  await patch(web, [{ op: 'test', path: '/metadata/resourceVersion', value: version }], 'json-patch+json')
  await asked('GET', `${maps}?limit=1`, '', '')
  await asked('GET', `${maps}?resourceVersionMatch=Exact`, '', '')
  await send('POST', '/debug/compact', {})
  await asked('GET', `${maps}?resourceVersion=5&resourceVersionMatch=Exact`, '', '')
  await asked('DELETE', `${maps}/held`, '', '')
  await asked('DELETE', `${maps}/prices`, '', '')
  await asked('GET', `${maps}/prices`, '', '')
}

test('[RCD10] a rich session runs green on another server, twice', async () => {
  const mine = await host()
  await mine.send('POST', '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } })
  await mine.send('PATCH', `${web}?fieldManager=alice`, deployment, { 'content-type': 'application/apply-patch+yaml' })
  const before = new Map<string, JsonObject>()
  for (const path of ['/api/v1/namespaces/shop', web])
    before.set(path, (await (await mine.send('GET', path)).json()) as JsonObject)
  await playRich(mine)
  const statuses = mine.kept.map(({ status }) => status)
  expect(statuses).toEqual([201, 201, 200, 200, 200, 200, 409, 200, 409, 422, 200, 422, 410, 200, 200, 404])
  const chosen = mine.kept.filter((exchange) => whyNot(exchange) === '')
  expect(chosen).toHaveLength(statuses.length - 1)
  expect(neededBy(chosen).given).toEqual([...before.keys()])
  const scenario = makeScenario('rich', chosen, before)
  const other = await host()
  for (const _run of [1, 2])
    for await (const { step, problem } of playScenario(scenario, other.ask))
      expect(`${step.name} ${step.method} ${step.path}: ${problem}`).toBe(`${step.name} ${step.method} ${step.path}: `)
})
