import { expect, test } from 'vitest'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { apiservices } from './definition.ts'

const metadata = { name: 'v1.a.example.com' }
const spec = { group: 'a.example.com', version: 'v1', groupPriorityMinimum: 1000, versionPriority: 15 }
const errorsOf = (more: object) => tryCreate(apiservices, { metadata, spec: { ...spec, ...more } }).errors

test('[APS1] the name consists of version and group, priorities are required, and the service is local or remote', () => {
  expect(errorsOf({})).toEqual([])
  expect(errorsOf({ version: 'v2' })).toEqual([
    'metadata.name: Invalid value: "v1.a.example.com": must be `spec.version+"."+spec.group`: "v2.a.example.com"',
  ])
  expect(errorsOf({ groupPriorityMinimum: 0, versionPriority: 1001, insecureSkipTLSVerify: true })).toEqual([
    'spec.groupPriorityMinimum: Invalid value: 0: must be positive and less than 20000',
    'spec.versionPriority: Invalid value: 1001: must be positive and less than 1000',
    'spec.insecureSkipTLSVerify: Invalid value: true: local APIServices may not have insecureSkipTLSVerify',
  ])
  expect(errorsOf({ service: { port: 70_000 }, caBundle: 'YQ==', insecureSkipTLSVerify: true })).toEqual([
    'spec.service.namespace: Required value',
    'spec.service.name: Required value',
    'spec.service.port: Invalid value: 70000: port is not valid: must be between 1 and 65535, inclusive',
    'spec.insecureSkipTLSVerify: Invalid value: true: may not be true if caBundle is present',
  ])
})

test('[APS2] a local service is available at once; a remote one waits and defaults to port 443', () => {
  const local = tryCreate(apiservices, { metadata, spec, status: { conditions: [] } }).object
  expect(local).toMatchObject({ status: { conditions: [{ type: 'Available', status: 'True', reason: 'Local' }] } })
  const other = tryCreate(apiservices, { metadata, spec: { ...spec, service: { namespace: 'n', name: 's' } } }).object
  expect(other).toMatchObject({ spec: { service: { port: 443 } } })
  expect(other['status']).toEqual({})
})

test('[APS3] a row shows the serving service and its availability', () => {
  const local = tryCreate(apiservices, { metadata, spec }).object
  expect(cellsOf(apiservices, local).slice(0, 3)).toEqual(['v1.a.example.com', 'Local', 'True'])
  const sent = { metadata, spec: {}, status: { conditions: [{ type: 'Available', status: 'False', reason: 'Gone' }] } }
  const { object, errors } = tryUpdate(apiservices, local, sent, 'status')
  expect(errors).toEqual([])
  expect(cellsOf(apiservices, object)[2]).toBe('False (Gone)')
  const odd = { metadata, status: { conditions: [{ type: 'Available', status: 'Maybe' }] } }
  expect(tryUpdate(apiservices, local, odd, 'status').errors).toEqual([
    'status.conditions[0].status: Unsupported value: "Maybe": supported values: "True", "False", "Unknown"',
  ])
})
