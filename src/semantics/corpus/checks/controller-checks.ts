import { configMap } from '#semantics/trial-server.ts'
import { type Check, type Loose, is, said, steps } from './check-steps.ts'
import {
  controller,
  controllers,
  count,
  deleteAs,
  deployment,
  deployments,
  later,
  maps,
  pod,
  pods,
  service,
  sets,
} from './controlled-steps.ts'
import { quotaChecks } from './quota-checks.ts'

/** An owner makes its dependents, and is deleted. */
const ownerOf = (
  [path, object]: readonly [string, object],
  [dependents, many]: readonly [string, number],
  policy: 'Background' | 'Orphan',
): Check => {
  const own = `${path}/${(object as Loose).metadata.name}`
  return async (server) =>
    steps(
      async () => said(await server.post(path, object), 201),
      () => later(server, () => count(server, dependents, many)),
      () => deleteAs(server, own, policy),
      () => later(server, async () => said(await server.get(own), 404)),
      () =>
        policy === 'Background'
          ? later(server, () => count(server, dependents, 0))
          : later(server, async () => {
              const { items } = (await server.get(dependents)).body
              return is(
                'owners',
                items.map((each: Loose) => each.metadata.ownerReferences ?? []),
                Array.from({ length: many }, () => []),
              )
            }),
    )
}

const foreground: Check = async (server) =>
  steps(
    async () => said(await server.post(controllers, controller), 201),
    () => later(server, () => count(server, pods, 3)),
    async () => {
      const { items } = (await server.get(pods)).body
      for (const { metadata } of items)
        await server.patch(`${pods}/${metadata.name}`, { metadata: { finalizers: ['e2e.example.com/f'] } })
      return deleteAs(server, `${controllers}/r`, 'Foreground')
    },
    async () => {
      const { metadata } = (await server.get(`${controllers}/r`)).body
      const isMarked = metadata.deletionTimestamp !== undefined
      return is('marks', [isMarked, metadata.finalizers], [true, ['foregroundDeletion']])
    },
    async () => {
      const { items } = (await server.get(pods)).body
      for (const { metadata } of items)
        await server.patch(`${pods}/${metadata.name}`, { metadata: { finalizers: null } })
      return later(server, async () => said(await server.get(`${controllers}/r`), 404))
    },
    () => count(server, pods, 0),
  )

const ownedBy = ({ body: { metadata } }: Loose): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: metadata.name,
  uid: metadata.uid,
  blockOwnerDeletion: true,
})
const owned = (name: string, ...owners: readonly Loose[]): object =>
  configMap(name, { metadata: { name, ownerReferences: owners.map(ownedBy) } })

const circle: Check = async (server) => {
  const a = await server.post(maps, configMap('a'))
  const b = await server.post(maps, owned('b', a))
  const c = await server.post(maps, owned('c', b))
  return steps(
    async () => said(await server.patch(`${maps}/a`, { metadata: { ownerReferences: [ownedBy(c)] } }), 200),
    () => deleteAs(server, `${maps}/a`, 'Background'),
    () =>
      later(server, async () => {
        const { items } = (await server.get(maps)).body
        const names = items.map((each: Loose) => each.metadata.name)
        return is(
          'left',
          names.filter((name: string) => name.length === 1),
          [],
        )
      }),
  )
}

const twoOwners: Check = async (server) => {
  const a = await server.post(maps, configMap('a'))
  const b = await server.post(maps, configMap('b'))
  return steps(
    async () => said(await server.post(maps, owned('both', a, b)), 201),
    async () => said(await server.post(maps, owned('one', a)), 201),
    () => deleteAs(server, `${maps}/a`, 'Foreground'),
    () => later(server, async () => said(await server.get(`${maps}/a`), 404)),
    async () => said(await server.get(`${maps}/one`), 404),
    async () => {
      const { metadata } = (await server.get(`${maps}/both`)).body
      return is('both', [metadata.deletionTimestamp, metadata.ownerReferences.length], [undefined, 1])
    },
  )
}

const emptied =
  (plural: string, object: object): Check =>
  async (server) => {
    const path = `/api/v1/namespaces/n/${plural}`
    return steps(
      async () => said(await server.post('/api/v1/namespaces', { metadata: { name: 'n' } }), 201),
      async () => said(await server.post(path, object), 201),
      async () => said(await server.delete('/api/v1/namespaces/n'), 200),
      async () => is('phase', (await server.get('/api/v1/namespaces/n')).body.status?.phase, 'Terminating'),
      async () => said(await server.post(path, { ...object, metadata: { name: 'late' } }), 403),
      () => later(server, async () => said(await server.get('/api/v1/namespaces/n'), 404)),
      async () => said(await server.post('/api/v1/namespaces', { metadata: { name: 'n' } }), 201),
      () => count(server, path, 0),
    )
  }

const orderedDeletion: Check = async (server) => {
  const path = '/api/v1/namespaces/n'
  const held = { ...pod, metadata: { name: 'p', finalizers: ['e2e.example.com/f'] } }
  return steps(
    async () => said(await server.post('/api/v1/namespaces', { metadata: { name: 'n' } }), 201),
    async () => said(await server.post(`${path}/pods`, held), 201),
    async () => said(await server.post(`${path}/configmaps`, configMap('a')), 201),
    async () => said(await server.delete(path), 200),
    () =>
      later(server, async () => {
        const { conditions = [] } = (await server.get(path)).body.status
        const isThere = conditions.some((each: Loose) => each.type === 'NamespaceDeletionContentFailure')
        return is('condition', isThere, true)
      }),
    async () => said(await server.get(`${path}/configmaps/a`), 200),
    async () => said(await server.patch(`${path}/pods/p`, { metadata: { finalizers: null } }), 200),
    () => later(server, async () => said(await server.get(path), 404)),
  )
}

const rootAuthority: Check = async (server) => {
  const map = '/api/v1/namespaces/n/configmaps/kube-root-ca.crt'
  const isThere = (): Promise<string> => later(server, async () => said(await server.get(map), 200))
  return steps(
    async () => said(await server.post('/api/v1/namespaces', { metadata: { name: 'n' } }), 201),
    isThere,
    async () => said(await server.delete(map), 200),
    isThere,
    async () => said(await server.patch(map, { data: { 'ca.crt': 'wrong' } }), 200),
    () => later(server, async () => is('restored', (await server.get(map)).body.data['ca.crt'] === 'wrong', false)),
  )
}

/** Checks for which the loops of a controller manager run. */
export const controllerChecks: ReadonlyMap<string, Check> = new Map([
  [
    'Garbage collector: delete RS of deployment (Background)',
    ownerOf([deployments, deployment], [sets, 1], 'Background'),
  ],
  ['Garbage collector: delete pods of rc (Background)', ownerOf([controllers, controller], [pods, 3], 'Background')],
  ['Garbage collector: keep rc until pods deleted (Foreground)', foreground],
  ['Garbage collector: dependency circle', circle],
  ['Garbage collector: two owners, one waiting', twoOwners],
  ['Garbage collector: orphan RS', ownerOf([deployments, deployment], [sets, 1], 'Orphan')],
  ['Garbage collector: orphan pods of rc', ownerOf([controllers, controller], [pods, 3], 'Orphan')],
  ['Namespaces: pods removed on delete', emptied('pods', pod)],
  ['Namespaces: services removed on delete', emptied('services', service)],
  ['OrderedNamespaceDeletion', orderedDeletion],
  ...quotaChecks,
  ['ServiceAccounts: root CA configmap in every namespace', rootAuthority],
])
