import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import { openLab } from './lab-page.ts'

const folder = fileURLToPath(new URL('../src/lessons', import.meta.url))
const lessons = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted()

/** All lessons take many minutes, so a usual run plays two, one after the other; ORCHARD_ALL_LESSONS=1 plays all. */
const isWhole = process.env['ORCHARD_ALL_LESSONS'] !== undefined
const played = isWhole ? lessons : lessons.filter((id) => ['bookmarks-resume', 'race-409'].includes(id))

/** Pages on which they are played: each plays every n-th lesson. */
const pages = isWhole ? 6 : 1

const column = (page: Page) => page.locator('[data-region="lesson"]')
const button = (page: Page, name: string | RegExp) =>
  column(page).getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
const requests = (page: Page) =>
  column(page)
    .locator('footer')
    .getByText(/^\d+ requests?, par \d+$/)

/** Presses a button of the lesson by pointer or by keyboard. */
type Press = (page: Page, name: string | RegExp) => Promise<void>
const byPointer: Press = (page, name) => button(page, name).click()
const byKeyboard: Press = (page, name) => button(page, name).press('Enter')

/** Sends the requests of a step's answer, one after the other, until the step is done. */
async function solveStep(page: Page, press: Press): Promise<void> {
  const answer = button(page, /^Answer/)
  await expect(answer).toBeVisible()
  const label = (await answer.textContent()) ?? ''
  const count = Number(/of (\d+)$/.exec(label)?.[1] ?? 1)
  for (let at = 1; at <= count; at += 1) {
    const before = Number.parseInt((await requests(page).textContent()) ?? '', 10)
    await press(page, /^Answer/)
    await expect(page.getByTestId('request-send')).toBeFocused()
    await page.keyboard.press('Enter')
    // A step can be done before its last request is read to the end, as that of a watch.
    await expect(requests(page)).toHaveText(new RegExp(`^${before + 1} `))
  }
  await expect(column(page)).toContainText('Done.')
}

async function playLesson(page: Page, id: string, press: Press): Promise<void> {
  await page.locator(`[data-lesson-card="${id}"]`).press('Enter')
  await expect(button(page, 'Back')).toBeVisible()
  const steps = await column(page).locator('ol > li:has(h3)').count()
  expect(steps).toBeGreaterThan(0)
  for (let at = 1; at <= steps; at += 1) {
    await solveStep(page, press)
    await press(page, at === steps ? 'Finish' : 'Next')
  }
  await expect(column(page)).toContainText(/Lesson done with \d+ requests?\./)
  await press(page, 'Back to my cluster')
  await expect(page.locator(`[data-lesson-card="${id}"]`)).toContainText(/done\d+ requests?, par \d+/)
}

for (let shard = 0; shard < pages; shard += 1)
  test(`[LSN7] [LSN11] lessons play through the page by their answers, part ${shard + 1} of ${pages}`, async ({
    page,
  }) => {
    test.setTimeout(isWhole ? 900_000 : 180_000)
    await openLab(page)
    await page.keyboard.press('g')
    await page.keyboard.press('e')
    const mine = played.filter((_id, at) => at % pages === shard)
    for (const [at, id] of mine.entries())
      await test.step(id, () => playLesson(page, id, at % 2 === 0 ? byKeyboard : byPointer))
  })
