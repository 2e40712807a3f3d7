import { expect, test } from 'vitest'
import { type TrialServer, startServer } from './trial-server.ts'

const definitions = '/apis/apiextensions.orch.io/v1/customresourcedefinitions'
const widgets = '/apis/example.com/v1/widgets'
const definition = (plural: string, schema: string): string =>
  `{"apiVersion":"apiextensions.orch.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"${plural}.example.com"},` +
  `"spec":{"group":"example.com","scope":"Cluster","names":{"plural":"${plural}","kind":"K${plural}"},"versions":` +
  `[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":${schema}}}]}}`
const open = '{"type":"object","x-orch-preserve-unknown-fields":true}'
const maps = (levels: number, leaf = '1'): string => `${'{"a":'.repeat(levels)}${leaf}${'}'.repeat(levels)}`
const schema = (levels: number): string =>
  `${'{"type":"object","properties":{"a":'.repeat(levels)}{"type":"string"}${'}}'.repeat(levels)}`

async function withWidgets(): Promise<TrialServer> {
  const server = startServer({ freeze: false })
  await server.send('POST', definitions, definition('widgets', open))
  await expect.poll(async () => (await server.get(widgets)).status).toBe(200)
  return server
}

type TrialRequest = readonly [what: string, method: string, path: string, body: string, type?: string]

const requestsOf = (name: string, value: string): readonly TrialRequest[] => {
  const object = `{"apiVersion":"example.com/v1","kind":"Kwidgets","metadata":{"name":"${name}"},"spec":${value}}`
  const yaml = object.replace('{"apiVersion":', '{apiVersion: ')
  const path = `${widgets}/${name}`
  return [
    ['create', 'POST', widgets, object],
    ['create by YAML', 'POST', `${widgets}?dryRun=All`, yaml.replace(`"${name}"`, `"${name}y"`), 'application/yaml'],
    ['apply', 'PATCH', `${path}?fieldManager=m&force=true`, object, 'application/apply-patch+yaml'],
    ['JSON patch', 'PATCH', path, `[{"op":"add","path":"/x","value":${value}}]`, 'application/json-patch+json'],
    ['merge patch', 'PATCH', path, `{"x":${value}}`, 'application/merge-patch+json'],
    ['unknown field', 'POST', '/api/v1/namespaces/default/configmaps', `{"metadata":{"name":"${name}"},"x":${value}}`],
    ['strategic', 'PATCH', '/api/v1/namespaces/default', `{"x":${value}}`, 'application/strategic-merge-patch+json'],
  ]
}

async function statuses(server: TrialServer, name: string, value: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const [what, method, path, body, type = 'application/json'] of requestsOf(name, value))
    found[what] = (await server.send(method, path, body, { 'content-type': type })).status
  return found
}

test('[ER6] values nested 900 levels deep are kept by every kind of write', async () => {
  const server = await withWidgets()
  const found = await statuses(server, 'w', maps(900))
  for (const what of ['create', 'create by YAML', 'apply', 'JSON patch', 'merge patch'])
    expect([200, 201], what).toContain(found[what])
  expect(server.facts.filter(({ type }) => type === 'panic')).toEqual([])
})

test('[ER6] deeper nesting is refused, and the stack does not overflow', async () => {
  const server = await withWidgets()
  await server.send('POST', widgets, '{"apiVersion":"example.com/v1","kind":"Kwidgets","metadata":{"name":"w0"}}')
  for (const levels of [1_100, 2_500, 9_000, 10_100])
    for (const [what, status] of Object.entries(await statuses(server, 'w0', maps(levels)))) {
      // An unknown field of a kind without such a field is dropped, however deep it is.
      const expected = what === 'unknown field' && levels < 10_000 ? [201, 409] : [400]
      expect(expected, `${what} ${levels}`).toContain(status)
    }
  expect(server.facts.filter(({ type }) => type === 'panic')).toEqual([])
})

test('[ER6] a definition may be as deep as its schema limit, or is refused', async () => {
  const server = startServer({ freeze: false })
  const kept = await server.send('POST', definitions, definition('shallow', schema(100)))
  expect(kept.status, kept.text.slice(0, 300)).toBe(201)
  for (const levels of [200, 1_000, 4_000])
    for (const [method, path, type] of [
      ['POST', definitions, 'application/json'],
      ['PATCH', `${definitions}/deep.example.com?fieldManager=m`, 'application/apply-patch+yaml'],
    ] as const) {
      const { status } = await server.send(method, path, definition('deep', schema(levels)), { 'content-type': type })
      expect(status, `${method} ${levels}`).toBe(400)
    }
  expect(server.facts.filter(({ type }) => type === 'panic')).toEqual([])
})
