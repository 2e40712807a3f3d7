import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { listen } from '#node/http/http-host.ts'
import { configMap, configMaps, startServer } from '#semantics/trial-server.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'

/** Returns `''` if what must hold holds, else what was seen. */
export type Probe = () => Promise<string>

export const hooks = '/apis/admissionregistration.orch.io/v1/validatingwebhookconfigurations'

/** Registers a webhook for new config maps. */
export const webhook = (failurePolicy: 'Fail' | 'Ignore'): object => ({
  metadata: { name: 'h' },
  webhooks: [
    {
      name: 'h.example.com',
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      clientConfig: { url: 'https://hook.example.test/' },
      rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
      timeoutSeconds: 2,
      failurePolicy,
    },
  ],
})

/** A webhook that never answers: its timeout holds exactly, and the failure policy decides. */
export const slowWebhook: Probe = async () => {
  for (const failurePolicy of ['Fail', 'Ignore'] as const) {
    const server = startServer({ fetch: () => new Promise<Response>(() => undefined) })
    await server.post(hooks, webhook(failurePolicy))
    let status = 0
    const posting = server.post(configMaps, configMap('a')).then((answer) => (status = answer.status))
    // The call begins some turns after the request.
    for (let turn = 0; turn < 50; turn++) await delay(0)
    server.clock.advance(1999)
    for (let turn = 0; turn < 50; turn++) await delay(0)
    const early = status
    server.clock.advance(1)
    await posting
    server.server.close()
    if (early !== 0) return `${failurePolicy}: ${early} before the timeout`
    if (status !== (failurePolicy === 'Fail' ? 500 : 201)) return `${failurePolicy}: ${status}`
  }
  return ''
}

/** Times are written in UTC on both sides of a change of the clocks. */
export const daylightSaving: Probe = async () => {
  let now = Date.UTC(2024, 2, 31, 0, 59, 59, 999)
  const clock = { now: () => now, after: () => () => undefined }
  const server = startServer({ clock, log: createMemoryLog({ clock }) })
  const times: string[] = []
  for (const name of ['a', 'b']) {
    times.push((await server.post(configMaps, configMap(name))).body.metadata.creationTimestamp)
    now += 1
  }
  server.server.close()
  return times.join() === '2024-03-31T00:59:59Z,2024-03-31T01:00:00Z' ? '' : `got ${times.join()}`
}

/** Clients that go in the middle of a body or of a watch leave nothing behind. */
export const goneClients: Probe = async () => {
  const server = startServer({ freeze: false })
  const host = await listen({
    handle: (request) => server.server.fetch(request),
    host: '127.0.0.1',
    port: 0,
    report: () => undefined,
  })
  const watches = (): number => server.server.server.watches.list().length
  const watch = `GET ${configMaps}?watch=1 HTTP/1.1\r\nHost: h\r\n\r\n`
  const half = `POST ${configMaps} HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"a":`
  const sockets = Array.from({ length: 100 }, (_, at) => {
    const socket = connect(host.address.port, '127.0.0.1').on('error', () => undefined)
    socket.write(at % 2 === 0 ? watch : half)
    return socket
  })
  const open = await reached(watches, 50)
  for (const socket of sockets) socket.destroy()
  const left = await reached(watches, 0)
  await host.close(0)
  server.server.close()
  return open === 50 && left === 0 ? '' : `${open} watches, ${left} after their clients went`
}

/** Waits until a number is `wanted`, for at most 20 s, and returns the last one. */
async function reached(count: () => number, wanted: number): Promise<number> {
  for (let turn = 0; turn < 2000 && count() !== wanted; turn++) await delay(10)
  return count()
}
