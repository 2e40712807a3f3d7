import { configMap, configMaps } from '#semantics/trial-server.ts'
import {
  type Check,
  type CheckedServer,
  type Loose,
  crds,
  define,
  definition,
  hooks,
  is,
  rule,
  said,
  spec,
  steps,
  thing,
  things,
  until,
  webhook,
} from './check-steps.ts'

type Sort = 'mutating' | 'validating'

const pathOf = (sort: Sort): string => `${hooks}/${sort}webhookconfigurations`

const hook = async (server: CheckedServer, sort: Sort, name: string, more: object = {}): Promise<string> =>
  said(await server.post(pathOf(sort), { metadata: { name, labels: { e2e: 'yes' } }, webhooks: [webhook(more)] }), 201)

const patchOf = (operations: readonly object[]): object => ({
  allowed: true,
  patchType: 'JSONPatch',
  patch: Buffer.from(JSON.stringify(operations)).toString('base64'),
})

/** The response that adds `mutated: yes` to the data of an object. */
const mutated = (): object => patchOf([{ op: 'add', path: '/data/mutated', value: 'yes' }])
const denied = (): object => ({ allowed: false, status: { message: 'not today', code: 403, reason: 'Forbidden' } })

const trial = `${configMaps}?dryRun=All`
const create = async (server: CheckedServer, more: object = {}): Promise<Loose> =>
  server.post(trial, configMap('a', more))
const isMutated = async (server: CheckedServer, wanted: boolean): Promise<string> =>
  is('mutated', (await create(server)).body.data?.mutated === 'yes', wanted)
const isDenied = async (server: CheckedServer, wanted: boolean): Promise<string> => {
  const answer = await create(server)
  if (!wanted) return said(answer, 201)
  return said(answer, 403) || is('message', answer.body.message.endsWith('denied the request: not today'), true)
}

/** Ten labelled configurations have an effect until they are deleted together. */
const listing =
  (sort: Sort, answer: () => object, seen: typeof isMutated): Check =>
  async (server, outside) => {
    outside.answer = answer
    return steps(
      async () => {
        for (let at = 0; at < 10; at++) {
          const made = await hook(server, sort, `w${at}`)
          if (made !== '') return made
        }
        return ''
      },
      async () => is('listed', (await server.get(`${pathOf(sort)}?labelSelector=e2e%3Dyes`)).body.items.length, 10),
      () => until(() => seen(server, true)),
      async () => said(await server.delete(`${pathOf(sort)}?labelSelector=e2e%3Dyes`), 200),
      () => until(() => seen(server, false)),
    )
  }

/** A configuration is replaced so that it does not match, and patched so that it matches again. */
const changing =
  (sort: Sort, answer: () => object, seen: typeof isMutated): Check =>
  async (server, outside) => {
    outside.answer = answer
    const own = `${pathOf(sort)}/w`
    return steps(
      () => hook(server, sort, 'w'),
      () => until(() => seen(server, true)),
      async () => {
        const { body } = await server.get(own)
        body.webhooks[0].rules[0].operations = ['UPDATE']
        return said(await server.put(own, body), 200)
      },
      () => until(() => seen(server, false)),
      async () => said(await server.patch(own, { webhooks: [webhook()] }), 200),
      () => until(() => seen(server, true)),
    )
  }

const things2 = { ...rule, apiGroups: ['x.example.com'], resources: ['things'], operations: ['*'] }

const denyThings: Check = async (server, outside) => {
  outside.answer = ({ operation }) => (operation === 'CREATE' ? { allowed: true } : denied())
  return steps(
    () => define(server),
    async () => said(await server.post(things, thing('a')), 201),
    () => hook(server, 'validating', 'w', { rules: [things2] }),
    () => until(async () => said(await server.patch(`${things}/a`, { metadata: { labels: { a: 'b' } } }), 403)),
    async () => said(await server.put(`${things}/a`, (await server.get(`${things}/a`)).body), 403),
    async () => said(await server.delete(`${things}/a`), 403),
    () => {
      outside.answer = denied
      return ''
    },
    async () => said(await server.post(things, thing('b')), 403),
  )
}

