import { startLife } from './life-server.ts'

interface Seen {
  readonly metadata: {
    readonly name: string
    readonly uid: string
    readonly annotations?: { readonly [key: string]: string }
    readonly ownerReferences?: readonly { readonly kind: string; readonly uid: string }[]
  }
  readonly status?: { readonly [field: string]: unknown }
  readonly spec?: { readonly [field: string]: unknown }
  readonly revision?: number
}

interface SeenEvent extends Seen {
  readonly reason: string
  readonly message: string
  readonly involvedObject: { readonly name: string; readonly uid?: string }
}

/** A server with all loops, its namespace `default`, and ways to look at it. */
export async function startCluster(nodes = 1) {
  const { clock, send } = await startLife({ runs: () => true, nodes })
  await clock.runUntil(clock.now() + 1000)
  const read = async (path: string) => (await (await send('GET', path)).json()) as Seen
  const list = async <Kind extends Seen = Seen>(path: string) =>
    ((await (await send('GET', path)).json()) as { readonly items: readonly Kind[] }).items
  const patch = (path: string, body: object) =>
    send('PATCH', path, body, { 'content-type': 'application/merge-patch+json' })
  return {
    send,
    read,
    list,
    patch,
    pass: (ms: number) => clock.runUntil(clock.now() + ms),
    /** The messages of the events with a reason. */
    said: async (reason: string) =>
      (await list<SeenEvent>('/api/v1/namespaces/default/events'))
        .filter((each) => each.reason === reason)
        .map(({ message }) => message),
    events: () => list<SeenEvent>('/api/v1/namespaces/default/events'),
    pods: () => list('/api/v1/namespaces/default/pods'),
  }
}
