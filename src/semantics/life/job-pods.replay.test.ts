import { afterEach, expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import { endServers, startLife } from './life-server.ts'

afterEach(endServers)

test('[LC82] a pod of a Job that names no end succeeds, and completes its Job; a bare pod runs on', async () => {
  const { clock, send } = await startLife({ runs: () => true, nodes: 1 })
  await clock.runUntil(clock.now() + 1000)
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'app:1' }] } }
  await send('POST', '/apis/batch/v1/namespaces/default/jobs', { metadata: { name: 'once' }, spec: { template } })
  await send('POST', '/api/v1/namespaces/default/pods', { metadata: { name: 'bare' }, ...template })
  const read = async (path: string) => (await (await send('GET', path)).json()) as ApiObject & { status: object }
  const job = () => read('/apis/batch/v1/namespaces/default/jobs/once')
  const bare = () => read('/api/v1/namespaces/default/pods/bare')

  await clock.runUntil(clock.now() + 2500)
  expect(await job()).toMatchObject({ status: { active: 1, ready: 1 } })
  await clock.runUntil(clock.now() + 10_000)
  expect(await job()).toMatchObject({ status: { succeeded: 1 } })
  expect(await bare()).toMatchObject({ status: { phase: 'Running' } })
})
