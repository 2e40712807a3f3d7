import { expect, test } from 'vitest'
import { startServer, type TrialServer } from './trial-server.ts'

const widgets = '/apis/example.com/v1/namespaces/default/widgets'

/** A server on which widgets are served. */
async function withWidgets(): Promise<TrialServer> {
  const server = startServer()
  const schema = { openAPIV3Schema: { type: 'object', 'x-orch-preserve-unknown-fields': true } }
  await server.post('/apis/apiextensions.orch.io/v1/customresourcedefinitions', {
    apiVersion: 'apiextensions.orch.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  })
  await expect.poll(async () => (await server.get(widgets)).status).toBe(200)
  await server.post(widgets, { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a' } })
  return server
}

test('[CRD10] a part that a custom resource does not have is told by the object, other paths plainly', async () => {
  const server = await withWidgets()

  const part = await server.get(`${widgets}/a/status`)
  const nothing = await server.get('/apis/example.com/v1/gadgets')

  expect(part.body).toMatchObject({ code: 404, message: 'widgets.example.com "a" not found' })
  expect([nothing.status, nothing.text]).toEqual([404, '404 page not found\n'])
})

test('[CRD10] a method that a custom resource does not have is refused by its verb', async () => {
  const server = await withWidgets()

  const refused = await server.send('POST', `${widgets}/a`, {})

  expect(refused.body).toMatchObject({
    code: 405,
    message: 'create is not supported on resources of kind "widgets.example.com"',
  })
})

test('[CRD10] a patch can not make another kind of a custom resource', async () => {
  const server = await withWidgets()

  const refused = await server.patch(`${widgets}/a`, { kind: 'Gadget' })

  expect(refused.body).toMatchObject({ code: 422, reason: 'Invalid' })
  expect(refused.body.message).toContain('must be Widget')
})
