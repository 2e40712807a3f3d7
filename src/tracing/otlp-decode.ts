import { bytesToHex } from '@noble/hashes/utils.js'
import { Reader } from 'protobufjs/minimal.js'
import type { AttributeValue, Span, SpanBatch } from './span.ts'

/** Reads the fields of a message: each reader handles the field with its number, others are skipped. */
function readMessage(reader: Reader, readers: Readonly<Record<number, (reader: Reader) => void>>, end: number): void {
  while (reader.pos < end) {
    const tag = reader.uint32()
    const read = readers[tag >>> 3]
    if (read === undefined) reader.skipType(tag & 7)
    else read(reader)
  }
}

const inner = (reader: Reader, readers: Readonly<Record<number, (reader: Reader) => void>>): void =>
  readMessage(reader, readers, reader.uint32() + reader.pos)

/**
 * Decodes the batches of an `ExportTraceServiceRequest`, as a collector does. @throws RangeError for invalid bytes.
 * [TC4]
 */
export function decodeExport(bytes: Uint8Array): readonly SpanBatch[] {
  const batches: SpanBatch[] = []
  const reader = Reader.create(bytes)
  readMessage(reader, { 1: (each) => batches.push(readResourceSpans(each)) }, reader.len)
  return batches
}

function readResourceSpans(reader: Reader): SpanBatch {
  const resource: Record<string, AttributeValue> = {}
  const spans: Span[] = []
  let scope = ''
  inner(reader, {
    1: (each) => inner(each, { 1: (attribute) => readAttribute(attribute, resource) }),
    2: (each) =>
      inner(each, {
        1: (named) => inner(named, { 1: (text) => (scope = text.string()) }),
        2: (span) => spans.push(readSpan(span)),
      }),
  })
  return { resource, scope, spans }
}

const kinds: readonly Span['kind'][] = ['internal', 'internal', 'server', 'client']

function readSpan(reader: Reader): Span {
  const attributes: Record<string, AttributeValue> = {}
  const span = { traceId: '', spanId: '', parentSpanId: '', name: '', startMs: 0, endMs: 0, error: '' }
  let kind: Span['kind'] = 'internal'
  inner(reader, {
    1: (each) => (span.traceId = bytesToHex(each.bytes())),
    2: (each) => (span.spanId = bytesToHex(each.bytes())),
    4: (each) => (span.parentSpanId = bytesToHex(each.bytes())),
    5: (each) => (span.name = each.string()),
    6: (each) => (kind = kinds[each.int32()] ?? 'internal'),
    7: (each) => (span.startMs = readTime(each)),
    8: (each) => (span.endMs = readTime(each)),
    9: (each) => readAttribute(each, attributes),
    15: (each) => inner(each, { 2: (text) => (span.error = text.string()) }),
  })
  return { ...span, kind, attributes }
}

function readAttribute(reader: Reader, into: Record<string, AttributeValue>): void {
  let key = ''
  let value: AttributeValue = ''
  inner(reader, {
    1: (each) => (key = each.string()),
    2: (each) =>
      inner(each, {
        1: (text) => (value = text.string()),
        2: (flag) => (value = flag.bool()),
        3: (whole) => (value = Number(whole.int64())),
        4: (double) => (value = double.double()),
      }),
  })
  // Keys come from the sender: use defineProperty, because an assignment to `__proto__` would change the prototype.
  Object.defineProperty(into, key, { value, enumerable: true, configurable: true, writable: true })
}

function readTime(reader: Reader): number {
  const low = BigInt(reader.fixed32() >>> 0)
  const high = BigInt(reader.fixed32() >>> 0)
  return Number(((high << 32n) | low) / 1000n) / 1000
}
