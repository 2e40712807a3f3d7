import { expect, test } from 'vitest'
import { createSimulatedClock } from '#server/debug/simulated-clock.ts'
import { decodeExport } from './otlp-decode.ts'
import { encodeExport } from './otlp-encode.ts'
import { sample } from './sampler.ts'
import type { Span } from './span.ts'
import { spanExporter } from './span-exporter.ts'
import { formatTraceparent, parseTraceparent } from './trace-context.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'
const span = (more: Partial<Span> = {}): Span => ({
  traceId,
  spanId,
  parentSpanId: '',
  name: 'GET /api/v1/pods',
  kind: 'server',
  startMs: 1_700_000_000_000.125,
  endMs: 1_700_000_000_004.5,
  attributes: { 'http.response.status_code': 200, 'user.name': 'jane', fresh: true, ratio: 0.5 },
  error: '',
  ...more,
})

test('[TC1] a traceparent is parsed strictly; an invalid one starts a new trace', () => {
  const header = `00-${traceId}-${spanId}-01`
  expect(parseTraceparent(header)).toEqual({ traceId, spanId, sampled: true })
  expect(formatTraceparent({ traceId, spanId, sampled: true })).toBe(header)
  expect(parseTraceparent(`cc-${traceId}-${spanId}-00-more`)).toEqual({ traceId, spanId, sampled: false })
  const invalid = [
    '',
    'x',
    header.toUpperCase(),
    `ff-${traceId}-${spanId}-01`,
    `${header}-x`,
    `00-${traceId}-${spanId}`,
  ]
  invalid.push(`00-${'0'.repeat(32)}-${spanId}-01`, `00-${traceId}-${'0'.repeat(16)}-01`)
  for (const text of invalid) expect(parseTraceparent(text), text).toBeNull()
  expect(parseTraceparent(null)).toBeNull()
})

test('[TC2] the caller decides whether its trace is sampled; without a caller the rate decides, by the trace id', () => {
  const settings = (samplingRatePerMillion: number | null) => ({ endpoint: '', samplingRatePerMillion })
  const parent = { traceId, spanId, sampled: true }

  expect(sample(settings(null), parent, traceId).sampled).toBe(true)
  expect(sample(settings(1_000_000), { ...parent, sampled: false }, traceId).sampled).toBe(false)
  expect(sample(settings(null), null, traceId).sampled).toBe(false)
  expect(sample(settings(0), null, traceId).sampled).toBe(false)
  expect(sample(settings(1_000_000), null, traceId).sampled).toBe(true)
  const spread = Array.from(
    { length: 1000 },
    (_, at) => `${'0'.repeat(16)}${(BigInt(at) << 54n).toString(16).padStart(16, '0')}`,
  )
  expect(spread.filter((id) => sample(settings(250_000), null, id).sampled).length).toBe(256)
})

test('[TC4] a decoded export equals the encoded one', () => {
  const batch = {
    resource: { 'service.name': 'orchard' },
    scope: 'orchard',
    spans: [span(), span({ error: 'refused', parentSpanId: spanId })],
  }
  expect(decodeExport(encodeExport(batch))).toEqual([batch])
  expect(() => decodeExport(new Uint8Array([0x0a, 0xff, 0xff]))).toThrow(RangeError)
})

test('[TC3] spans are sent in batches; batches that a collector does not accept are counted and dropped', async () => {
  const clock = createSimulatedClock()
  clock.setFrozen(true)
  const sent: number[] = []
  let fails = false
  const exporter = spanExporter({
    clock,
    endpoint: () => 'localhost:4317',
    resource: {},
    async send(_endpoint, bytes) {
      if (fails) throw new Error('unavailable')
      sent.push(decodeExport(bytes)[0]?.spans.length ?? 0)
    },
  })
  exporter.add([span(), span()])
  clock.advance(4999)
  expect(sent).toEqual([])
  clock.advance(1)
  await exporter.flush()
  expect(sent).toEqual([2])

  fails = true
  exporter.add(Array.from({ length: 3000 }, () => span()))
  await exporter.flush()
  await expect.poll(() => exporter.status()).toEqual({ sent: 2, dropped: 952, failed: 2048, lastError: 'unavailable' })
})
