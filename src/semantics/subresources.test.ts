import { expect, test } from 'vitest'
import { startServer } from './trial-server.ts'

const pods = '/api/v1/namespaces/default/pods'
const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p' },
  spec: { containers: [{ name: 'c', image: 'i' }] },
}
const deployments = '/apis/apps/v1/namespaces/default/deployments'
const template = { metadata: { labels: { a: 'b' } }, spec: pod.spec }
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'd' },
  spec: { replicas: 1, selector: { matchLabels: { a: 'b' } }, template },
}

test('[SUB1] `status` writes only the status, and the main resource everything else', async () => {
  const server = startServer()
  await server.post(pods, pod)

  const status = await server.patch(`${pods}/p/status`, { status: { phase: 'Running' }, spec: { nodeName: 'x' } })
  const object = await server.patch(`${pods}/p`, { status: { phase: 'Failed' } })

  expect([status.body.status.phase, status.body.spec.nodeName]).toEqual(['Running', undefined])
  expect(object.body.status.phase).toBe('Running')
})

test('[SUB2] `scale` shows and sets the replicas of its parent', async () => {
  const server = startServer()
  await server.post(deployments, deployment)

  const { body } = await server.get(`${deployments}/d/scale`)
  const scaled = await server.patch(`${deployments}/d/scale`, { spec: { replicas: 3 } })

  expect([body.kind, body.apiVersion, body.spec.replicas]).toEqual(['Scale', 'autoscaling/v1', 1])
  expect(scaled.body.spec.replicas).toBe(3)
  expect((await server.get(`${deployments}/d`)).body.spec.replicas).toBe(3)
})

test('[SUB2] a scale in a former version has its selector as a map', async () => {
  const server = startServer()
  await server.post(deployments, deployment)
  const path = `${deployments}/d/scale`

  for (const apiVersion of ['extensions/v1beta1', 'apps/v1beta1', 'apps/v1beta2']) {
    const patched = await server.patch(path, { apiVersion })
    expect(patched.status).toBe(422)
    expect(patched.body.message).toMatch(
      / json: cannot unmarshal string into Go struct field ScaleStatus\.status\.selector of type map\[string\]string$/,
    )
    const metadata = { name: 'd' }
    const sent = await server.put(path, { apiVersion, kind: 'Scale', metadata, spec: { replicas: 2 } })
    expect([sent.status, sent.body.message]).toEqual([
      400,
      `the API version in the data (${apiVersion}) does not match the expected API version (autoscaling/v1)`,
    ])
  }
})

test('[SUB3] `binding` assigns a pod to a node, once', async () => {
  const server = startServer()
  await server.post(pods, pod)
  const binding = { apiVersion: 'v1', kind: 'Binding', metadata: { name: 'p' }, target: { kind: 'Node', name: 'n' } }

  const bound = await server.post(`${pods}/p/binding`, binding)
  const again = await server.post(`${pods}/p/binding`, binding)

  expect([bound.status, bound.body.status]).toEqual([201, 'Success'])
  expect(again.status).toBe(409)
  expect((await server.get(`${pods}/p`)).body.spec.nodeName).toBe('n')
})

test('[SUB4] `log` is text, and requires an existing pod', async () => {
  const server = startServer()
  await server.post(pods, pod)

  expect((await server.get(`${pods}/p/log`)).status).toBeLessThan(300)
  expect((await server.get(`${pods}/absent/log`)).status).toBe(404)
})
