import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { versionOf } from './api-page.ts'
import { leaveFields, openDockTab, openLab, railOf, revisionRow } from './lab-page.ts'
import { test } from './page-test.ts'
import { create } from './work-page.ts'

test.use({ loadsEditor: false })

const table = (page: Page) => page.getByRole('grid', { name: /^Revisions/ })
const firstRow = (page: Page) => table(page).locator('[data-revision]').first()
const newer = (page: Page) => page.getByRole('button', { name: /newer/ })

/** Creates a ConfigMap and returns its revision, after the rail shows it. */
async function write(page: Page, name: string): Promise<number> {
  const revision = Number(versionOf(await create(page, name)))
  await expect(railOf(page)).toHaveAttribute('aria-valuemax', String(revision))
  return revision
}

/** Returns a position once it is the same at two looks: a turned wheel scrolls smoothly. */
async function atRest(position: () => Promise<number>): Promise<number> {
  let last = Number.NaN
  await expect
    .poll(async () => {
      const before = last
      last = await position()
      return last - before
    })
    .toBe(0)
  return last
}

test('[DOC6] the table of revisions follows the newest write; rows that were scrolled to keep their place', async ({
  page,
}) => {
  await openLab(page)
  await table(page).hover()
  for (const name of ['one', 'two', 'three']) {
    const revision = await write(page, name)
    await expect(revisionRow(page, revision)).toBeInViewport({ ratio: 0.9 })
  }
  await expect(newer(page)).toHaveCount(0)

  const newestSeen = Number(await firstRow(page).getAttribute('data-revision'))
  await page.mouse.wheel(0, 280)
  await expect(revisionRow(page, newestSeen)).not.toBeInViewport()
  const seen = table(page).locator('[data-revision]').nth(12)
  const revision = Number(await seen.getAttribute('data-revision'))
  const top = async (): Promise<number> => (await revisionRow(page, revision).boundingBox())?.y ?? Number.NaN
  const before = await atRest(top)
  await expect(newer(page)).toHaveCount(0)
  for (const name of ['four', 'five', 'six']) await write(page, name)
  // The three, and what a control loop may have written meanwhile.
  await expect(newer(page)).toHaveText(/^([3-9]|\d\d) newer ↑$/)
  await expect.poll(top).toBeCloseTo(before, 0)
  await newer(page).press('Enter')
  await expect(firstRow(page)).toBeInViewport({ ratio: 0.9 })
  await expect(newer(page)).toHaveCount(0)
  await expect(table(page)).toBeFocused()
  const newest = await write(page, 'seven')
  await expect(revisionRow(page, newest)).toBeInViewport({ ratio: 0.9 })
})

test('[DOC6] Home and End restore the place of the table; the row that the keys are at stays the same row', async ({
  page,
}) => {
  await openLab(page)
  const newest = Number(await railOf(page).getAttribute('aria-valuemax'))
  await leaveFields(page)
  await page.keyboard.press('Home')
  await expect(revisionRow(page, newest)).not.toBeInViewport()
  await page.keyboard.press('End')
  await expect(revisionRow(page, newest)).toBeInViewport({ ratio: 0.9 })
  await expect(newer(page)).toHaveCount(0)
  await expect(revisionRow(page, await write(page, 'one'))).toBeInViewport({ ratio: 0.9 })

  await table(page).focus()
  for (let turn = 0; turn < 3; turn += 1) await page.keyboard.press('ArrowDown')
  const chosen = await table(page).locator('[aria-selected=true]').getAttribute('data-revision')
  await write(page, 'two')
  await expect(async () => {
    const active = await table(page).getAttribute('aria-activedescendant')
    expect(await page.locator(`#${active}`).getAttribute('data-revision')).toBe(chosen)
  }).toPass()
})

test('[DOC6] [DOC4] [DOC8] the table of requests follows, shows storage inside of the registry, and is downloaded as HAR', async ({
  page,
}) => {
  await openLab(page)
  await openDockTab(page, /Requests/)
  const requests = page.getByRole('treegrid', { name: /^Requests/ })
  await requests.hover()
  await create(page, 'one')
  // A request of a control loop may be newer than the write, so the row is found by its verb and path.
  const posted = requests.getByRole('row').filter({ hasText: 'POST' }).filter({ hasText: '/configmaps' }).first()
  await expect(posted).toBeInViewport({ ratio: 0.9 })
  await expect(posted.getByLabel(/registry .*storage/)).toBeVisible()
  await posted.click()
  const trace = page.getByRole('region', { name: 'Trace' })
  await expect(trace.locator('li b', { hasText: 'storage' }).first()).toBeVisible()
  const stages = await trace.locator('li b').allTextContents()
  expect(stages.indexOf('storage')).toBeGreaterThan(stages.indexOf('registry'))
  await expect(trace.locator('li', { hasText: 'storage' }).first()).toContainText('/registry/')

  await page.getByRole('searchbox', { name: 'Filter requests' }).fill('method:POST')
  await page.getByRole('button', { name: 'Export HAR' }).click()
  const sheet = page.getByRole('dialog', { name: 'Export requests as HAR' })
  await expect(sheet).toContainText('the headers Authorization and Cookie')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: 'Download' }).click(),
  ])
  const har = JSON.parse(await readFile(await download.path(), 'utf8')) as {
    log: { entries: { request: { method: string; url: string } }[] }
  }
  const written = { method: 'POST', url: expect.stringContaining('/configmaps') }
  expect(har.log.entries).toContainEqual(expect.objectContaining({ request: expect.objectContaining(written) }))
  await expect(sheet).toHaveCount(0)
})
