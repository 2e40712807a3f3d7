import { Writer } from 'protobufjs/minimal.js'
import type { AttributeValue, Span, SpanBatch } from './span.ts'

const kinds = { internal: 1, server: 2, client: 3 } as const

const delimited = (field: number): number => (field << 3) | 2
const varint = (field: number): number => field << 3
const fixed64 = (field: number): number => (field << 3) | 1

/** Encodes a batch as `ExportTraceServiceRequest` of opentelemetry.proto.collector.trace.v1. [TC4] */
export function encodeExport({ resource, scope, spans }: SpanBatch): Uint8Array<ArrayBuffer> {
  const writer = Writer.create()
  writer.uint32(delimited(1)).fork()
  writer.uint32(delimited(1)).fork()
  writeAttributes(writer, 1, resource)
  writer.ldelim()
  writer.uint32(delimited(2)).fork()
  writer.uint32(delimited(1)).fork().uint32(delimited(1)).string(scope).ldelim()
  for (const span of spans) {
    writer.uint32(delimited(2)).fork()
    writeSpan(writer, span)
    writer.ldelim()
  }
  writer.ldelim().ldelim()
  return new Uint8Array(writer.finish())
}

function writeSpan(writer: Writer, span: Span): void {
  writer.uint32(delimited(1)).bytes(fromHex(span.traceId))
  writer.uint32(delimited(2)).bytes(fromHex(span.spanId))
  if (span.parentSpanId !== '') writer.uint32(delimited(4)).bytes(fromHex(span.parentSpanId))
  writer.uint32(delimited(5)).string(span.name)
  writer.uint32(varint(6)).int32(kinds[span.kind])
  writeTime(writer, 7, span.startMs)
  writeTime(writer, 8, span.endMs)
  writeAttributes(writer, 9, span.attributes)
  if (span.error !== '') {
    writer.uint32(delimited(15)).fork()
    writer.uint32(delimited(2)).string(span.error).uint32(varint(3)).int32(2).ldelim()
  }
}

/** Writes nanoseconds as 64 bits, the low half first. */
function writeTime(writer: Writer, field: number, ms: number): void {
  const nanos = BigInt(Math.round(ms * 1000)) * 1000n
  writer
    .uint32(fixed64(field))
    .fixed32(Number(nanos & 0xffff_ffffn))
    .fixed32(Number(nanos >> 32n))
}

function writeAttributes(writer: Writer, field: number, attributes: Readonly<Record<string, AttributeValue>>): void {
  for (const [key, value] of Object.entries(attributes)) {
    writer.uint32(delimited(field)).fork().uint32(delimited(1)).string(key).uint32(delimited(2)).fork()
    writeValue(writer, value)
    writer.ldelim().ldelim()
  }
}

function writeValue(writer: Writer, value: AttributeValue): void {
  if (typeof value === 'string') writer.uint32(delimited(1)).string(value)
  else if (typeof value === 'boolean') writer.uint32(varint(2)).bool(value)
  else if (Number.isInteger(value)) writer.uint32(varint(3)).int64(value)
  else writer.uint32(fixed64(4)).double(value)
}

const fromHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
