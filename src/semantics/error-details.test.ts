import { expect, test } from 'vitest'
import { startServer, type TrialServer } from './trial-server.ts'

const namespaced = (group: string, resource: string): string =>
  `/${group === '' ? 'api/v1' : `apis/${group}`}/namespaces/default/${resource}`

/** Returns the causes of a refusal as `field: message`. */
async function causes(server: TrialServer, path: string, body: object): Promise<readonly string[]> {
  const answer = await server.post(`${path}?dryRun=All`, body)
  const found = (answer.body.details?.causes ?? []) as { field: string; message: string }[]
  return found.map(({ field, message }) => `${field}: ${message}`)
}

test('[HPA2] a metric with two sources is refused with the faults of the second, then of the pair', async () => {
  const metric = {
    type: 'Resource',
    resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
    pods: { target: { averageValue: '-1' } },
  }
  const spec = { scaleTargetRef: { apiVersion: 'a/v1', kind: 'D', name: 'd' }, maxReplicas: 2, metrics: [metric] }
  const path = namespaced('autoscaling/v2', 'horizontalpodautoscalers')
  expect(await causes(startServer(), path, { metadata: { name: 'h' }, spec })).toEqual([
    'spec.metrics[0].pods.metric.name: Required value: must specify a metric name',
    'spec.metrics[0].pods.target.type: Required value: must specify a metric target type',
    'spec.metrics[0].pods.target.type: Invalid value: "": must be either Utilization, Value, or AverageValue',
    'spec.metrics[0].pods.target.averageValue: Invalid value: "-1": must be positive',
    'spec.metrics[0].pods: Forbidden: must populate the given metric source only',
  ])
})

test('[EPS1] an empty protocol is not the default protocol', async () => {
  const ports = [{ port: 80, protocol: '' }]
  const slice = { metadata: { name: 'e' }, addressType: 'IPv4', endpoints: [], ports }
  expect(await causes(startServer(), namespaced('discovery.orch.io/v1', 'endpointslices'), slice)).toEqual([
    'ports[0].protocol: Unsupported value: "": supported values: "SCTP", "TCP", "UDP"',
  ])
})

test('[PV1] an empty capacity is missing and lists what is supported', async () => {
  const spec = { capacity: {}, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } }
  expect(await causes(startServer(), '/api/v1/persistentvolumes', { metadata: { name: 'v' }, spec })).toEqual([
    'spec.capacity: Required value',
    'spec.capacity: Unsupported value: {}: supported values: "storage"',
  ])
})

test('[JOB3] absent exit codes are shown as null', async () => {
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } }
  const rules = [{ action: 'FailJob', onExitCodes: { operator: 'In', values: null } }]
  const spec = { podFailurePolicy: { rules }, template }
  expect(await causes(startServer(), namespaced('batch/v1', 'jobs'), { metadata: { name: 'j' }, spec })).toEqual([
    'spec.podFailurePolicy.rules[0].onExitCodes.values: Invalid value: null: at least one value is required',
  ])
})

test('[JOB4] a selector that the client sent is shown as sent, with the labels that the server added', async () => {
  const server = startServer()
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } }
  const job = { metadata: { name: 'j' }, spec: { selector: { matchLabels: { a: 'b' } }, template } }
  const [selector, labels] = await causes(server, namespaced('batch/v1', 'jobs'), job)
  expect(selector).toMatch(
    /^spec\.selector: Invalid value: \{"matchLabels":\{"a":"b","batch\.orch\.io\/controller-uid":"[-0-9a-f]+"\}\}: `selector` not auto-generated$/,
  )
  expect(labels).toMatch(/^spec\.template\.metadata\.labels: Invalid value: \{"batch\.orch\.io\/controller-uid":/)
})

test('[DRA2] an attribute that is no identifier is explained, and lacks its domain', async () => {
  const requests = [{ name: 'r', exactly: { deviceClassName: 'c' } }]
  const spec = { devices: { requests, constraints: [{ matchAttribute: 'Odd_Value!' }] } }
  const path = namespaced('resource.orch.io/v1', 'resourceclaims')
  const at = 'spec.devices.constraints[0].matchAttribute: Invalid value: "Odd_Value!"'
  expect(await causes(startServer(), path, { metadata: { name: 'c' }, spec })).toEqual([
    `${at}: a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')`,
    `${at}: must include a domain`,
  ])
})

