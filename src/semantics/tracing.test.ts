import { expect, test } from 'vitest'
import { webhookAuthorizer } from '#server/auth/webhook/webhook-authorizer.ts'
import { decodeExport } from '#tracing/otlp-decode.ts'
import type { Span } from '#tracing/span.ts'
import { configMap, configMaps, startServer } from './trial-server.ts'

function start(samplingRatePerMillion: number | null) {
  const spans: Span[] = []
  const endpoints: string[] = []
  const trial = startServer({
    async sendSpans(endpoint, bytes) {
      endpoints.push(endpoint)
      spans.push(...decodeExport(bytes).flatMap((batch) => batch.spans))
    },
  })
  trial.server.tracing.apply({ endpoint: 'collector:4317', samplingRatePerMillion })
  return { trial, spans, endpoints }
}

test("[TC5] a sampled request exports a span and one for each stage, as children of the caller's span", async () => {
  const { trial, spans, endpoints } = start(null)
  const caller = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

  await trial.send('POST', configMaps, configMap('a'), { traceparent: caller })
  await trial.get(configMaps)
  await trial.server.tracing.flush()

  const [root, ...stages] = spans
  expect(endpoints).toEqual(['collector:4317'])
  expect(root).toMatchObject({
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    parentSpanId: '00f067aa0ba902b7',
    name: 'POST /api/v1/namespaces/{:namespace}/configmaps',
    kind: 'server',
    attributes: { 'http.response.status_code': 201, 'orch.verb': 'create', 'orch.user': 'admin' },
  })
  expect(new Set(stages.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([root?.spanId]))
  expect(stages.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['authentication', 'authorization', 'admission', 'storage']),
  )
})

test('[TC5] a refused request records where and why', async () => {
  const { trial, spans } = start(1_000_000)
  await trial.send('POST', configMaps, { metadata: { name: 'No' } })
  await trial.server.tracing.flush()

  expect(spans[0]).toMatchObject({ parentSpanId: '', attributes: { 'http.response.status_code': 422 } })
  expect(spans.filter(({ error }) => error !== '').length).toBeGreaterThan(0)
})

test('[TC2] without a sampling rate and a sampled parent no span is sent, and the request trace reports it', async () => {
  const { trial, spans } = start(null)
  await trial.get(configMaps)
  await trial.server.tracing.flush()

  expect(spans).toEqual([])
  expect(trial.facts.find(({ type }) => type === 'request-finished')).toMatchObject({
    trace: { sampled: false, why: 'no rate is set, and it has no caller with a trace' },
  })
})

test('[TC7] webhook calls propagate the trace of their request and export child spans', async () => {
  const headers: (string | null)[] = []
  const spans: Span[] = []
  const trial = startServer({
    sendSpans: async (_, bytes) => void spans.push(...decodeExport(bytes).flatMap((batch) => batch.spans)),
    async fetch(request) {
      headers.push(request.headers.get('traceparent'))
      const review = (await request.json()) as { readonly kind: string; readonly request?: { readonly uid: string } }
      if (review.kind === 'AdmissionReview')
        return Response.json({ ...review, response: { uid: review.request?.uid, allowed: true } })
      return Response.json({ ...review, status: { allowed: true } })
    },
  })
  const hook = {
    name: 'check.test.example',
    clientConfig: { url: 'https://admission.test/' },
    rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
  }
  const hooks = '/apis/admissionregistration.orch.io/v1/validatingwebhookconfigurations'
  expect((await trial.post(hooks, { metadata: { name: 'check' }, webhooks: [hook] })).status).toBe(201)
  const webhook = {
    name: 'decide',
    url: 'https://authorization.test/',
    headers: {},
    caBundle: '',
    timeoutMs: 1000,
    authorizedTtlMs: 0,
    unauthorizedTtlMs: 0,
    version: 'v1',
    failurePolicy: 'Deny',
    matchConditions: [],
  } as const
  trial.server.access.authorization.apply({ authorizers: [{ type: 'Webhook', webhook, authorize: webhookAuthorizer }] })
  trial.server.tracing.apply({ endpoint: 'collector:4317', samplingRatePerMillion: null })
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const ask = (flag: '00' | '01'): ReturnType<typeof trial.send> =>
    trial.send('POST', configMaps, configMap(`a${flag}`), {
      traceparent: `00-${traceId}-00f067aa0ba902b7-${flag}`,
      'impersonate-user': 'bob',
    })
  expect((await ask('01')).status).toBe(201)
  await trial.server.tracing.flush()

  const root = spans.find(({ kind }) => kind === 'server')
  const calls = spans.filter(({ kind }) => kind === 'client')
  expect(calls.map(({ attributes }) => attributes['server.address'])).toEqual(['authorization.test', 'admission.test'])
  expect(calls.map(({ parentSpanId }) => parentSpanId)).toEqual([root?.spanId, root?.spanId])
  expect(headers).toEqual(calls.map(({ spanId }) => `00-${traceId}-${spanId}-01`))
  expect(calls[1]).toMatchObject({ name: 'HTTP POST', attributes: { 'http.response.status_code': 200 }, error: '' })

  expect((await ask('00')).status).toBe(201)
  await trial.server.tracing.flush()
  expect(headers[2]).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`))
  expect(spans.filter(({ kind }) => kind === 'client')).toHaveLength(2)
})
