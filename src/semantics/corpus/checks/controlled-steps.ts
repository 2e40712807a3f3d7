import { type CheckedServer, is, said, until } from './check-steps.ts'

export const base = '/api/v1/namespaces/default'
export const maps = `${base}/configmaps`
export const pods = `${base}/pods`
export const sets = '/apis/apps/v1/namespaces/default/replicasets'
export const deployments = '/apis/apps/v1/namespaces/default/deployments'
export const controllers = `${base}/replicationcontrollers`

export const labels = { app: 'x' }
export const container = { name: 'c', image: 'i' }
export const template = { metadata: { labels }, spec: { containers: [container] } }
export const deployment = {
  metadata: { name: 'd' },
  spec: { replicas: 2, selector: { matchLabels: labels }, template },
}
export const controller = { metadata: { name: 'r' }, spec: { replicas: 3, selector: labels, template } }

/** Looks again while the server's clock advances: loops wait before they act. */
export const later = (server: CheckedServer, check: () => Promise<string>): Promise<string> =>
  until(() => {
    server.clock.advance(1000)
    return check()
  })

export const count = async (server: CheckedServer, path: string, wanted: number): Promise<string> =>
  is(path, (await server.get(path)).body.items.length, wanted)

export const deleteAs = (server: CheckedServer, path: string, propagationPolicy: string): Promise<string> =>
  server.delete(path, { propagationPolicy }).then((answer) => said(answer, 200))

export const service = { metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } }
export const pod = { metadata: { name: 'p' }, spec: { containers: [container] } }
