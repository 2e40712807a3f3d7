import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { mutatingwebhookconfigurations } from '#server/resources/admissionregistration/mutatingwebhookconfigurations/definition.ts'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { validatingwebhookconfigurations } from './definition.ts'

const hook: JsonObject = {
  name: 'a.x.example.com',
  clientConfig: { url: 'https://hooks.example.com/x' },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
}
const errorsOf = (changes: JsonObject): readonly string[] =>
  tryCreate(validatingwebhookconfigurations, { webhooks: [{ ...hook, ...changes }] }).errors

test('[DA1] a row counts the webhooks, and the generation counts changes', () => {
  const { object } = tryCreate(validatingwebhookconfigurations, { webhooks: [hook] })
  object.metadata.creationTimestamp = '2024-01-01T00:00:00Z'
  expect(cellsOf(validatingwebhookconfigurations, object)).toEqual(['x', 1, '24h'])
  expect(object.metadata.generation).toBe(1)
  const same = tryUpdate(validatingwebhookconfigurations, object, {
    metadata: { labels: { a: 'b' } },
    webhooks: [hook],
  })
  expect(same.object.metadata.generation).toBe(1)
  const other = tryUpdate(validatingwebhookconfigurations, object, { webhooks: [{ ...hook, timeoutSeconds: 3 }] })
  expect(other.object.metadata.generation).toBe(2)
})

test('[DA2] optional fields of a webhook are defaulted', () => {
  const rules = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] }]
  const service = { name: 's', namespace: 'n' }
  const { object, errors } = tryCreate(mutatingwebhookconfigurations, {
    webhooks: [{ ...hook, rules, clientConfig: { service } }],
  })
  expect(errors).toEqual([])
  expect(object['webhooks']).toEqual([
    {
      ...hook,
      clientConfig: { service: { ...service, port: 443 } },
      rules: [{ ...rules[0], scope: '*' }],
      failurePolicy: 'Fail',
      matchPolicy: 'Equivalent',
      namespaceSelector: {},
      objectSelector: {},
      timeoutSeconds: 10,
      reinvocationPolicy: 'Never',
    },
  ])
})

test('[DA3] a rule lists operations, groups, versions and resources; `*` must be the only entry', () => {
  const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }
  const path = 'webhooks[0].rules[0]'
  expect(errorsOf({ rules: [{}] })).toEqual(
    ['operations', 'apiGroups', 'apiVersions', 'resources'].map((name) => `${path}.${name}: Required value`),
  )
  expect(errorsOf({ rules: [{ ...rule, operations: ['*', 'NOPE'], scope: 'Odd' }] })).toEqual([
    `${path}.operations: Invalid value: ["*","NOPE"]: if '*' is present, must not specify other operations`,
    `${path}.operations[1]: Unsupported value: "NOPE": supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"`,
    `${path}.scope: Unsupported value: "Odd": supported values: "*", "Cluster", "Namespaced"`,
  ])
  expect(errorsOf({ rules: [{ ...rule, resources: ['pods/*', 'pods/status', '*/status', 'x/status', ''] }] })).toEqual([
    `${path}.resources[1]: Invalid value: "pods/status": if 'pods/*' is present, must not specify pods/status`,
    `${path}.resources[3]: Invalid value: "x/status": if '*/status' is present, must not specify x/status`,
    `${path}.resources[4]: Required value`,
  ])
  expect(errorsOf({ rules: [{ ...rule, resources: ['*/*', 'pods'] }] })).toEqual([
    `${path}.resources: Invalid value: ["*/*","pods"]: if '*/*' is present, must not specify other resources`,
  ])
})

