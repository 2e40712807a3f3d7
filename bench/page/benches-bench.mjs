// Measures the benches of the Lab at 5,000 objects: the time from the choice of a tab until its answers are drawn.
import { setTimeout as sleep } from 'node:timers/promises'
import { fill, openLab, settle } from './lab.mjs'
import { median, round } from './main-thread.mjs'

const OBJECTS = 5000
const ROUNDS = 5
const SUBJECT = '?kind=apps.v1.deployments&ns=shop&obj=web'

/**
 * The tabs, with the element that says whether the bench is waiting for answers, and the attribute that says it. Versions
 * asks for a version of the future, too, whose answers come after 3 s: it waits until all others are there.
 */
const benches = [
  ['Race', '[data-testid=race-matrix]'],
  ['Patch quad', '[data-testid=patch-quad]'],
  ['Apply', '[data-testid=apply]'],
  ['Informer', '[data-testid=informer]'],
  ['Bytes', '[data-testid=bytes]'],
  ['Versions', '[data-testid=versions]', 'data-waits'],
]

/**
 * Runs in the page: chooses a tab and resolves with the milliseconds until the frame after `selector` was busy and no longer
 * is.
 */
const timeOf = ([title, selector, attribute = 'aria-busy']) =>
  new Promise((resolve, reject) => {
    const tab = [...document.querySelectorAll('[role=tab]')].find(({ textContent }) => textContent.trim() === title)
    if (tab === undefined) return reject(new Error(`no tab ${title}`))
    const began = performance.now()
    const timer = setTimeout(() => reject(new Error(`${title} does not answer`)), 30_000)
    let wasBusy = false
    const observer = new MutationObserver(() => {
      const busy = document.querySelector(selector)?.getAttribute(attribute)
      wasBusy ||= busy === 'true'
      if (busy !== 'false' || !wasBusy) return
      observer.disconnect()
      clearTimeout(timer)
      requestAnimationFrame(() => resolve(performance.now() - began))
    })
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: [attribute] })
    tab.click()
  })

/** Returns the rows of the table: the median time of each bench, and the first time, which loads its code. */
export async function measureBenches(context, base) {
  await fill(context, base, { objects: OBJECTS, revisions: 0 })
  const page = await openLab(context, base, SUBJECT)
  await settle(page)
  const rows = []
  for (const bench of benches) {
    const times = []
    for (let at = 0; at < ROUNDS; at += 1) {
      await page.getByRole('tab', { name: bench[0] === 'Bytes' ? 'Informer' : 'Bytes', exact: true }).click()
      await sleep(1500)
      times.push(await page.evaluate(timeOf, bench))
    }
    const [first, ...again] = times
    const words = `${round(median(again), 0)} ms (first ${round(first, 0)}, best ${round(Math.min(...again), 0)})`
    rows.push([`${bench[0]} at ${OBJECTS} objects`, words, '<= 300 ms'])
  }
  return rows
}
