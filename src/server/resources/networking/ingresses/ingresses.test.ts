import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { ingresses } from './definition.ts'

const backend = { service: { name: 's', port: { number: 80 } } }
const errorsOf = (spec: JsonObject): readonly string[] => tryCreate(ingresses, { spec }).errors
const pathErrors = (item: JsonObject): readonly string[] =>
  errorsOf({ rules: [{ http: { paths: [{ backend, ...item }] } }] }).map((text) =>
    text.replace('spec.rules[0].http.paths[0]', ''),
  )

test('[ING1] an ingress requires rules or a default backend', () => {
  expect(errorsOf({})).toEqual(['spec: Invalid value: null: either `defaultBackend` or `rules` must be specified'])
  expect(errorsOf({ rules: [] })).toEqual([
    'spec: Invalid value: []: either `defaultBackend` or `rules` must be specified',
  ])
  expect(errorsOf({ defaultBackend: backend })).toEqual([])
  const tls = [{ hosts: ['*.a.example', 'B_'], secretName: 'S' }]
  expect(errorsOf({ defaultBackend: backend, tls, ingressClassName: 'C_' }).map((text) => text.slice(0, 44))).toEqual([
    'spec.tls[0].hosts[1]: Invalid value: "B_": a',
    'spec.tls[0].secretName: Invalid value: "S": ',
    'spec.ingressClassName: Invalid value: "C_": ',
  ])
})

test('[ING2] hosts are DNS names or wildcards, and an HTTP rule has paths', () => {
  expect(errorsOf({ rules: [{ host: '1.2.3.4', http: { paths: [] } }] })).toEqual([
    'spec.rules[0].host: Invalid value: "1.2.3.4": must be a DNS name, not an IP address',
    'spec.rules[0].http.paths: Required value',
  ])
  expect(errorsOf({ rules: [{ host: '*.a.example' }] })).toEqual([])
  expect(errorsOf({ rules: [{ host: 'a.*.example' }] })[0]).toContain('a wildcard DNS-1123 subdomain must start with')
})

test('[ING3] a backend is a service with one port, or a resource', () => {
  const resource = { kind: 'K', name: 'n' }
  expect(errorsOf({ defaultBackend: {} })).toEqual([
    'spec.defaultBackend: Invalid value: "": resource or service backend is required',
  ])
  expect(errorsOf({ defaultBackend: { ...backend, resource } })).toEqual([
    'spec.defaultBackend: Invalid value: "": cannot set both resource and service backends',
  ])
  expect(errorsOf({ defaultBackend: { resource: { apiGroup: 'A', kind: 'a/b' } } }).length).toBe(3)
  expect(errorsOf({ defaultBackend: { service: { name: '', port: { name: 'a', number: 1 } } } })).toEqual([
    'spec.defaultBackend.service.name: Required value',
    'spec.defaultBackend: Invalid value: "": cannot set both port name & port number',
  ])
  expect(errorsOf({ defaultBackend: { service: { name: 's' } } })).toEqual([
    'spec.defaultBackend: Required value: port name or number is required',
  ])
  expect(errorsOf({ defaultBackend: { service: { name: 's', port: { number: 70_000 } } } })).toEqual([
    'spec.defaultBackend.service.port.number: Invalid value: 70000: must be between 1 and 65535, inclusive',
  ])
})

test('[ING4] a path is absolute and normalized, unless its type is ImplementationSpecific', () => {
  expect(pathErrors({ path: '/x' })).toEqual(['.pathType: Required value: pathType must be specified'])
  expect(pathErrors({ path: '/a//b/%2F/.', pathType: 'Prefix' })).toEqual([
    '.path: Invalid value: "/a//b/%2F/.": must not contain \'//\'',
    '.path: Invalid value: "/a//b/%2F/.": must not contain \'%2F\'',
    '.path: Invalid value: "/a//b/%2F/.": cannot end with \'/.\'',
  ])
  expect(pathErrors({ pathType: 'Exact' })).toEqual(['.path: Invalid value: "": must be an absolute path'])
  expect(pathErrors({ path: '/a//b', pathType: 'ImplementationSpecific' })).toEqual([])
  expect(pathErrors({ pathType: 'ImplementationSpecific' })).toEqual([])
  expect(pathErrors({ path: '/', pathType: 'Odd' })).toEqual([
    '.pathType: Unsupported value: "Odd": supported values: "Exact", "ImplementationSpecific", "Prefix"',
  ])
})

