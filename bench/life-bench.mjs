// Measures a cluster that lives: the CPU time in which Deployments with pods on simulated nodes settle, with all loops
// and the scheduler in one process, and what they cost afterwards, when nothing changes.
import { setTimeout as sleep } from 'node:timers/promises'
import { importBundled } from '../src/tools/import-bundled.mjs'

const NODES = 20
const REPLICAS = 3
const NAMESPACES = 10
const settleMsMax = 600_000

const deployment = (at) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: `app-${at}`, namespace: `team-${at % NAMESPACES}` },
  spec: {
    replicas: REPLICAS,
    selector: { matchLabels: { app: `app-${at}` } },
    template: {
      metadata: { labels: { app: `app-${at}` } },
      spec: {
        containers: [
          {
            name: 'app',
            image: 'app:1',
            resources: { requests: { cpu: '10m', memory: '16Mi' } },
            ports: [{ containerPort: 8080 }],
          },
        ],
      },
    },
  },
})

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000
}

async function json(server, path, body) {
  const init = body && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const answer = await server.fetch(path, init)
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Returns how many Deployments have all their replicas available. */
async function available(server) {
  const { items } = await json(server, '/apis/apps/v1/deployments')
  return items.filter(({ status, spec }) => status?.availableReplicas === spec.replicas).length
}

/** Returns the rows of the table: CPU seconds until `deployments` have settled, and of `idleSeconds` after that. */
export async function benchLife({ deployments = 1000, idleSeconds = 60 } = {}) {
  const { createOrchard } = await importBundled('bench/life-entry.mjs', 'bench-life')
  const server = await createOrchard({ loops: '*', nodes: NODES })
  for (let at = 0; at < NAMESPACES; at++)
    await json(server, '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: `team-${at}` } })
  await sleep(3000)
  const [startCpu, startMs] = [cpuSeconds(), performance.now()]
  for (let at = 0; at < deployments; at++)
    await json(server, `/apis/apps/v1/namespaces/team-${at % NAMESPACES}/deployments`, deployment(at))
  while ((await available(server)) < deployments) {
    if (performance.now() - startMs > settleMsMax) throw new Error('the Deployments do not settle')
    await sleep(2000)
  }
  const [settled, seconds] = [cpuSeconds() - startCpu, (performance.now() - startMs) / 1000]
  await sleep(10_000)
  const idleFrom = cpuSeconds()
  await sleep(idleSeconds * 1000)
  const idle = cpuSeconds() - idleFrom
  await server.close()
  return {
    rows: [
      [`${deployments} Deployments of ${REPLICAS} pods on ${NODES} nodes settle, s of CPU`, settled.toFixed(1), '< 30'],
      ['the same, elapsed s', seconds.toFixed(1), ''],
      [`then idle, ms of CPU in ${idleSeconds} s`, (idle * 1000).toFixed(0), '< 600 (1 %)'],
    ],
  }
}
