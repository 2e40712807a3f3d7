import { Client, credentials } from '@grpc/grpc-js'

const method = '/opentelemetry.proto.collector.trace.v1.TraceService/Export'
const deadlineMs = 10_000

/** Exports spans to a collector by gRPC, without TLS. [TC6] */
export function spanSender(): {
  readonly send: (endpoint: string, bytes: Uint8Array) => Promise<void>
  readonly close: () => void
} {
  const clients = new Map<string, Client>()
  const clientOf = (endpoint: string): Client => {
    const known = clients.get(endpoint) ?? new Client(endpoint, credentials.createInsecure())
    clients.set(endpoint, known)
    return known
  }
  return {
    send: (endpoint, bytes) =>
      new Promise((resolve, reject) => {
        clientOf(endpoint).makeUnaryRequest(
          method,
          (message: Uint8Array) => Buffer.from(message),
          // The collector's response is not needed.
          () => ({}),
          bytes,
          { deadline: Date.now() + deadlineMs },
          (error) => (error === null ? resolve() : reject(new Error(error.message))),
        )
      }),
    close: () => clients.forEach((client) => client.close()),
  }
}
