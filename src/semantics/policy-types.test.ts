import { afterEach, expect, test } from 'vitest'
import { authenticateAllAs } from '#server/auth/authenticator.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import { createSimulatedClock } from '#server/debug/simulated-clock.ts'
import { type Orchard, startOrchard } from '#server/start-orchard.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'

let orchard: Orchard | null = null
afterEach(() => orchard?.close())

// oxlint-disable-next-line typescript/no-explicit-any
type Body = any

const path = '/apis/admissionregistration.orch.io/v1/validatingadmissionpolicies'

async function start() {
  const clock = createSimulatedClock()
  orchard = await startOrchard({
    log: createMemoryLog({ clock }),
    clock,
    authenticator: authenticateAllAs(loopbackAdministrator, 'a test'),
    debug: false,
    runs: (name) => name === 'validatingadmissionpolicy-status',
  })
  const { fetch } = orchard
  const send = async (method: string, url: string, body?: object): Promise<Body> => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    const init = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': type } }
    return (await fetch(new Request(`http://test${url}`, { method, ...init }))).json()
  }
  const checked = async (name: string, generation: number): Promise<Body> => {
    await expect
      .poll(async () => (await send('GET', `${path}/${name}`)).status?.observedGeneration, { interval: 5 })
      .toBe(generation)
    return (await send('GET', `${path}/${name}`)).status
  }
  return { send, checked }
}

const rule = (apiGroups: string[], resources: string[], apiVersions = ['v1']) => ({
  apiGroups,
  apiVersions,
  operations: ['CREATE'],
  resources,
})

const policy = (name: string, resourceRules: object[], spec: object) => ({
  metadata: { name },
  spec: { matchConstraints: { resourceRules }, ...spec },
})

test('[VAP12] a policy gets the type errors of its expressions, per kind and generation', async () => {
  const { send, checked } = await start()
  await send(
    'POST',
    path,
    policy('a', [rule(['apps'], ['deployments', 'replicasets'])], {
      validations: [
        { expression: 'object.replicas > 1' },
        { expression: 'object.spec.replicas > 1', messageExpression: "'has ' + string(object.spec.foo)" },
        { expression: "object.spec.replicas > '1'" },
      ],
    }),
  )
  const { typeChecking } = await checked('a', 1)
  const undefinedField =
    "compilation failed: ERROR: <input>:1:7: undefined field 'replicas'\n | object.replicas > 1\n | ......^"
  expect(typeChecking.expressionWarnings.map(({ fieldRef }: Body) => fieldRef)).toEqual([
    'spec.validations[0].expression',
    'spec.validations[1].messageExpression',
    'spec.validations[2].expression',
  ])
  expect(typeChecking.expressionWarnings[0].warning).toBe(
    `apps/v1, Kind=Deployment: ${undefinedField}\n\napps/v1, Kind=ReplicaSet: ${undefinedField}\n`,
  )
  expect(typeChecking.expressionWarnings[2].warning).toContain(
    "found no matching overload for '_>_' applied to '(int, string)'",
  )

  await send('PATCH', `${path}/a`, { spec: { validations: [{ expression: 'object.spec.replicas > 1' }] } })
  // Apply leaves null behind when it removes the last field of an object.
  expect(await checked('a', 2)).toEqual({ observedGeneration: 2 })
  expect((await send('GET', `${path}/a`)).metadata.managedFields[0]).toMatchObject({
    manager: 'validatingadmissionpolicy-status',
    operation: 'Apply',
    subresource: 'status',
  })
})

test('[VAP12] wildcards and unknown kinds are not checked; variables have the types of their expressions', async () => {
  const { send, checked } = await start()
  const wrong = { validations: [{ expression: 'object.nothing == 1' }] }
  await send('POST', path, policy('wide', [rule(['*'], ['deployments'])], wrong))
  await send('POST', path, policy('absent', [rule(['apps'], ['widgets', 'deployments/scale'])], wrong))
  expect((await checked('wide', 1)).typeChecking).toEqual({})
  expect((await checked('absent', 1)).typeChecking).toEqual({})

  await send(
    'POST',
    path,
    policy('vars', [rule([''], ['pods'])], {
      variables: [
        { name: 'names', expression: 'object.spec.containers.map(c, c.name)' },
        { name: 'spec', expression: 'object.spec' },
      ],
      validations: [
        { expression: 'variables.names.all(n, n != 5)' },
        { expression: 'variables.spec.hostNetwork == variables.spec.nothing' },
        {
          expression: 'object.metadata.labels.app == "x" && object.spec.containers.all(c, "cpu" in c.resources.limits)',
        },
      ],
    }),
  )
  const { typeChecking } = await checked('vars', 1)
  expect(typeChecking.expressionWarnings.map(({ fieldRef }: Body) => fieldRef)).toEqual([
    'spec.validations[0].expression',
    'spec.validations[1].expression',
  ])
  expect(typeChecking.expressionWarnings[0].warning).toMatch(
    /^\/v1, Kind=Pod: compilation failed: ERROR: .*'_!=_' applied to/,
  )
  expect(typeChecking.expressionWarnings[1].warning).toContain("undefined field 'nothing'")
})

test('[VAP12] the empty group names resources of every group; wildcards among resources are skipped; params need a known type', async () => {
  const { send, checked } = await start()
  await send(
    'POST',
    path,
    policy('many', [rule([''], ['events', 'Pods', '*/scale'])], {
      paramKind: { apiVersion: 'example.com/v1', kind: 'Absent' },
      validations: [{ expression: 'object.nothing == 1' }, { expression: 'params.most < 1' }],
    }),
  )
  const [first, second] = (await checked('many', 1)).typeChecking.expressionWarnings
  const kindsOf = ({ warning }: Body): readonly string[] => warning.match(/^\S+, Kind=\w+/gm)
  expect(kindsOf(first)).toEqual(['/v1, Kind=Event', '/v1, Kind=Pod', 'events.orch.io/v1, Kind=Event'])
  expect(second.warning).toContain("undeclared reference to 'params'")
})

test('[VAP12] custom objects and parameters have the types of their definitions', async () => {
  const { send, checked } = await start()
  await send('POST', '/apis/apiextensions.orch.io/v1/customresourcedefinitions', {
    metadata: { name: 'limits.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'limits', kind: 'Limit' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { most: { type: 'integer' } } } },
        },
      ],
    },
  })
  await expect.poll(async () => (await send('GET', '/openapi/v3')).paths['apis/example.com/v1']).toBeDefined()
  await send(
    'POST',
    path,
    policy('b', [rule(['example.com'], ['limits'])], {
      paramKind: { apiVersion: 'example.com/v1', kind: 'Limit' },
      validations: [
        { expression: 'object.most < params.most' },
        { expression: 'object.least < 1' },
        { expression: "params.most == 'x'" },
      ],
    }),
  )
  const { typeChecking } = await checked('b', 1)
  expect(typeChecking.expressionWarnings.map(({ fieldRef }: Body) => fieldRef)).toEqual([
    'spec.validations[1].expression',
    'spec.validations[2].expression',
  ])
})
