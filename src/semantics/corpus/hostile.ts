import { fileOf, readLink, readMomentFile, type ReadMoment } from '#share/link.ts'
import { sampleMoment } from '#testing/sample-moment.ts'
import { isObject } from '#api/json.ts'
import { configMap, configMaps, startServer, type TrialServer } from '#semantics/trial-server.ts'
import { socketProbes } from './hostile-sockets.ts'
import { type Family, type Outcome, readCases } from './family.ts'
import {
  type Probe,
  expectStatus,
  refused,
  one,
  depthProbe,
  badJson,
  timed,
  roundTrip,
  applied,
  patched,
  dots,
  number,
  cel,
  apply,
} from './hostile-probes.ts'

interface Hostile {
  readonly cases: readonly { readonly id: string; readonly request: string; readonly expect: string }[]
}

/** Hostile requests and what must hold. */
export const hostile: Family = {
  name: 'hostile',
  async run(dir) {
    const file = readCases<Hostile>(dir, 'hostile/cases.json')
    if (file === null) return null
    const outcomes: Outcome[] = []
    // Sequential: the times of probes are limited.
    for (const { id } of file.cases) outcomes.push(await tryCase(id))
    return outcomes
  },
}

async function tryCase(id: string): Promise<Outcome> {
  const probe = probes.get(id) ?? socketProbes.get(id) ?? depthProbe(id)
  if (probe === null) return { id, result: 'skipped', note: elsewhere.get(id) ?? 'no probe of this kind' }
  const server = startServer({ freeze: false })
  try {
    const note = (await probe(server)) || (await isAlive(server))
    return note === '' ? { id, result: 'passed' } : { id, result: 'failed', note }
  } finally {
    server.server.close()
  }
}

/** After every probe the server answers others, and no prototype has gained a field. */
async function isAlive(server: TrialServer): Promise<string> {
  const { status } = await server.get(configMaps)
  if (status !== 200) return `then the server answers ${status}`
  const plain: object = {}
  return 'polluted' in plain || 'x' in plain ? 'a prototype was changed' : ''
}

/** A link that cannot be read is refused with a sentence. */
const notRead = ({ shared, problem }: ReadMoment): string =>
  shared === null && problem !== null && problem.words !== '' ? '' : `was read: ${JSON.stringify(problem)}`

