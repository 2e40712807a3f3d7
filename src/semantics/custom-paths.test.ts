import { expect, test } from 'vitest'
import { customDefinition, openSchema } from '#testing/custom-definition.ts'
import { startServer, type TrialServer } from './trial-server.ts'

const widgets = '/apis/example.com/v1/namespaces/default/widgets'

/** Starts a server with a CustomResourceDefinition of widgets. */
async function withWidgets(): Promise<TrialServer> {
  const server = startServer()
  await server.post(
    '/apis/apiextensions.orch.io/v1/customresourcedefinitions',
    customDefinition({ kind: 'Widget', name: 'widgets.example.com', schema: openSchema }),
  )
  await expect.poll(async () => (await server.get(widgets)).status).toBe(200)
  await server.post(widgets, { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a' } })
  return server
}

test('[CRD10] a subresource that a custom resource does not have is 404 with the name of the object, other paths are plain 404s', async () => {
  const server = await withWidgets()

  const part = await server.get(`${widgets}/a/status`)
  const nothing = await server.get('/apis/example.com/v1/gadgets')

  expect(part.body).toMatchObject({ code: 404, message: 'widgets.example.com "a" not found' })
  expect([nothing.status, nothing.text]).toEqual([404, '404 page not found\n'])
})

test('[CRD10] an unsupported method of a custom resource is refused with its verb', async () => {
  const server = await withWidgets()

  const refused = await server.send('OPTIONS', `${widgets}/a`)

  expect(refused.body).toMatchObject({
    code: 405,
    message: ' is not supported on resources of kind "widgets.example.com"',
  })
})

test('[CRD10] a patch cannot change the kind of a custom resource', async () => {
  const server = await withWidgets()

  const refused = await server.patch(`${widgets}/a`, { kind: 'Gadget' })

  expect(refused.body).toMatchObject({ code: 422, reason: 'Invalid' })
  expect(refused.body.message).toContain('must be Widget')
})

test('[CRD10] custom resources are looked up by the verb of the request: HEAD reads, and a missing name is reported with the verb', async () => {
  const server = await withWidgets()

  const heads = [await server.send('HEAD', widgets), await server.send('HEAD', `${widgets}/a`)]
  const put = await server.put(widgets, {})
  const untyped = await server.send('PATCH', widgets, {}, { 'content-type': 'text/plain' })
  const everywhere = await server.post('/apis/example.com/v1/widgets', {})

  expect(heads.map(({ status, text }) => [status, text])).toEqual([
    [200, ''],
    [200, ''],
  ])
  expect([put.status, put.body.message]).toEqual([400, 'name must be provided'])
  expect(untyped.status).toBe(415)
  expect([everywhere.status, everywhere.text]).toEqual([404, '404 page not found\n'])
})

test('[DI1] groups and versions of custom resources are served to every method', async () => {
  const server = await withWidgets()

  for (const path of ['/apis/example.com', '/apis/example.com/v1'])
    expect((await server.post(path, {})).status).toBe(200)
  const { body } = await server.get('/apis/example.com/v1', { accept: 'text/html' })
  expect([body.code, body.details]).toEqual([406, undefined])
})

test('[NE6] a custom object cannot be decoded as a list, but its metadata can be encoded as protobuf', async () => {
  const server = await withWidgets()
  const as = (kind: string, type = 'json'): Record<string, string> => ({
    accept: `application/${type};as=${kind};g=meta.orch.io;v=v1`,
  })

  const list = await server.get(`${widgets}/a`, as('PartialObjectMetadataList'))
  const single = await server.get(widgets, as('PartialObjectMetadata'))
  const message = await server.get(`${widgets}/a`, as('PartialObjectMetadata', 'vnd.orch.protobuf'))

  expect([list.status, list.body.message]).toEqual([500, 'content is not a list'])
  expect(single.body.message).toContain('is a list (*unstructured.UnstructuredList)')
  expect(message.headers.get('content-type')).toBe('application/vnd.orch.protobuf')
})
