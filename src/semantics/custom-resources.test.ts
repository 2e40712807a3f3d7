import { afterEach, expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import { authenticateAllAs } from '#server/auth/authenticator.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import { type Orchard, startOrchard } from '#server/start-orchard.ts'
import type { Log } from '#server/storage/log.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { systemClock } from '#api/system-clock.ts'
import { customDefinition } from '#testing/custom-definition.ts'

const running: Orchard[] = []
afterEach(() => running.splice(0).forEach((orchard) => orchard.close()))

async function start(log: Log) {
  const authenticator = authenticateAllAs(loopbackAdministrator, 'the test')
  const orchard = await startOrchard({ log, clock: systemClock, authenticator, debug: false, freeze: true })
  running.push(orchard)
  return async (method: string, path: string, body?: object, type = 'application/json') => {
    const init = {
      method,
      headers: { 'content-type': type },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    const response = await orchard.fetch(new Request(`http://test${path}`, init))
    return { status: response.status, body: (await response.json()) as ApiObject & { message?: string } }
  }
}

type Call = Awaited<ReturnType<typeof start>>

const books = customDefinition({
  kind: 'Book',
  name: 'books.catalog.example',
  schema: { type: 'object', properties: { stock: { type: 'integer' } } },
})
const crds = '/apis/apiextensions.orch.io/v1/customresourcedefinitions'
const path = '/apis/catalog.example/v1/namespaces/default/books'
const dune = { apiVersion: 'catalog.example/v1', kind: 'Book', metadata: { name: 'dune' }, stock: 41 }

const established = (call: Call): Promise<void> => expect.poll(async () => (await call('GET', path)).status).toBe(200)

test('[CRD10] unsupported subresources and methods of custom resources have their own messages', async () => {
  const call = await start(createMemoryLog({ clock: systemClock }))
  await call('POST', crds, books)
  await established(call)
  expect((await call('POST', path, dune)).status).toBe(201)

  expect((await call('GET', `${path}/dune/scale`)).body.message).toBe('books.catalog.example "dune" not found')
  const put = await call('PUT', path, dune)
  expect(put.status).toBe(400)
  expect(put.body.message).toBe('name must be provided')
})

test('[CRD2] a definition and its objects are restored after a restart', async () => {
  const log = createMemoryLog({ clock: systemClock })
  const before = await start(log)
  await before('POST', crds, books)
  await established(before)
  await before('POST', path, dune)
  running.splice(0).forEach((orchard) => orchard.close())

  const after = await start(log)

  await established(after)
  expect((await after('GET', `${path}/dune`)).body).toMatchObject({ kind: 'Book', stock: 41 })
  expect((await after('POST', path, { ...dune, metadata: { name: 'emma' }, stock: 'nine' })).status).toBe(422)
})