test('[PA7] an applied IntOrString or time of another type is refused with the error of its Go type', async () => {
  const server = startServer()
  const apply = async (strategy: object, metadata: object = {}): Promise<string> => {
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
    const body = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'x', ...metadata },
      spec: { strategy, selector: { matchLabels: { a: 'b' } }, template },
    }
    const path = `${namespaced('apps/v1', 'deployments')}/x?fieldManager=m`
    const type = { 'content-type': 'application/apply-patch+yaml' }
    return (await server.send('PATCH', path, body, type)).body.message
  }
  const head =
    'failed to convert new object (/x; apps/v1, Kind=Deployment) to proper version: unable to convert unstructured object to apps/v1, Kind=Deployment: '
  expect(await apply({ rollingUpdate: { maxSurge: { a: 1 } } })).toBe(
    `${head}json: cannot unmarshal object into Go value of type int32`,
  )
  expect(await apply({}, { creationTimestamp: 5 })).toBe(
    `${head}json: cannot unmarshal number into Go value of type string`,
  )
})

test('[POD66] a proxy to a service without endpoints does not find the service', async () => {
  const server = startServer()
  await server.post(namespaced('', 'services'), { metadata: { name: 'noep' }, spec: { ports: [{ port: 80 }] } })
  const { status, body } = await server.get(`${namespaced('', 'services')}/noep/proxy`)
  expect([status, body.message]).toEqual([404, 'services "noep" not found'])
})

const scaled = {
  metadata: { name: 'ss.sc.example.com' },
  spec: {
    group: 'sc.example.com',
    scope: 'Namespaced',
    names: { plural: 'ss', kind: 'S' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } },
        schema: { openAPIV3Schema: { type: 'object', 'x-orch-preserve-unknown-fields': true } },
      },
    ],
  },
}

test('[SUB7] a scale or object with a foreign uid conflicts; the text shows the reference’s storage key', async () => {
  const server = startServer()
  const uid = 'foreign'
  await server.post('/apis/apiextensions.orch.io/v1/customresourcedefinitions', scaled)
  const path = namespaced('sc.example.com/v1', 'ss')
  const object = { apiVersion: 'sc.example.com/v1', kind: 'S', metadata: { name: 'a' }, spec: { replicas: 1 } }
  await expect.poll(async () => (await server.post(path, object)).status).toBeLessThan(500)
  const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'a', namespace: 'default', uid } }
  const refused = await server.put(`${path}/a/scale`, { ...scale, spec: { replicas: 2 } })
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringContaining(
      'Key: /registry/sc.example.com/ss/default/a, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: foreign',
    ),
  ])

  const services = namespaced('', 'services')
  const service = { metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } }
  await server.post(services, service)
  const put = await server.put(`${services}/s`, { ...service, metadata: { name: 's', uid } })
  expect(put.body.message).toContain('Key: /registry/services/specs/default/s, ')
})

test('[DA8] policies judge webhook configurations, but neither policies nor bindings', async () => {
  const server = startServer()
  const group = '/apis/admissionregistration.orch.io/v1'
  const rule = { apiGroups: ['admissionregistration.orch.io'], apiVersions: ['*'], resources: ['*'], operations: ['*'] }
  await server.post(`${group}/validatingadmissionpolicies`, {
    metadata: { name: 'p' },
    spec: { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: 'false', message: 'no' }] },
  })
  const binding = (name: string) => ({ metadata: { name }, spec: { policyName: 'p', validationActions: ['Deny'] } })
  await server.post(`${group}/validatingadmissionpolicybindings`, binding('b'))
  const configuration = { metadata: { name: 'w' }, webhooks: [] }
  await expect
    .poll(async () => (await server.post(`${group}/validatingwebhookconfigurations?dryRun=All`, configuration)).status)
    .toBe(422)
  expect((await server.post(`${group}/validatingadmissionpolicybindings`, binding('c'))).status).toBe(201)
})
