// Uses every entry of the package as a user would; pack-test type-checks it against the installed package.
import { type ConfigReport, checkConfig } from '@orchard-server/orchard/config'
import { type CelOutcome, compile } from '@orchard-server/orchard/cel'
import { indexedDb } from '@orchard-server/orchard/browser'
import { core, infrastructure, type KindSet, workloads } from '@orchard-server/orchard/kinds'
import { policy } from '@orchard-server/orchard/kubernetes/kinds'
import { createOrchard as createKubernetes } from '@orchard-server/orchard/kubernetes'
import { folder, listen } from '@orchard-server/orchard/node'
import { drainMocked, orchardHandlers } from '@orchard-server/orchard/msw'
import type { LabCellAttributes } from '@orchard-server/orchard/lab-cell'
import { cassette, type CassetteTape, orchardTest } from '@orchard-server/orchard/vitest'
import { expect as expectPage, test as testPage } from '@orchard-server/orchard/playwright'
import { createOrchard, loopNames, type OrchardServer } from '@orchard-server/orchard'
import { expect } from 'vitest'
import { setupWorker } from 'msw/browser'

const server: OrchardServer = await createOrchard({ seed: 1, now: new Date(0), loops: ['namespace'], nodes: 1 })
const revision: number = server.revision()
await server.waitForRevision(revision)
await using listening = await listen(await createKubernetes({ log: folder('data') }), { port: 0 })
const url: string = listening.url
const kinds: readonly KindSet[] = [core, workloads, infrastructure, policy]
await createOrchard({ kinds })
const names: readonly string[] = loopNames
const outcome: CelOutcome = compile('a + 1', { a: 'int' }).run({ a: 1 })
const report: ConfigReport = checkConfig('', { kind: 'TracingConfiguration' })
const worker = setupWorker(...orchardHandlers(server, { origin: url }))
drainMocked(worker)
orchardTest({ objects: [] })('a test', async ({ orchard }) => {
  await expect(await orchard.fetch('/version')).toBeStatus(200)
  await expect(orchard).toHaveObject('/api/v1/namespaces/default', { kind: 'Namespace' })
})
testPage.use({ orchardOptions: { log: indexedDb('x') } })
testPage('a page', async ({ page, orchard }) => {
  await orchard.cutWatches()
  await expectPage(page).toHaveTitle('')
})
await using tape: CassetteTape = await cassette('a.jsonl', { from: fetch, mode: 'replay-or-record', speed: 2 })
await tape.fetch('/version')
const attributes: LabCellAttributes = { host: 'https://orchard.example/', show: 'rail' }
document.createElement('lab-cell').setAttribute('host', attributes.host)
// @ts-expect-error an option that does not exist
await createOrchard({ sede: 1 })
// @ts-expect-error a kind that does not exist
checkConfig('', { kind: 'Pod' })
export { names, outcome, report }
