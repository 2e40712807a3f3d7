// Measures the page: main thread time of single actions, loaded bytes, speed of its `fetch`, memory. On a busy machine the
// figures are too high, except CPU times.
import { setTimeout as sleep } from 'node:timers/promises'
import { withBrowser } from '../browser-profile.mjs'
import { startPage } from '../orchard-process.mjs'
import { measureBenches } from './benches-bench.mjs'
import { measureBranches } from './branch-bench.mjs'
import { measureBytes, measureStart } from './first-load.mjs'
import { measureLiving } from './living-bench.mjs'
import { createMany, dragRail, fill, openLab, settle, write } from './lab.mjs'
import { mainThreadOf, medians, rendererMemory, round, watchLongTasks } from './main-thread.mjs'

const WRITES = 15
const WRITE_PAUSE_MS = 700
const IDLE_MS = 5000
const STEPS = 40
const LETTERS = 30
const OBJECTS = 5000
const REVISIONS = 20_000

const words = ({ script, style, layout, work }) =>
  `${round(work)} ms (script ${round(script)}, style ${round(style)}, layout ${round(layout)})`

const less = (cost, idle, seconds) =>
  Object.fromEntries(
    Object.entries(cost).map(([name, value]) => [name, Math.max(0, value - (idle[name] ?? 0) * seconds)]),
  )

async function repeat(times, run) {
  const runs = []
  for (let at = 0; at < times; at += 1) runs.push(await run(at))
  return runs
}

/** Costs of single actions in the open Lab; the page's idle work is subtracted. */
async function measureActions(page, label) {
  const main = await mainThreadOf(page)
  const longest = await watchLongTasks(page)
  const idle = medians(await repeat(3, () => main.cost(() => sleep(IDLE_MS))), IDLE_MS / 1000)
  await createMany(page, { count: 1, inFlight: 1, name: `bench-${label}` })
  await sleep(1500)
  await longest()
  const written = await repeat(WRITES, async (at) =>
    less(await main.cost(() => write(page, `bench-${label}-0`, at), WRITE_PAUSE_MS), idle, WRITE_PAUSE_MS / 1000),
  )
  const longestWrite = await longest()
  const steps = await repeat(3, async () => {
    const began = performance.now()
    const cost = await main.cost(() => dragRail(page, STEPS, label === 'large' ? 4 : 8))
    const seconds = (performance.now() - began) / 1000
    await page.keyboard.press('End')
    await page
      .getByRole('button', { name: /Return to Live/ })
      .click({ timeout: 1000 })
      .catch(() => undefined)
    await sleep(1200)
    return less(cost, idle, seconds)
  })
  const longestStep = await longest()
  const typed = await measureTyping(page, main, idle)
  const longestLetter = await longest()
  const perStep = medians(steps, STEPS)
  const perLetter = medians(typed, LETTERS)
  const perWrite = medians(written)
  return {
    figures: { idle, write: perWrite, step: perStep, letter: perLetter, longestWrite, longestStep, longestLetter },
    rows: [
      [`${label}: a write`, words(perWrite), '<= 4 ms'],
      [
        `${label}: longest task while writing`,
        longestWrite === 0 ? 'under 50 ms' : `${round(longestWrite, 0)} ms`,
        '<= 50 ms',
      ],
      [`${label}: a rail step`, words(perStep), '<= 6 ms'],
      [`${label}: a typed character`, words(perLetter), '<= 6 ms'],
      [
        `${label}: idle, a second`,
        `${round(idle.task)} ms of tasks (${words(idle)}; ${round(idle.styles)} style recalculations)`,
        '<= 10 ms',
      ],
    ],
  }
}

/** Types a new line into the object's YAML and discards the draft. */
async function measureTyping(page, main, idle) {
  const runs = await repeat(3, async () => {
    await page.locator('#work .monaco-editor .view-line').nth(2).click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('# ')
    await sleep(800)
    const began = performance.now()
    const cost = await main.cost(() => page.keyboard.type('abcdefghij klmnopqrst uvwxyz ab', { delay: 70 }), 500)
    const seconds = (performance.now() - began) / 1000
    await page.getByTestId('yaml-discard').click()
    await sleep(800)
    return less(cost, idle, seconds)
  })
  return runs
}

async function measureFetch(page) {
  await createMany(page, { count: 20, inFlight: 4, name: 'warm' })
  const row = await createMany(page, { count: 150, inFlight: 1, name: 'row' })
  await sleep(1500)
  const wide = await createMany(page, { count: 200, inFlight: 16, name: 'wide' })
  await sleep(1500)
  const wider = await createMany(page, { count: 1500, inFlight: 64, name: 'wider' })
  return [
    ["creates by the page's fetch, in a row", `${round(row, 0)} /s`, '>= 200 /s'],
    ["creates by the page's fetch, 16 in flight", `${round(wide, 0)} /s`, ''],
    ["creates by the page's fetch, 64 in flight", `${round(wider, 0)} /s`, '>= 1500 /s'],
  ]
}

/** Serves the built page and measures `parts` of it: load, small, fetch, branches, benches, large, living. */
export async function benchPage({ port, only }) {
  const parts = only.split(',')
  const served = await startPage(port)
  const rows = []
  const details = {}
  const add = (more) => {
    for (const row of more) console.log(`  ${row.slice(0, 2).join(': ')}`)
    rows.push(...more)
  }
  try {
    if (parts.includes('load')) {
      add(await withBrowser((context) => measureStart(context, served.base)))
      const bytes = await withBrowser((context) => measureBytes(context, served.base))
      details.files = bytes.files
      add(bytes.rows)
    }
    if (parts.includes('small') || parts.includes('fetch'))
      await withBrowser(async (context) => {
        const page = await openLab(context, served.base)
        await settle(page)
        if (parts.includes('small')) {
          const memory = await rendererMemory(context)
          const { figures, rows: actions } = await measureActions(page, 'sample')
          details.sample = figures
          add([...actions, ['sample: memory of the renderer', `${memory.page} MiB`, '']])
        }
        if (parts.includes('fetch')) add(await measureFetch(page))
      })
    if (parts.includes('branches')) add(await measureBranches(served.base))
    if (parts.includes('benches')) add(await withBrowser((context) => measureBenches(context, served.base)))
    if (parts.includes('living')) add(await withBrowser((context) => measureLiving(context, served.base)))
    if (parts.includes('large')) {
      const large = await withBrowser((context) => measureLarge(context, served.base))
      details.large = large.figures
      add(large.rows)
    }
    return { ...details, rows }
  } finally {
    await served.stop()
  }
}

async function measureLarge(context, base) {
  await fill(context, base, { objects: OBJECTS, revisions: REVISIONS })
  const page = await openLab(context, base)
  await settle(page)
  const { figures, rows } = await measureActions(page, 'large')
  const used = await rendererMemory(context)
  const name = `${OBJECTS} objects, ${REVISIONS} revisions`
  return { figures, rows: [...rows, [`large: memory of the renderer, ${name}`, `${used.page} MiB`, '<= 400 MiB']] }
}
