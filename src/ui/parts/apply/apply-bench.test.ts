import { expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import { configMapResource as resource } from '#testing/found-resources.ts'
import { labOnHost } from '#testing/lab-on-host.ts'
import { startTrial } from '#ui/trials/trial.ts'
import { fileOf, managersOf, ownedFields, without } from './files.ts'
import { clientSideRequest, migrationOf, migrationRequest } from './migrate.ts'
import { carryOut, forecast } from './negotiate.ts'

const path = '/api/v1/namespaces/default/configmaps/prices'
const actor = { name: 'alice', groups: [] }
const head = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'prices', namespace: 'default' } }

/** A trial of a cluster in which orchctl applied a ConfigMap. */
async function applied() {
  const { requests, send } = await labOnHost()
  const file = { ...head, data: { vat: '7', currency: 'EUR' } }
  await send('PATCH', `${path}?fieldManager=orchctl`, file, { 'content-type': 'application/apply-patch+yaml' })
  const trial = await startTrial(requests)
  const read = async (): Promise<ApiObject> => trial.read<ApiObject>(path)
  return { trial, read, file }
}

test('[AN1] a manager’s file holds what it applied before, or a field that it wants to change', async () => {
  const { trial, read, file } = await applied()
  const object = await read()
  expect(managersOf(object, ['alice'])).toEqual(['orchctl', 'alice'])
  expect(fileOf(object, resource, 'orchctl')).toEqual(file)
  expect(fileOf(object, resource, 'alice')).toEqual({ ...head, data: { currency: 'EUR-1' } })
  trial.end()
})

test('[AN2] [AN3] each choice does what its dry run said: apply is refused, force takes the field, giving up leaves it', async () => {
  const { trial, read } = await applied()
  const before = await read()
  const text = JSON.stringify({ ...head, data: { vat: '8', note: 'new' } })
  const alice = { manager: 'alice', text, actor }
  const { apply, force, 'give-up': giveUp } = await forecast(trial, path, before, alice)
  expect(apply.exchange).toMatchObject({ code: 409, status: { reason: 'Conflict' } })
  expect(force.changes).toEqual([
    { manager: 'orchctl', lost: ['.data.vat'], gained: [] },
    { manager: 'alice', lost: [], gained: expect.arrayContaining(['.data.vat', '.data.note']) },
  ])
  expect(JSON.parse(giveUp.body)).toEqual({ ...head, data: { note: 'new' } })
  expect(giveUp.exchange.code).toBe(200)
  // A dry run stores nothing.
  expect(await read()).toEqual(before)

  const done = await carryOut(trial, path, alice, { choice: 'force', body: force.body })
  expect(done.object).toMatchObject({ data: { vat: '8', currency: 'EUR', note: 'new' } })
  const owners = new Map(ownedFields(await read()).map((field) => [field.path, field.managers]))
  expect(owners.get('.data.vat')).toEqual([{ name: 'alice', operation: 'Apply' }])
  expect(owners.get('.data.currency')).toEqual([{ name: 'orchctl', operation: 'Apply' }])
  trial.end()
})

test('[AN2] a field is left out of a file, also inside of a list', () => {
  const containers = [
    { name: 'web', image: 'a', tty: true },
    { name: 'log', image: 'b' },
  ]
  const steps = ['f:containers', 'k:{"name":"web"}', 'f:image']
  expect(without({ containers }, steps)).toEqual({ containers: [{ name: 'web', tty: true }, containers[1]] })
  expect(without({ containers }, ['f:containers', 'k:{"name":"log"}'])).toEqual({ containers: [containers[0]] })
  expect(without({ containers }, ['f:other', 'f:x'])).toEqual({ containers })
  // An empty map is removed too, because the manager would own it.
  expect(without({ kind: 'A', spec: { replicas: 3 } }, ['f:spec', 'f:replicas'])).toEqual({ kind: 'A' })
})

test('[AN4] after the migration from client-side apply, what the manager leaves out is removed; before, it stays', async () => {
  const { requests, send } = await labOnHost()
  const annotations = { 'kubectl.example/last-applied-configuration': '{}' }
  const client = { ...head, metadata: { ...head.metadata, annotations }, data: { vat: '7', currency: 'EUR' } }
  await send('POST', '/api/v1/namespaces/default/configmaps?fieldManager=client', client)
  const trial = await startTrial(requests)
  const read = async (): Promise<ApiObject> => trial.read<ApiObject>(path)
  const apply = async (data: Record<string, string>): Promise<ApiObject> => {
    const negotiator = { manager: 'alice', text: '', actor }
    await carryOut(trial, path, negotiator, { choice: 'apply', body: JSON.stringify({ ...head, data }) })
    return read()
  }
  await apply({ vat: '7', currency: 'EUR' })
  const kept = await apply({ vat: '7' })
  expect(kept).toMatchObject({ data: { vat: '7', currency: 'EUR' } })

  const migration = migrationOf(kept, 'alice')
  if (migration === null) throw new Error('no migration')
  // Two values, the annotation, and the two maps around them.
  expect(migration).toMatchObject({ from: 'client', fields: 5 })
  expect((await trial.send(migrationRequest(path, kept, migration), actor)).code).toBe(200)
  const migrated = await read()
  expect(migrationOf(migrated, 'alice')).toBeNull()
  expect(migrated).toMatchObject({ data: { vat: '7', currency: 'EUR' } })
  const after = await apply({ vat: '7' })
  expect(after).toHaveProperty('data', { vat: '7' })
  trial.end()
})

test('[AN4] a manager that applies on the server is shown as before its migration, then migrated back', async () => {
  const { trial, read, file } = await applied()
  const object = await read()
  expect(clientSideRequest(path, object, { manager: 'alice', file, vocabulary: 'orch' })).toBeNull()
  const request = clientSideRequest(path, object, { manager: 'orchctl', file, vocabulary: 'orch' })
  if (request === null) throw new Error('no request')
  const inOthers = clientSideRequest(path, object, { manager: 'orchctl', file, vocabulary: 'kubernetes' })
  expect(inOthers?.body).toContain('kubectl.kubernetes.io/last-applied-configuration')
  expect((await trial.send(request, actor)).code).toBe(200)
  const before = await read()
  const migration = migrationOf(before, 'orchctl')
  expect(migration?.from).toBe('orchctl')
  if (migration === null) throw new Error('no migration')
  expect((await trial.send(migrationRequest(path, before, migration), actor)).code).toBe(200)
  const owners = ownedFields(await read()).find((field) => field.path === '.data.vat')?.managers
  expect(owners).toEqual([{ name: 'orchctl', operation: 'Apply' }])
  trial.end()
})