test('[ING5] the class annotation is deprecated and must not contradict the field', () => {
  const metadata = { annotations: { 'orch.io/ingress.class': 'a' } }
  const old = tryCreate(ingresses, { metadata, spec: { defaultBackend: backend } })
  expect(old.errors).toEqual([])
  expect(old.warnings).toEqual([
    'annotation "orch.io/ingress.class" is deprecated, please use \'spec.ingressClassName\' instead',
  ])
  const both = tryCreate(ingresses, { metadata, spec: { defaultBackend: backend, ingressClassName: 'b' } })
  expect(both.warnings).toEqual([])
  expect(both.errors).toEqual([
    'annotations.orch.io/ingress.class: Invalid value: "a": must match `ingressClassName` when both are specified',
  ])
})

test('[ING6] addresses and host names of a load balancer are valid', () => {
  const live = tryCreate(ingresses, { spec: { defaultBackend: backend } }).object
  const point = { ip: 'x', hostname: '1.2.3.4' }
  expect(tryUpdate(ingresses, live, { status: { loadBalancer: { ingress: [point] } } }, 'status').errors).toEqual([
    'status.loadBalancer.ingress[0].ip: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    'status.loadBalancer.ingress[0].hostname: Invalid value: "1.2.3.4": must be a DNS name, not an IP address',
  ])
})

test('[ING12] a status address that is not in canonical form is warned of', () => {
  const { object } = tryCreate(ingresses, { spec: { defaultBackend: backend } })
  const status = { loadBalancer: { ingress: [{ hostname: 'a' }, { ip: '01.2.3.4' }] } }
  expect(tryUpdate(ingresses, object, { ...object, status }, 'status').warnings).toEqual([
    'status.loadBalancer.ingress[1]: non-standard IP address "01.2.3.4" will be considered invalid in a future Orch release: use "1.2.3.4"',
  ])
})

test('[ING7] updates of status and spec do not change each other', () => {
  const status = { loadBalancer: { ingress: [{ ip: '192.0.2.7' }] } }
  const live = tryCreate(ingresses, { spec: { defaultBackend: backend }, status }).object
  expect(live['status']).toEqual({ loadBalancer: {} })
  const seen = tryUpdate(ingresses, live, { spec: {}, status }, 'status').object
  expect(seen).toMatchObject({ spec: { defaultBackend: backend }, status, metadata: { generation: 1 } })
})

test('[GN1] a new object has generation 1, whatever was sent', () => {
  const { object } = tryCreate(ingresses, { metadata: { generation: 42 }, spec: { defaultBackend: backend } })
  expect(object.metadata.generation).toBe(1)
})

test('[GN2] only a changed spec increments the generation', () => {
  const live = tryCreate(ingresses, { spec: { defaultBackend: backend } }).object
  const generation = (sent: JsonObject): number | undefined =>
    tryUpdate(ingresses, live, sent).object.metadata.generation
  expect(generation({ metadata: { labels: { a: 'b' } }, spec: { defaultBackend: backend, rules: [] } })).toBe(1)
  expect(generation({ spec: { defaultBackend: backend, ingressClassName: 'c' } })).toBe(2)
})

test('[ING8] a row shows class, at most three hosts, addresses and ports', () => {
  const rules = ['a', 'b', 'c', 'd', 'e'].map((host) => ({ host }))
  const { object } = tryCreate(ingresses, { spec: { ingressClassName: 'k', rules, tls: [{}] } })
  object['status'] = {
    loadBalancer: { ingress: [{ ip: '192.0.2.8' }, { hostname: 'a.example' }, { ip: '192.0.2.7' }] },
  }
  expect(cellsOf(ingresses, object).slice(1, 5)).toEqual([
    'k',
    'a,b,c + 2 more...',
    '192.0.2.7,192.0.2.8,a.example',
    '80, 443',
  ])
  const bare = tryCreate(ingresses, { spec: { defaultBackend: backend } }).object
  expect(cellsOf(ingresses, bare).slice(1, 5)).toEqual(['<none>', '*', '', '80'])
})