const probes: ReadonlyMap<string, Probe> = new Map<string, Probe>([
  [
    'labels-100k',
    async (server) => {
      const labels = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`l${at}`, '']))
      const made = await server.post(configMaps, { metadata: { name: 'a', labels } })
      return (
        expectStatus(made, 201, 413, 422, 500) ||
        timed(1000, async () => expectStatus(await server.get(`${configMaps}?labelSelector=l5`), 200))
      )
    },
  ],
  [
    'yaml-depth-20000',
    (server) =>
      timed(250, async () => refused(await apply(server, `{data: ${'['.repeat(20_000)}${']'.repeat(20_000)}}`))),
  ],
  [
    'patch-path-depth',
    async (server) => {
      await server.post(configMaps, configMap('a'))
      const patch = JSON.stringify([{ op: 'add', path: '/a'.repeat(10_000), value: 1 }])
      return timed(250, async () =>
        refused(await server.send('PATCH', one, patch, { 'content-type': 'application/json-patch+json' })),
      )
    },
  ],
  [
    'yaml-alias-keys',
    (server) => timed(250, async () => refused(await apply(server, `a: &a {b: c}\nl:\n${'- *a\n'.repeat(20_000)}`))),
  ],
  [
    'protobuf-varint',
    async (server) => {
      const body = new Uint8Array([0x6b, 0x38, 0x73, 0, 0x0a, ...Array<number>(11).fill(0xff)])
      const request = new Request(`http://test${configMaps}`, {
        method: 'POST',
        headers: { 'content-type': 'application/vnd.orch.protobuf' },
        body,
      })
      const { status } = await server.server.fetch(request)
      return status === 400 ? '' : `expected 400, got ${status}`
    },
  ],
  ['cel-regex', cel(`'${'a'.repeat(60)}!'.matches('(a+)+$')`)],
  ['cel-regex-backref', cel("'aa'.matches('(a)\\\\1')")],
  [
    'continue-flood',
    async (server) => {
      await server.post(configMaps, configMap('a'))
      await server.post(configMaps, configMap('b'))
      for (let round = 0; round < 10_000; round++) {
        const { status } = await server.get(`${configMaps}?limit=1`)
        if (status !== 200) return `list ${round} was answered ${status}`
      }
      return server.server.server.tokens.list().length <= 1000 ? '' : 'all tokens are kept'
    },
  ],
  ['pp-create-__proto__', roundTrip('__proto__', 'data')],
  ['pp-ssa-__proto__', applied('__proto__')],
  ['pp-ssa-constructor', applied('constructor')],
  ['pp-merge-hasOwnProperty', roundTrip('hasOwnProperty', 'annotations')],
  [
    'pp-json-__defineGetter__',
    patched('application/json-patch+json', [{ op: 'add', path: '/metadata/annotations/toString/x', value: 'y' }], 422),
  ],
  ['pp-constructor', patched('application/merge-patch+json', { constructor: { prototype: { polluted: 1 } } }, 200)],
  [
    'pp-yaml-merge',
    async (server) =>
      expectStatus(
        await apply(server, 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  <<: {__proto__: x}\n'),
        200,
        201,
        422,
      ),
  ],
  ['pp-query', async (server) => expectStatus(await server.get(`${configMaps}?__proto__[watch]=1&constructor=1`), 200)],
  [
    'pp-header',
    async (server) => expectStatus(await server.get(configMaps, { __proto__: 'x' } as Record<string, string>), 200),
  ],
  [
    'pp-selector',
    async (server) => {
      await server.post(configMaps, configMap('a'))
      for (const selector of ['constructor', 'constructor=x', 'toString']) {
        const { status, body } = await server.get(`${configMaps}?labelSelector=${encodeURIComponent(selector)}`)
        const matched = isObject(body) && Array.isArray(body['items']) ? body['items'].length : 0
        if (status !== 200 || matched > 0) return `${selector}: ${status} with ${matched} items`
      }
      return ''
    },
  ],
  ['num-int53', number('9007199254740993')],
  ['num-neg0', number('-0')],
  ['num-nan', badJson('NaN')],
  ['num-hex', badJson('0x10')],
  ['num-lead0', badJson('01')],
  ['num-trailcomma', badJson('{"a":"1",}')],
  ['num-comment', badJson('/* */ {}')],
  ['num-two', badJson('{"metadata":{"name":"a"}} {}')],
  [
    'num-case-variant',
    async (server) => {
      const { status, headers } = await server.send('POST', configMaps, '{"metadata":{"name":"a"},"Data":{"a":"b"}}')
      return status === 201 && (headers.get('warning') ?? '').includes('unknown field \\"Data\\"')
        ? ''
        : `got ${status}`
    },
  ],
  [
    'num-utf8-overlong',
    async (server) => {
      const start = new TextEncoder().encode('{"metadata":{"name":"a"},"data":{"a":"')
      const body = new Uint8Array([...start, 0xc0, 0x80, ...new TextEncoder().encode('"}}')])
      const request = new Request(`http://test${configMaps}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
      const { status } = await server.server.fetch(request)
      // The reference replaces the bytes, and so do we: the result is valid.
      return status === 201 || status === 400 ? '' : `got ${status}`
    },
  ],
  [
    'num-nfc',
    async (server) => {
      const data = { ['e\u0301']: '1', ['\u00e9']: '2' }
      const made = await server.send('POST', configMaps, JSON.stringify({ metadata: { name: 'a' }, data }))
      return expectStatus(made, 201, 422)
    },
  ],
  ['http-dotdot', dots],
  [
    'http-ct-params',
    async (server) =>
      expectStatus(
        await server.send('POST', configMaps, JSON.stringify(configMap('a')), {
          'content-type': 'application/json;charset=utf-16',
        }),
        201,
        415,
      ),
  ],
  ['share-huge', async () => notRead(readLink(`#l=1.${'A'.repeat(5_000_000)}`))],
  ['share-schema', async () => notRead(readLink('#l=9.AAAA'))],
  [
    'share-proto',
    async () => {
      // Afterwards no prototype may have gained a field.
      readMomentFile(fileOf(sampleMoment(2)).replace(',', ',"__proto__":{"polluted":1},"constructor":{"polluted":1},'))
      return ''
    },
  ],
  ['http-upgrade', async (server) => expectStatus(await server.get(configMaps, { upgrade: 'websocket' }), 200)],
])

/** Cases that other tests try. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ['http-h2-rst', 'src/node/http/reset-limit.test.ts [TLS5]'],
  ['http-bridge-token', 'src/node/bridge/bridge.test.ts [BR2]'],
  ['http-bridge-replay', 'src/node/bridge/bridge.test.ts [BR2]'],
  ['owner-chain', 'needs controllers: src/semantics/garbage-collection.test.ts [GC6]'],
  ['owner-cycle', 'needs controllers: src/semantics/garbage-collection.test.ts'],
  ['pp-jwt', 'family jwt'],
  ...['xss-10', 'xss-11'].map((id) => [id, 'text in a page, which makes markup of no text'] as const),
  ['share-html', 'text in a page, which makes markup of no text'],
])
