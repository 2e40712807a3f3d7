// Measures the page while its cluster lives: tasks of the main thread while 200 Deployments get their pods, and afterwards.
import { setTimeout as sleep } from 'node:timers/promises'
import { openLab, settle } from './lab.mjs'
import { mainThreadOf, median, round } from './main-thread.mjs'

const DEPLOYMENTS = 200
const REPLICAS = 3
const IDLE_SECONDS = 20
const settleMsMax = 300_000

/** Records the length of each task over 50 ms; the returned function reads them since the last call. */
async function recordLongTasks(page) {
  await page.evaluate(() => {
    window.longTasks = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasks.push(Math.round(duration))
    }).observe({ type: 'longtask' })
  })
  return () => page.evaluate(() => window.longTasks.splice(0))
}

const startLife = (page) =>
  page.evaluate(async () => {
    const init = { method: 'POST', body: JSON.stringify({ running: true, nodes: 3 }) }
    const answer = await fetch('/debug/life', { ...init, headers: { 'content-type': 'application/json' } })
    if (!answer.ok) throw new Error(`life: ${answer.status} ${await answer.text()}`)
  })

const applyDeployments = (page) =>
  page.evaluate(
    async ([count, replicas]) => {
      for (let at = 0; at < count; at += 1) {
        const labels = { app: `many-${at}` }
        const containers = [{ name: 'app', image: 'app:1', resources: { requests: { cpu: '10m' } } }]
        const spec = {
          replicas,
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers } },
        }
        const body = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: `many-${at}` }, spec }
        const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
        const answer = await fetch('/apis/apps/v1/namespaces/default/deployments', init)
        if (!answer.ok) throw new Error(`create: ${answer.status} ${await answer.text()}`)
        await answer.arrayBuffer()
      }
    },
    [DEPLOYMENTS, REPLICAS],
  )

/** The count is read without a body of 200 objects, which the page's main thread would have to parse. */
const readyCount = (page) =>
  page.evaluate(async () => {
    const text = await (await fetch('/apis/apps/v1/namespaces/default/deployments')).text()
    return text.split('"availableReplicas":3').length - 1
  })

const longWords = (durations) =>
  durations.length === 0
    ? 'none'
    : `${durations.length}, median ${median(durations)} ms, longest ${Math.max(...durations)} ms`

/** Returns the rows of the table: the work and the long tasks of the page's main thread. */
export async function measureLiving(context, base, profile) {
  const page = await openLab(context, base)
  await settle(page)
  await startLife(page)
  await sleep(6000)
  const main = await mainThreadOf(page)
  const long = await recordLongTasks(page)
  await profile?.start(page)
  const began = performance.now()
  const busy = await main.cost(async () => {
    await applyDeployments(page)
    while ((await readyCount(page)) < DEPLOYMENTS) {
      if (performance.now() - began > settleMsMax) throw new Error('the Deployments do not settle')
      await sleep(3000)
    }
  })
  const seconds = (performance.now() - began) / 1000
  const busyTasks = await long()
  await profile?.stop('busy')
  await sleep(5000)
  await long()
  await profile?.start(page)
  const idle = await main.cost(() => sleep(IDLE_SECONDS * 1000))
  const idleTasks = await long()
  await profile?.stop('idle')
  return [
    [`${DEPLOYMENTS} Deployments: tasks over 50 ms`, longWords(busyTasks), 'none'],
    [
      'the same, main thread',
      `${round(busy.task / 1000)} s (script ${round(busy.script / 1000)}) of ${round(seconds)} s`,
      '',
    ],
    ['afterwards, a second', `${round(idle.task / IDLE_SECONDS)} ms; tasks over 50 ms: ${longWords(idleTasks)}`, ''],
  ]
}
