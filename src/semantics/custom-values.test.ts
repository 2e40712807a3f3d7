import { expect, test } from 'vitest'
import { startServer } from './trial-server.ts'

const definition = {
  apiVersion: 'apiextensions.orch.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Cluster',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-orch-preserve-unknown-fields': true } },
      },
    ],
  },
}

test('[SC11] what a custom resource cannot keep is refused, in JSON and in YAML', async () => {
  const server = startServer()
  await server.post('/apis/apiextensions.orch.io/v1/customresourcedefinitions', definition)
  const path = '/apis/example.com/v1/widgets'
  await expect.poll(async () => (await server.get(path)).status).toBe(200)
  const send = (value: string, type = 'application/json'): ReturnType<typeof server.send> =>
    server.send('POST', path, `{"metadata": {"name": "w"}, "v": ${value}}`, { 'content-type': type })
  for (const value of ['[1e400]', `${'['.repeat(9000)}${']'.repeat(9000)}`])
    expect((await send(value)).status, value.slice(0, 20)).toBe(400)
  expect((await send('9007199254740993', 'application/yaml')).text).toContain('"v":9007199254740993')
})