const denyMaps: Check = async (server, outside) => {
  const rules = [{ ...rule, operations: ['CREATE', 'UPDATE'] }]
  const namespaceSelector = { matchExpressions: [{ key: 'exempt', operator: 'DoesNotExist' }] }
  outside.answer = ({ object }) => (object.data?.bad === undefined ? { allowed: true } : denied())
  const bad = { data: { bad: 'x' } }
  return steps(
    () => hook(server, 'validating', 'w', { rules, namespaceSelector }),
    () => until(async () => said(await create(server, bad), 403)),
    async () => said(await server.post(configMaps, configMap('ok')), 201),
    async () => said(await server.put(`${configMaps}/ok`, configMap('ok', bad)), 403),
    async () => said(await server.patch(`${configMaps}/ok`, bad), 403),
    async () =>
      said(await server.post('/api/v1/namespaces', { metadata: { name: 'n', labels: { exempt: 'yes' } } }), 201),
    async () => said(await server.post('/api/v1/namespaces/n/configmaps', configMap('a', bad)), 201),
  )
}

const denyDefinitions: Check = async (server, outside) => {
  outside.answer = denied
  const rules = [{ ...rule, apiGroups: ['apiextensions.orch.io'], resources: ['customresourcedefinitions'] }]
  return steps(
    () => hook(server, 'validating', 'w', { rules }),
    () => until(async () => said(await server.post(`${crds}?dryRun=All`, definition()), 403)),
  )
}

const denyAttach: Check = async (server, outside) => {
  outside.answer = ({ operation, subResource }) =>
    operation === 'CONNECT' && subResource === 'attach' ? denied() : { allowed: true }
  const pods = '/api/v1/namespaces/default/pods'
  const rules = [{ ...rule, operations: ['CONNECT'], resources: ['pods/attach'] }]
  const containers = [{ name: 'c', image: 'i' }]
  return steps(
    async () => said(await server.post(pods, { metadata: { name: 'p' }, spec: { containers } }), 201),
    () => hook(server, 'validating', 'w', { rules }),
    () => until(async () => said(await server.post(`${pods}/p/attach?container=c&stdin=true`, undefined), 403)),
  )
}

/** A webhook that answers after five seconds of the server's clock. */
const timeouts: Check = async (server, outside) => {
  outside.answer = () => new Promise((resolve) => server.clock.after(5000, () => resolve({ allowed: true })))
  const tryWith = async (more: object, wanted: number): Promise<string> => {
    const made = await hook(server, 'validating', 'w', more)
    if (made !== '') return made
    const outcome: { status?: number } = {}
    const sent = create(server).then(({ status }) => (outcome.status = status))
    const note = await until(() => {
      server.clock.advance(500)
      return outcome.status === undefined ? 'no answer' : ''
    })
    await server.delete(`${pathOf('validating')}/w`)
    return note || is(JSON.stringify(more), await sent, wanted)
  }
  return steps(
    () => tryWith({ timeoutSeconds: 1 }, 500),
    () => tryWith({ timeoutSeconds: 1, failurePolicy: 'Ignore' }, 201),
    () => tryWith({ timeoutSeconds: 10 }, 201),
    () => tryWith({}, 201),
  )
}

/** The second webhook adds its key only if it sees the key of the first one. */
const ordered: Check = async (server, outside) => {
  outside.answer = ({ object }, url) =>
    url.includes('/first')
      ? mutated()
      : object.data.mutated === 'yes'
        ? patchOf([{ op: 'add', path: '/data/second', value: 'yes' }])
        : { allowed: true }
  const url = (path: string): object => ({ clientConfig: { url: `https://nowhere.example.test/${path}` } })
  return steps(
    () => hook(server, 'mutating', 'a', url('first')),
    () => hook(server, 'mutating', 'b', url('second')),
    () => until(async () => is('data', (await create(server)).body.data, { k: 'v', mutated: 'yes', second: 'yes' })),
  )
}

const addField = (name: string): object => patchOf([{ op: 'add', path: `/spec/${name}`, value: 'x' }])
const specOf = ({ body }: Loose): Loose => body.spec

const mutateThings =
  (field: string, wanted: object): Check =>
  async (server, outside) => {
    outside.answer = () => addField(field)
    return steps(
      () => define(server, spec),
      () => hook(server, 'mutating', 'w', { rules: [things2] }),
      () =>
        until(async () =>
          is('spec', specOf(await server.post(`${things}?dryRun=All`, thing('t', { spec: {} }))), wanted),
        ),
    )
  }