test('[DA4] a webhook has either an https URL or a service', () => {
  const one = 'webhooks[0].clientConfig: Required value: exactly one of url or service is required'
  expect(errorsOf({ clientConfig: {} })).toEqual([one])
  expect(errorsOf({ clientConfig: { url: 'https://a', service: { name: 's', namespace: 'n' } } })).toEqual([one])
  const form = 'desired format: https://host[/path]'
  expect(errorsOf({ clientConfig: { url: 'http://u:p@/x?a=b#c' } })).toEqual([
    `webhooks[0].clientConfig.url: Invalid value: "http": 'https' is the only allowed URL scheme; ${form}`,
    `webhooks[0].clientConfig.url: Invalid value: "": host must be specified; ${form}`,
    'webhooks[0].clientConfig.url: Invalid value: "u:p": user information is not permitted in the URL',
    'webhooks[0].clientConfig.url: Invalid value: "c": fragments are not permitted in the URL',
    'webhooks[0].clientConfig.url: Invalid value: "a=b": query parameters are not permitted in the URL',
  ])
  expect(errorsOf({ clientConfig: { url: ':x' } })).toEqual([
    `webhooks[0].clientConfig.url: Required value: url must be a valid URL: parse ":x": missing protocol scheme; ${form}`,
  ])
  const refused = (url: string, why: string): string =>
    `webhooks[0].clientConfig.url: Required value: url must be a valid URL: parse "${url}": ${why}; ${form}`
  for (const [url, why] of [
    ['https://[::1/', "missing ']' in host"],
    ['https://a%41b/', 'invalid URL escape "%41"'],
    ['https://[1.2.3.4]/', 'invalid IP-literal'],
  ] as const)
    expect(errorsOf({ clientConfig: { url } })).toEqual([refused(url, why)])
  expect(errorsOf({ clientConfig: { url: 'https://a"b/x' } })).toEqual([])
  expect(errorsOf({ clientConfig: { url: 'https://@a/' } })).toEqual([
    'webhooks[0].clientConfig.url: Invalid value: "": user information is not permitted in the URL',
  ])
  const service = 'webhooks[0].clientConfig.service'
  expect(errorsOf({ clientConfig: { service: { name: 's', namespace: '', port: 70000, path: 'x/B' } } })).toEqual([
    `${service}.name: Required value`,
    `${service}.port: Invalid value: 70000: port is not valid: must be between 1 and 65535, inclusive`,
    `${service}.path: Invalid value: "x/B": must start with a '/'`,
    `${service}.path: Invalid value: "x/B": segment[0] may not be empty`,
    expect.stringMatching(
      /^webhooks\[0\]\.clientConfig\.service\.path: Invalid value: "x\/B": segment\[1\]: a lowercase/,
    ),
  ])
})

test('[DA5] a webhook has a unique fully qualified name, no side effects, and an AdmissionReview version that the server supports', () => {
  expect(
    errorsOf({ name: 'a.b', sideEffects: 'Some', timeoutSeconds: 31, admissionReviewVersions: ['v2', 'v2'] }),
  ).toEqual([
    'webhooks[0].name: Invalid value: "a.b": should be a domain with at least three segments separated by dots',
    'webhooks[0].sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"',
    'webhooks[0].timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds',
    'webhooks[0].admissionReviewVersions[1]: Invalid value: "v2": duplicate version',
    'webhooks[0].admissionReviewVersions: Invalid value: ["v2","v2"]: must include at least one of v1, v1beta1',
  ])
  const { sideEffects: _, admissionReviewVersions: __, ...rest } = hook
  expect(tryCreate(validatingwebhookconfigurations, { webhooks: [rest] }).errors).toEqual([
    'webhooks[0].sideEffects: Required value: must specify one of None, NoneOnDryRun',
    'webhooks[0].admissionReviewVersions: Required value: must specify one of v1, v1beta1',
  ])
  expect(tryCreate(validatingwebhookconfigurations, { webhooks: [hook, hook] }).errors).toEqual([
    'webhooks[1].name: Duplicate value: "a.x.example.com"',
  ])
  const { object: live } = tryCreate(validatingwebhookconfigurations, { webhooks: [{ ...hook, sideEffects: 'Some' }] })
  expect(
    tryUpdate(validatingwebhookconfigurations, live, { webhooks: [{ ...hook, sideEffects: 'Some' }] }).errors,
  ).toEqual([])
})

test('[DA6] match conditions have unique names and valid expressions', () => {
  const matchConditions = [{ name: 'a', expression: ' ' }, { name: 'a', expression: 'true' }, { expression: 'true' }]
  expect(errorsOf({ matchConditions })).toEqual([
    'webhooks[0].matchConditions[0].expression: Required value',
    'webhooks[0].matchConditions[1].name: Duplicate value: "a"',
    'webhooks[0].matchConditions[2].name: Required value',
  ])
})
