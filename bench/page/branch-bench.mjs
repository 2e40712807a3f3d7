// Measures branches and links in the page: forks of a long history, the rail with two lanes, and the opening of a link.
import { importBundled } from '../../src/tools/import-bundled.mjs'
import { withBrowser } from '../browser-profile.mjs'
import { dragRail, fill, openLab, settle, write } from './lab.mjs'
import { median, round, watchLongTasks } from './main-thread.mjs'

const OBJECTS = 1000
const REVISIONS = 20_000
const FORKS = 5
const OWN_WRITES = 200
const LINK_REVISIONS = 200

/** Makes a branch of the sample cluster with the page's `fetch`. Returns the milliseconds until it is answered. */
const fork = (page, title, back) =>
  page.evaluate(
    async ([name, behind]) => {
      const { published } = await (await fetch('/debug/log?after=1000000000')).json()
      const from = { type: 'branch', of: 'bookshop', at: published - behind }
      const began = performance.now()
      const response = await fetch('/debug/clusters', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ title: name, from }),
      })
      await response.arrayBuffer()
      if (response.status !== 201) throw new Error(`fork: ${response.status}`)
      return performance.now() - began
    },
    [title, back],
  )

async function measureLanes(context, base) {
  await fill(context, base, { objects: OBJECTS, revisions: REVISIONS })
  const live = await openLab(context, base)
  await settle(live)
  const forks = []
  for (let at = 0; at < FORKS; at += 1) forks.push(await fork(live, `fork ${at}`, 500 + at))
  await fork(live, 'what if', 500)
  await live.close()
  const page = await openLab(context, base, '?cluster=what-if')
  await page.locator('[data-testid=rail-plot] svg[height="96"]').waitFor({ timeout: 60_000 })
  await settle(page)
  const longest = await watchLongTasks(page)
  for (let at = 0; at < OWN_WRITES; at += 1) await write(page, 'filler-0', at)
  const longestWrite = await longest()
  await dragRail(page, 40, 4)
  const longestStep = await longest()
  const longText = (ms) => (ms === 0 ? 'under 50 ms' : `${round(ms, 0)} ms`)
  return [
    [`fork at ${REVISIONS} revisions, median of ${FORKS}`, `${round(median(forks), 0)} ms`, '<= 300 ms'],
    [`two lanes at ${REVISIONS} revisions: longest task while writing`, longText(longestWrite), '<= 50 ms'],
    [`two lanes at ${REVISIONS} revisions: longest task while dragging`, longText(longestStep), '<= 50 ms'],
  ]
}

/** The time from the navigation to the first write on the rail, in a profile that has opened the page before. */
async function measureLink(context, base) {
  const { linkOf, sampleMoment } = await importBundled('bench/link-entry.mjs', 'bench-link')
  const first = await openLab(context, base)
  await first.close()
  const link = linkOf(sampleMoment(LINK_REVISIONS))
  const times = []
  for (let at = 0; at < 3; at += 1) {
    const page = await context.newPage()
    const began = performance.now()
    await page.goto(`${base}/${link}`, { waitUntil: 'commit' })
    await page.locator('[data-rv]').first().waitFor({ timeout: 60_000 })
    times.push(performance.now() - began)
    await page.close()
  }
  return [
    [
      `open a link of ${LINK_REVISIONS} revisions (${round(link.length / 1000)} kB)`,
      `${round(median(times), 0)} ms`,
      '<= 2000 ms',
    ],
  ]
}

export const measureBranches = async (base) => [
  ...(await withBrowser((context) => measureLink(context, base))),
  ...(await withBrowser((context) => measureLanes(context, base))),
]