const mutateMovedThings: Check = async (server, outside) => {
  outside.answer = () => addField('a')
  const own = `${crds}/things.x.example.com`
  return steps(
    () => define(server, spec),
    async () => said(await server.post(things, thing('t', { spec: {} })), 201),
    () => hook(server, 'mutating', 'w', { rules: [{ ...things2, apiVersions: ['*'] }] }),
    async () => {
      const { body } = await server.get(own)
      const [first] = body.spec.versions
      body.spec.versions = [
        { ...first, storage: false },
        { ...first, name: 'v2' },
      ]
      return said(await server.put(own, body), 200)
    },
    () =>
      until(async () =>
        is('spec', specOf(await server.patch(`${things}/t`, { metadata: { labels: { a: 'b' } } })), { a: 'x' }),
      ),
  )
}

const skipMe: Check = async (server, outside) => {
  outside.answer = mutated
  const matchConditions = [{ name: 'skip', expression: "object.metadata.name != 'skip-me'" }]
  return steps(
    () => hook(server, 'mutating', 'w', { matchConditions }),
    () => until(() => isMutated(server, true)),
    async () => is('data', (await server.post(trial, configMap('skip-me'))).body.data, { k: 'v' }),
  )
}

const mutatePod: Check = async (server, outside) => {
  outside.answer = () => patchOf([{ op: 'add', path: '/spec/initContainers', value: [{ name: 'added', image: 'i' }] }])
  const containers = [{ name: 'c', image: 'i' }]
  const pod = { metadata: { name: 'p' }, spec: { containers } }
  return steps(
    () => hook(server, 'mutating', 'w', { rules: [{ ...rule, resources: ['pods'] }] }),
    () =>
      until(async () => {
        const { body } = await server.post('/api/v1/namespaces/default/pods?dryRun=All', pod)
        const [added] = body.spec.initContainers ?? [{}]
        return is('default', added.terminationMessagePolicy, 'File')
      }),
  )
}

const exempt: Check = async (server, outside) => {
  outside.answer = (_request, url) =>
    url.includes('/deny') ? denied() : patchOf([{ op: 'add', path: '/metadata/labels/x', value: 'y' }])
  const rules = [{ ...rule, apiGroups: ['admissionregistration.orch.io'], operations: ['*'], resources: ['*'] }]
  return steps(
    () => hook(server, 'mutating', 'm', { rules }),
    () => hook(server, 'validating', 'v', { rules, clientConfig: { url: 'https://nowhere.example.test/deny' } }),
    async () => {
      const labels = { e2e: 'yes' }
      const answer = await server.post(pathOf('validating'), { metadata: { name: 'late', labels }, webhooks: [] })
      return said(answer, 201) || is('labels', answer.body.metadata.labels, labels)
    },
    async () => said(await server.delete(`${pathOf('validating')}/late`), 200),
    async () => said(await server.delete(`${pathOf('validating')}/v`), 200),
    async () => said(await server.delete(`${pathOf('mutating')}/m`), 200),
  )
}

/** Webhooks of admission, which the check answers. */
export const webhookChecks: readonly (readonly [string, Check])[] = [
  ['AdmissionWebhook: listing mutating webhooks', listing('mutating', mutated, isMutated)],
  ['AdmissionWebhook: listing validating webhooks', listing('validating', denied, isDenied)],
  ['AdmissionWebhook: patching/updating a mutating webhook', changing('mutating', mutated, isMutated)],
  ['AdmissionWebhook: patching/updating a validating webhook', changing('validating', denied, isDenied)],
  ['AdmissionWebhook: deny attaching pod', denyAttach],
  ['AdmissionWebhook: deny custom resource create, update, delete', denyThings],
  ['AdmissionWebhook: deny pod and configmap creation', denyMaps],
  ['AdmissionWebhook: deny crd creation', denyDefinitions],
  ['AdmissionWebhook: honor timeout', timeouts],
  ['AdmissionWebhook: mutate configmap (ordering)', ordered],
  ['AdmissionWebhook: mutate custom resource', mutateThings('a', { a: 'x' })],
  ['AdmissionWebhook: mutate custom resource with different stored version', mutateMovedThings],
  ['AdmissionWebhook: mutate custom resource with pruning', mutateThings('unknown', {})],
  ['AdmissionWebhook: mutate everything except skip-me', skipMe],
  ['AdmissionWebhook: mutate pod and apply defaults after mutation', mutatePod],
  ['AdmissionWebhook: webhook configuration objects are exempt', exempt],
]
