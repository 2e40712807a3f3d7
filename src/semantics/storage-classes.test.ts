import { expect, test } from 'vitest'
import { startServer } from './trial-server.ts'

const claims = '/api/v1/namespaces/default/persistentvolumeclaims'
const classes = '/apis/storage.orch.io/v1/storageclasses'
const isDefault = { 'storageclass.orch.io/is-default-class': 'true' }

const storageClass = (name: string, more: object = {}) => ({
  apiVersion: 'storage.orch.io/v1',
  kind: 'StorageClass',
  metadata: { name, ...more },
  provisioner: 'example.com/disks',
})

const claim = (name: string, spec: object = {}, annotations: Record<string, string> = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, annotations },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
})

test('[PVC6] a claim without a class gets the newest default class', async () => {
  const server = startServer()
  await server.post(classes, storageClass('older', { annotations: isDefault }))
  server.clock.advance(5000)
  await server.post(classes, storageClass('newer', { annotations: isDefault }))
  await server.post(classes, storageClass('other'))

  const classOf = async (sent: object): Promise<unknown> => (await server.post(claims, sent)).body.spec.storageClassName
  expect(await classOf(claim('a'))).toBe('newer')
  expect(await classOf(claim('b', { storageClassName: '' }))).toBe('')
  expect(await classOf(claim('c', {}, { 'volume.beta.orch.io/storage-class': 'other' }))).toBeUndefined()
})

test('[PVC6] without a default class a claim keeps none', async () => {
  const server = startServer()
  await server.post(classes, storageClass('other'))
  expect((await server.post(claims, claim('a'))).body.spec).not.toHaveProperty('storageClassName')
})

test('[PVC7] a bound claim can be expanded only if its class allows it', async () => {
  const server = startServer()
  await server.post(classes, { ...storageClass('rigid') })
  await server.post(classes, { ...storageClass('elastic'), allowVolumeExpansion: true })

  const grow = async (name: string, storageClassName: string) => {
    await server.post(claims, claim(name, { storageClassName }))
    await server.send(
      'PATCH',
      `${claims}/${name}/status`,
      { status: { phase: 'Bound', capacity: { storage: '1Gi' } } },
      {
        'content-type': 'application/merge-patch+json',
      },
    )
    return server.patch(`${claims}/${name}`, { spec: { resources: { requests: { storage: '2Gi' } } } })
  }
  expect((await grow('a', 'elastic')).body.spec.resources).toEqual({ requests: { storage: '2Gi' } })
  expect((await grow('b', 'rigid')).body).toMatchObject({
    code: 403,
    message:
      'persistentvolumeclaims "b" is forbidden: only dynamically provisioned pvc can be resized and the storageclass ' +
      'that provisions the pvc must support resize',
  })
  expect((await grow('c', 'absent')).status).toBe(403)
})
