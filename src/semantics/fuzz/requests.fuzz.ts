import fc from 'fast-check'
import { expect } from 'vitest'
import type { Answer, TrialServer } from '#semantics/trial-server.ts'
import { search } from './fuzz.ts'
import { createFuzzServer } from './fuzz-server.ts'
import { jsonObjects, jsonValues, piecesOf } from './words.ts'

/** A request must not take longer than this many pieces of a fixed work. */
const piecesMax = 500
const attemptsMax = 4
const sample = Array.from({ length: 20_000 }, (_, at) => ({ name: `n${at}` }))

function millisecondsOfPiece(): number {
  const start = performance.now()
  expect(JSON.parse(JSON.stringify(sample))).toHaveLength(sample.length)
  return performance.now() - start
}

/**
 * Compares the time of a request with that of a fixed work at the same moment, because machines are busy; a slow request
 * is sent again before it counts as slow.
 */
async function timely(send: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const start = performance.now()
    const answer = await send()
    const taken = performance.now() - start
    const pieces = taken < 100 ? 0 : taken / millisecondsOfPiece()
    if (pieces <= piecesMax) return answer
    expect(attempt, `a request took as long as ${Math.round(pieces)} pieces of work`).toBeLessThan(attemptsMax)
  }
}

/** Checks one request: it is answered in time, an error is a Status, and no bug is reported. */
export async function checkAnswer(
  server: TrialServer,
  [method, path, body, headers]: readonly [string, string, unknown, Record<string, string>],
): Promise<void> {
  const answer = await timely(() => server.send(method, path, body, headers))
  expect(panics).toEqual([])
  if (method !== 'HEAD' && answer.status >= 400 && answer.headers.get('content-type') === 'application/json')
    expect(answer.body).toMatchObject({ kind: 'Status', status: 'Failure', code: answer.status })
}

const { next, panics } = createFuzzServer()
const steps = fc.constantFrom(
  'api',
  'apis',
  'v1',
  'apps',
  'namespaces',
  'default',
  'pods',
  'configmaps',
  'deployments',
  'a',
  'status',
  'scale',
  'log',
  'watch',
  'openapi',
  'v3',
  'version',
  'healthz',
  '..',
  '.',
  '',
  '%2e%2e',
  '%00',
  '%',
  'A',
  'apiextensions.orch.io',
  '__proto__',
)
const paths = fc.array(steps, { maxLength: 7 }).map((words) => `/${words.join('/')}`)
const realPaths = fc.constantFrom(
  '/api/v1/namespaces/default/configmaps',
  '/api/v1/namespaces/default/configmaps/a',
  '/api/v1/namespaces/default/pods',
  '/api/v1/namespaces/default/pods/a/status',
  '/apis/apps/v1/namespaces/default/deployments',
  '/apis/apps/v1/namespaces/default/deployments/a/scale',
  '/apis/authorization.orch.io/v1/selfsubjectaccessreviews',
  '/api/v1/namespaces',
  '/api/v1/nodes/a',
  '/openapi/v3/apis/apps/v1',
)
// A watch does not end without a client, so the parameter is only invalid or false here.
const parameters = fc.tuple(
  fc.constantFrom(
    'limit',
    'continue',
    'labelSelector',
    'fieldSelector',
    'resourceVersion',
    'resourceVersionMatch',
    'timeoutSeconds',
    'dryRun',
    'fieldManager',
    'fieldValidation',
    'force',
    'pretty',
    'propagationPolicy',
    'gracePeriodSeconds',
    'hash',
    'timeout',
    '__proto__',
  ),
  fc.oneof(
    fc.constantFrom(
      '',
      '0',
      '1',
      '-1',
      'All',
      'true',
      'a=b',
      'metadata.name=a',
      'Exact',
      'Strict',
      '1s',
      '99999999999999999999',
    ),
    fc.string({ maxLength: 6 }),
  ),
)
const queries = fc
  .array(parameters, { maxLength: 4 })
  .map((pairs) => (pairs.length === 0 ? '' : `?${new URLSearchParams(pairs as [string, string][]).toString()}`))
const methods = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS')
const mediaTypes = fc.constantFrom(
  'application/json',
  'application/yaml',
  'application/vnd.orch.protobuf',
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
  'text/plain',
  '',
)
const accepts = fc.oneof(
  mediaTypes,
  fc.constantFrom(
    'application/json;as=Table;g=meta.orch.io;v=v1',
    'application/json;as=PartialObjectMetadataList;g=meta.orch.io;v=v1',
    '*/*',
  ),
  piecesOf(['application/', 'json', ';', 'as=Table', ',', 'q=1', '*', '/'], 6).map((text) =>
    text.replace(/[^\x20-\x7e]/g, ''),
  ),
)

const withBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
const bodies = fc.oneof(
  jsonValues.map((value) => JSON.stringify(value)),
  fc
    .record(
      {
        apiVersion: fc.constantFrom('v1', 'apps/v1', 'x'),
        kind: fc.constantFrom('ConfigMap', 'Pod', 'Deployment', 'Namespace', 'DeleteOptions'),
        metadata: fc.oneof(fc.constant({ name: 'a' }), jsonObjects),
        spec: jsonObjects,
        data: jsonValues,
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
  fc.string({ maxLength: 20 }),
)

search(
  'requests: any of them is answered in time, with success or a Status',
  fc.tuple(methods, fc.oneof(paths, realPaths), queries, bodies, mediaTypes, accepts),
  async ([method, path, query, body, contentType, accept]) => {
    const headers = { accept, ...(withBody.has(method) ? { 'content-type': contentType } : {}) }
    await checkAnswer(next(), [method, `${path}${query}`, withBody.has(method) ? body : undefined, headers])
  },
  1500,
)
