import { expect, test } from 'vitest'
import { startServer } from './trial-server.ts'

const classes = '/apis/networking.orch.io/v1/ingressclasses'
const ingresses = '/apis/networking.orch.io/v1/namespaces/default/ingresses'
const isDefault = { 'ingressclass.orch.io/is-default-class': 'true' }
const ingressClass = (name: string, annotations = {}) => ({
  apiVersion: 'networking.orch.io/v1',
  kind: 'IngressClass',
  metadata: { name, annotations },
  spec: { controller: 'example.com/c' },
})
const ingress = (name: string, spec = {}, annotations = {}) => ({
  apiVersion: 'networking.orch.io/v1',
  kind: 'Ingress',
  metadata: { name, annotations },
  spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } }, ...spec },
})

test('[ING9] a new ingress without a class gets the newest default class', async () => {
  const server = startServer()
  expect((await server.post(ingresses, ingress('before'))).body.spec.ingressClassName).toBeUndefined()
  await server.post(classes, ingressClass('plain'))
  await server.post(classes, ingressClass('old', isDefault))
  server.clock.advance(1000)
  await server.post(classes, ingressClass('new', isDefault))

  const none = await server.post(ingresses, ingress('none'))
  const named = await server.post(ingresses, ingress('named', { ingressClassName: 'plain' }))
  const annotated = await server.post(ingresses, ingress('annotated', {}, { 'orch.io/ingress.class': 'plain' }))

  expect(none.body.spec.ingressClassName).toBe('new')
  expect(named.body.spec.ingressClassName).toBe('plain')
  expect(annotated.body.spec.ingressClassName).toBeUndefined()
})
