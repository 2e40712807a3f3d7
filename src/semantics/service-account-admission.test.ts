import { expect, test } from 'vitest'
import { startServer } from './trial-server.ts'

const base = '/api/v1/namespaces/default'
const pod = (name: string, spec: object = {}, annotations: Record<string, string> = {}) => ({
  metadata: { name, annotations },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
})

test('[SAP1] a pod requires an existing service account, and gets its token', async () => {
  const server = startServer({ admission: { enabled: ['ServiceAccount'] } })
  const refused = await server.post(`${base}/pods`, pod('p'))
  expect(refused.status).toBe(403)
  expect(refused.body.message).toBe(
    'pods "p" is forbidden: error looking up service account default/default: serviceaccount "default" not found',
  )
  await server.post(`${base}/serviceaccounts`, { metadata: { name: 'default' }, imagePullSecrets: [{ name: 's' }] })
  const { spec } = (await server.post(`${base}/pods`, pod('p'))).body
  expect(spec).toMatchObject({
    serviceAccount: 'default',
    serviceAccountName: 'default',
    imagePullSecrets: [{ name: 's' }],
    volumes: [{ projected: { defaultMode: 420, sources: [{ serviceAccountToken: { path: 'token' } }, {}, {}] } }],
  })
  expect(spec.containers[0].volumeMounts).toEqual([
    { name: spec.volumes[0].name, readOnly: true, mountPath: '/var/run/secrets/orch.io/serviceaccount' },
  ])
})

test('[SAP1] no token if pod or account opts out, nothing for mirror pods, and nothing unless the plugin is enabled', async () => {
  const server = startServer({ admission: { enabled: ['ServiceAccount'] } })
  const account = { metadata: { name: 'default' }, automountServiceAccountToken: false }
  await server.post(`${base}/serviceaccounts`, account)
  expect((await server.post(`${base}/pods`, pod('a'))).body.spec.volumes).toBeUndefined()
  const asked = await server.post(`${base}/pods`, pod('b', { automountServiceAccountToken: true }))
  expect(asked.body.spec.volumes).toHaveLength(1)
  const mirror = { 'orch.io/config.mirror': 'x' }
  const odd = await server.post(`${base}/pods`, pod('m', { serviceAccountName: 'default' }, mirror))
  expect(odd.body.message).toContain('a mirror pod may not reference service accounts')
  const plain = startServer()
  expect((await plain.post(`${base}/pods`, pod('p'))).body.spec.serviceAccountName).toBeUndefined()
})
