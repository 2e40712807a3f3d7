import { expect, test } from 'vitest'
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

test('[TC5] a sampled request leaves a span and one for each stage, under the span of its caller', async () => {
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

test('[TC5] what is refused says where and why', async () => {
  const { trial, spans } = start(1_000_000)
  await trial.send('POST', configMaps, { metadata: { name: 'No' } })
  await trial.server.tracing.flush()

  expect(spans[0]).toMatchObject({ parentSpanId: '', attributes: { 'http.response.status_code': 422 } })
  expect(spans.filter(({ error }) => error !== '').length).toBeGreaterThan(0)
})

test('[TC2] without rate and caller nothing is sent, and the journey says so', async () => {
  const { trial, spans } = start(null)
  await trial.get(configMaps)
  await trial.server.tracing.flush()

  expect(spans).toEqual([])
  expect(trial.facts.find(({ type }) => type === 'request-finished')).toMatchObject({
    trace: { sampled: false, why: 'no rate is set, and it has no caller with a trace' },
  })
})
