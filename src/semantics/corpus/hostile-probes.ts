import { threadMs } from '#semantics/fuzz/thread-time.ts'
import { type Answer, configMap, configMaps, type TrialServer } from '#semantics/trial-server.ts'
import { define, things } from '#semantics/corpus/checks/check-steps.ts'

/** Returns `''` if what must hold holds, else what was seen. */
export type Probe = (server: TrialServer) => Promise<string>

export const expectStatus = ({ status, text }: Answer, ...wanted: readonly number[]): string =>
  wanted.includes(status) ? '' : `expected ${wanted.join(' or ')}, got ${status}: ${text.slice(0, 200)}`

export const refused = (answer: Answer): string =>
  answer.status >= 400 && answer.status < 500 && answer.body?.kind === 'Status'
    ? ''
    : `expected a refusal with a Status, got ${answer.status}: ${answer.text.slice(0, 200)}`

export const one = `${configMaps}/a`

/** Defines a kind whose objects keep unknown fields. */
const withThings = (server: TrialServer): Promise<string> => define(server, { 'x-orch-preserve-unknown-fields': true })

const thing = (spec: string): string =>
  `{"apiVersion":"x.example.com/v1","kind":"Thing","metadata":{"name":"t"},"spec":${spec}}`

/** `json-depth-N`: arrays nested N levels are stored and read back, or refused; never a bug of the server. */
export function depthProbe(id: string): Probe | null {
  const depth = Number(/^json-depth-(\d+)$/.exec(id)?.[1] ?? Number.NaN)
  if (Number.isNaN(depth)) return null
  return async (server) => {
    await withThings(server)
    const nested = `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`
    const answer = await server.send('POST', things, thing(nested))
    if (answer.status !== 201) return expectStatus(answer, 400, 413, 422)
    const { text } = await server.get(`${things}/t`)
    return text.includes(`${'['.repeat(depth)}${']'.repeat(depth)}`) ? '' : 'it is read back differently'
  }
}

/** JSON texts that are no JSON: 400. */
export const badJson =
  (text: string): Probe =>
  async (server) =>
    expectStatus(
      await server.send(
        'POST',
        configMaps,
        text.includes('metadata') ? text : `{"metadata":{"name":"a"},"data":${text}}`,
      ),
      400,
    )

export const timed = async (limitMs: number, work: () => Promise<string>): Promise<string> => {
  const start = threadMs()
  const note = await work()
  const ms = threadMs() - start
  // A shared machine is slower than the one of the corpus.
  return note === '' && ms > limitMs * 8 ? `it took ${ms.toFixed(0)} ms` : note
}

/** Writes an annotation or data key of that name and reads it back. */
export const roundTrip =
  (name: string, field: 'data' | 'annotations'): Probe =>
  async (server) => {
    const own = JSON.stringify(name)
    const part = `{${own}:"x"}`
    const body =
      field === 'data' ? `{"metadata":{"name":"a"},"data":${part}}` : `{"metadata":{"name":"a","annotations":${part}}}`
    const made = await server.send('POST', configMaps, body)
    const { text } = await server.get(one)
    return expectStatus(made, 201) || (text.includes(`${own}:"x"`) ? '' : `read back as ${text.slice(0, 300)}`)
  }

/** Two managers apply a label of that name. */
export const applied =
  (name: string): Probe =>
  async (server) => {
    const apply = (manager: string, value: string): Promise<Answer> =>
      server.send(
        'PATCH',
        `${one}?fieldManager=${manager}`,
        `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","labels":{"${name}":"${value}"}}}`,
        { 'content-type': 'application/apply-patch+yaml' },
      )
    const first = await apply('one', 'x')
    if (name.startsWith('_')) return expectStatus(first, 422)
    const second = await apply('two', 'y')
    return (
      expectStatus(first, 200, 201) ||
      expectStatus(second, 409) ||
      (first.text.includes(`"f:${name}"`) ? '' : `managedFields lack ${name}`)
    )
  }

export const patched =
  (type: string, body: unknown, ...wanted: readonly number[]): Probe =>
  async (server) => {
    await server.post(configMaps, { ...configMap('a'), metadata: { name: 'a', annotations: { b: 'c' } } })
    return expectStatus(await server.send('PATCH', one, JSON.stringify(body), { 'content-type': type }), ...wanted)
  }

/** A dot segment is the name of a namespace that does not exist, not a step up. */
export const dots: Probe = async (server) => {
  await server.post('/api/v1/namespaces/default/secrets', { metadata: { name: 'hidden' } })
  for (const path of ['/api/v1/namespaces/../secrets', '/api/v1/namespaces/%2e%2e/secrets']) {
    const { text } = await server.get(path)
    if (text.includes('hidden')) return `${path} lists the secrets of other namespaces`
  }
  return ''
}

export const number =
  (text: string): Probe =>
  async (server) => {
    await withThings(server)
    const made = await server.send('POST', things, thing(`{"n":${text}}`))
    if (made.status !== 201) return expectStatus(made, 400, 422)
    const read = await server.get(`${things}/t`)
    const wanted = text === '-0' ? /"n":-?0[,}]/ : new RegExp(`"n":${text}[,}]`)
    return wanted.test(read.text.replaceAll(/\s/g, '')) ? '' : `read back as ${read.text}`
  }

export const cel =
  (expression: string): Probe =>
  async (server) => {
    const policy = {
      metadata: { name: 'p' },
      spec: {
        matchConstraints: {
          resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
        },
        validations: [{ expression }],
      },
    }
    const group = '/apis/admissionregistration.orch.io/v1'
    const made = await server.post(`${group}/validatingadmissionpolicies`, policy)
    if (expression.includes('\\\\1')) return expectStatus(made, 422)
    const binding = { metadata: { name: 'b' }, spec: { policyName: 'p', validationActions: ['Deny'] } }
    await server.post(`${group}/validatingadmissionpolicybindings`, binding)
    return timed(50, async () => expectStatus(await server.post(configMaps, configMap('a')), 201, 422))
  }

const yamlType = { 'content-type': 'application/apply-patch+yaml' }
export const apply = (server: TrialServer, body: string): Promise<Answer> =>
  server.send('PATCH', `${one}?fieldManager=m`, body, yamlType)
