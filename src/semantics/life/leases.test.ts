import { expect, test } from 'vitest'
import { authenticateAllAs } from '#server/auth/authenticator.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import { createSimulatedClock } from '#server/debug/simulated-clock.ts'
import { startOrchard } from '#server/start-orchard.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'

const leases = '/apis/coordination.orch.io/v1/namespaces/kube-system/leases'

interface Seen {
  readonly spec: { readonly holderIdentity?: string; readonly leaseTransitions?: number }
  readonly items: readonly { readonly metadata: { readonly name: string }; readonly message?: string }[]
}

/** A server that is a candidate for the Leases of its loops, on a clock that only the test advances. */
async function startCandidate(runs: (name: string) => boolean, leaderElect = true) {
  const clock = createSimulatedClock()
  clock.setFrozen(true)
  const reports: string[] = []
  const log = createMemoryLog({ clock })
  const orchard = await startOrchard({
    log,
    clock,
    authenticator: authenticateAllAs(loopbackAdministrator, 'the test'),
    debug: false,
    runs,
    life: { runs },
    ...(leaderElect && { candidacy: { identity: 'here', report: (text) => reports.push(text) } }),
  })
  const send = (method: string, path: string, body?: object): Promise<Response> =>
    orchard.fetch(
      new Request(`http://test${path}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      }),
    )
  const read = async (path: string): Promise<Seen> => (await send('GET', path)).json()
  /** Lets time pass until an answer is as expected. */
  const eventually = (look: () => Promise<unknown>) =>
    expect.poll(async () => {
      clock.advance(2000)
      return look()
    })
  const holder = async (name: string): Promise<string> => (await read(`${leases}/${name}`)).spec?.holderIdentity ?? ''
  const pods = async (): Promise<number> => (await read('/api/v1/namespaces/default/pods')).items.length
  return { orchard, clock, log, reports, send, read, eventually, holder, pods }
}

const heldByAnother = {
  metadata: { name: 'kube-controller-manager' },
  spec: {
    holderIdentity: 'original',
    leaseDurationSeconds: 15,
    leaseTransitions: 3,
    acquireTime: '2026-01-01T00:00:00.000000Z',
    renewTime: '2026-01-01T00:00:00.000000Z',
  },
}

const replicaSet = {
  metadata: { name: 'web' },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web:1' }] } },
  },
}

test('[LC115] loops wait while another controller manager holds the Lease, and run once it is given back', async () => {
  const { orchard, reports, send, read, eventually, holder, pods } = await startCandidate(
    (name) => name === 'replicaset',
  )
  await eventually(() => holder('kube-controller-manager')).toBe('here')
  await eventually(async () => {
    const { items } = await read('/api/v1/namespaces/kube-system/events')
    return items.map(({ message }) => message)
  }).toContain('here became leader')

  await send('DELETE', `${leases}/kube-controller-manager`)
  await send('POST', leases, heldByAnother)
  await eventually(async () => reports).toEqual([
    'the Lease kube-system/kube-controller-manager is held by original; its loops wait here',
  ])
  await send('POST', '/apis/apps/v1/namespaces/default/replicasets', replicaSet)
  expect(await pods()).toBe(0)

  const { spec } = await read(`${leases}/kube-controller-manager`)
  const headers = { 'content-type': 'application/merge-patch+json' }
  const body = JSON.stringify({ spec: { holderIdentity: '' } })
  await orchard.fetch(new Request(`http://test${leases}/kube-controller-manager`, { method: 'PATCH', body, headers }))
  await eventually(pods).toBe(2)
  expect(await holder('kube-controller-manager')).toBe('here')
  expect((await read(`${leases}/kube-controller-manager`)).spec.leaseTransitions).toBe((spec.leaseTransitions ?? 0) + 1)

  orchard.close()
  await eventually(() => holder('kube-controller-manager')).toBe('')
})

test('[LC115] the scheduler has a Lease of its own; without loops, and without the election, there is none', async () => {
  const both = await startCandidate((name) => name === 'scheduler' || name === 'job')
  await both.eventually(() => both.holder('kube-scheduler')).toBe('here')
  await both.eventually(() => both.holder('kube-controller-manager')).toBe('here')
  both.orchard.close()

  const leasesOf = async ({ read }: Pick<typeof both, 'read'>): Promise<readonly string[]> =>
    (await read(leases)).items.map(({ metadata }) => metadata.name)
  const scheduler = await startCandidate((name) => name === 'scheduler')
  await scheduler.eventually(() => leasesOf(scheduler)).toEqual(['kube-scheduler'])
  scheduler.orchard.close()

  const quiet = await startCandidate((name) => name === 'namespace')
  const free = await startCandidate((name) => name === 'replicaset', false)
  await free.send('POST', '/apis/apps/v1/namespaces/default/replicasets', replicaSet)
  await free.eventually(free.pods).toBe(2)
  for (const each of [quiet, free]) {
    each.clock.advance(5000)
    expect(await leasesOf(each)).toEqual([])
    each.orchard.close()
  }
})

test('[LC118] loops of a server without a controller manager rest while another one holds the Lease, and write none', async () => {
  const { orchard, clock, reports, send, read, eventually } = await startCandidate(
    (name) => name === 'garbage-collector',
  )
  const configMaps = '/api/v1/namespaces/default/configmaps'
  const names = async () => (await read(configMaps)).items.map(({ metadata }) => metadata.name)
  const createOwned = async (name: string): Promise<void> => {
    const owner = (await (await send('POST', configMaps, { metadata: { name: `${name}-owner` } })).json()) as {
      metadata: { uid: string }
    }
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: `${name}-owner`, uid: owner.metadata.uid }]
    await send('POST', configMaps, { metadata: { name, ownerReferences } })
    await send('DELETE', `${configMaps}/${name}-owner`, { propagationPolicy: 'Background' })
  }
  await createOwned('first')
  await eventually(names).toEqual([])
  expect((await read(leases)).items).toEqual([])

  await send('POST', leases, heldByAnother)
  await eventually(async () => reports).toEqual([
    'the Lease kube-system/kube-controller-manager is held by original; the loops of this server rest',
  ])
  await createOwned('second')
  clock.advance(10_000)
  expect(await names()).toEqual(['second'])

  await send('DELETE', `${leases}/kube-controller-manager`)
  await eventually(names).toEqual([])
  orchard.close()
})
