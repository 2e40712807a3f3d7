import { Server, ServerCredentials } from '@grpc/grpc-js'
import { expect, test } from 'vitest'
import { decodeExport } from '#tracing/otlp-decode.ts'
import { encodeExport } from '#tracing/otlp-encode.ts'
import { spanSender } from './send-spans.ts'

test('[TC6] spans are exported to a gRPC collector; an unreachable one is an error', async () => {
  const received: Uint8Array[] = []
  const server = new Server()
  const asBuffer = { serialize: (value: Buffer) => value, deserialize: (value: Buffer) => value }
  server.addService(
    {
      export: {
        path: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
        requestStream: false,
        responseStream: false,
        requestSerialize: asBuffer.serialize,
        requestDeserialize: asBuffer.deserialize,
        responseSerialize: asBuffer.serialize,
        responseDeserialize: asBuffer.deserialize,
      },
    },
    {
      export: (call: { request: Buffer }, done: (error: null, answer: Buffer) => void) => {
        received.push(new Uint8Array(call.request))
        done(null, Buffer.alloc(0))
      },
    },
  )
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    ),
  )
  const sender = spanSender()
  const span = {
    traceId: 'a'.repeat(32),
    spanId: 'b'.repeat(16),
    parentSpanId: '',
    name: 'x',
    kind: 'server',
    startMs: 1,
    endMs: 2,
    attributes: {},
    error: '',
  } as const
  await sender.send(`127.0.0.1:${port}`, encodeExport({ resource: {}, scope: 's', spans: [span] }))
  expect(received.flatMap((bytes) => decodeExport(bytes)).flatMap(({ spans }) => spans)).toEqual([span])
  server.forceShutdown()
  await expect(sender.send('127.0.0.1:1', new Uint8Array())).rejects.toThrow(/UNAVAILABLE/)
  sender.close()
})
