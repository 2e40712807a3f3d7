import { expect, type Locator, type Page } from '@playwright/test'
import { findingsInThemes } from './axe-findings.ts'
import { test } from './page-test.ts'
import { unreachable } from './reachable.ts'

/*
 * Every lesson of the product, played as a person does: its answers are put into the editor and sent, and each lesson leads
 * to the next one of its group. The first lesson of each group is played with the keyboard alone.
 */

interface Part {
  readonly groups: readonly string[]
  readonly width: number
  readonly theme: 'light' | 'dark'
}

const parts: readonly Part[] = [
  { groups: ['Reading over time'], width: 600, theme: 'light' },
  { groups: ['Writes'], width: 1440, theme: 'dark' },
  { groups: ['Deletion', 'Kinds and formats', 'Rules and budgets'], width: 390, theme: 'dark' },
  { groups: ['Access', 'The server itself'], width: 1440, theme: 'light' },
]

const column = (page: Page): Locator => page.locator('[data-region="lesson"]')
const button = (page: Page, name: string | RegExp): Locator =>
  column(page).getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
const requests = (page: Page): Locator =>
  column(page)
    .locator('footer')
    .getByText(/^\d+ requests?, par \d+$/)

/** Presses a control of the page. */
type Press = (page: Page, control: Locator) => Promise<void>

const byPointer: Press = (_page, control) => control.click()

/** Returns the key that brings the focus nearer to a control; `''` once it is there. */
const nextKey = (control: Locator): Promise<string> =>
  control.evaluate((wanted) => {
    const { activeElement } = document
    if (activeElement === wanted) return ''
    const region = wanted.closest('[data-region]')
    if (activeElement === null || region === null || !region.contains(activeElement)) return 'F6'
    const isBefore = (activeElement.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
    return isBefore ? 'Shift+Tab' : 'Tab'
  })

/** Moves the focus to a control with the keys of the page, and presses Enter. */
const byKeyboard: Press = async (page, control) => {
  await expect(control).toBeEnabled()
  const keys: string[] = []
  for (let key = await nextKey(control); key !== ''; key = await nextKey(control)) {
    expect(keys.length, keys.join(' ')).toBeLessThan(60)
    keys.push(key)
    await page.keyboard.press(key)
  }
  await page.keyboard.press('Enter')
}

/** Sends the requests of a step's answer, one after the other, until the step is done. */
async function solveStep(page: Page, press: Press): Promise<void> {
  const answer = button(page, /^Answer/)
  await expect(answer).toBeVisible()
  const label = (await answer.textContent()) ?? ''
  const count = Number(/of (\d+)$/.exec(label)?.[1] ?? 1)
  for (let at = 1; at <= count; at += 1) {
    const before = Number.parseInt((await requests(page).textContent()) ?? '', 10)
    await press(page, answer)
    const send = page.getByTestId('request-send')
    await expect(send).toBeFocused()
    await (press === byKeyboard ? page.keyboard.press('Enter') : send.click())
    // A step can be done before its last request is read to the end, as that of a watch.
    await expect(requests(page)).toHaveText(new RegExp(`^${before + 1} `))
  }
  await expect(column(page)).toContainText('Done.')
}

/** Plays the lesson that is open, from its first step to its end, with the number of requests that is its par. */
async function playOpenLesson(page: Page, title: string, { width, theme }: Part, press: Press): Promise<void> {
  await expect(column(page).getByRole('heading', { name: title, exact: true })).toBeVisible()
  await expect(button(page, /^Answer/)).toBeVisible()
  const other = theme === 'dark' ? 'light' : 'dark'
  // The end has more parts than the beginning, and is looked at in both themes.
  expect(await findingsInThemes(page, [theme], ['[data-region="lesson"]'])).toEqual([])
  // A narrow page lists the viewed step only; the bars have one part for each.
  const bars = await column(page)
    .getByRole('img', { name: /steps done$/ })
    .getAttribute('aria-label')
  const steps = Number(/of (\d+) steps/.exec(bars ?? '')?.[1])
  expect(steps).toBeGreaterThan(0)
  for (let at = 1; at <= steps; at += 1) {
    await solveStep(page, press)
    if (at === 1 && width < 900) expect(await unreachable(page)).toEqual([])
    await press(page, button(page, at === steps ? 'Finish' : 'Next'))
  }
  await expect(column(page)).toContainText(/Lesson done with \d+ requests? in \d+ /)
  await expect(column(page).getByRole('img', { name: /^The rail of your requests: ./ })).toBeVisible()
  // The pane with Compare stands beside the end in a wide window.
  const regions = ['[data-region="lesson"]', ...(width > 900 ? ['[data-lesson-compare]'] : [])]
  expect(await findingsInThemes(page, [other, theme], regions)).toEqual([])
}

/** Finds a lesson by its title on the home page, and starts it. */
async function startByKeyboard(page: Page, title: string): Promise<void> {
  const all = await page.locator('[data-lesson-card]').count()
  await page.keyboard.press('/')
  await page.keyboard.type(title)
  const cards = page.locator('[data-lesson-card]')
  await expect(cards).not.toHaveCount(all)
  await byKeyboard(page, cards.filter({ has: page.getByText(title, { exact: true }) }))
}

for (const part of parts)
  test(`[LSN7] [LSN11] [LSN14] the lessons of ${part.groups.join(', ')} are played in the page, at ${part.width} px`, async ({
    page,
  }) => {
    test.setTimeout(400_000)
    await page.setViewportSize({ width: part.width, height: 900 })
    await page.addInitScript((theme) => {
      localStorage.setItem('orchard.welcome', JSON.stringify({ seen: true }))
      localStorage.setItem('orchard.coach', JSON.stringify({ at: 9 }))
      localStorage.setItem('orchard.theme', theme)
    }, part.theme)
    await page.goto('./?room=lessons')
    const groups = page.locator('section:has([data-lesson-card])[aria-label]')
    await expect(groups).not.toHaveCount(0)
    // A group that is not in the table would not be played.
    const names = await groups.evaluateAll((all) => all.map((group) => group.getAttribute('aria-label')))
    expect(names.toSorted()).toEqual(parts.flatMap((one) => one.groups).toSorted())
    const titlesOf = (group: string): Promise<readonly string[]> =>
      page
        .getByRole('region', { name: group, exact: true })
        .locator('[data-lesson-card] b:not([class])')
        .evaluateAll((all) => all.map((title) => title.textContent ?? ''))
    const titles: string[] = []
    const first = new Set<string>()
    for (const group of part.groups) {
      const ofGroup = await titlesOf(group)
      first.add(ofGroup[0] ?? '')
      titles.push(...ofGroup)
    }
    for (const [at, title] of titles.entries())
      await test.step(title, async () => {
        if (at === 0) await startByKeyboard(page, title)
        else await byPointer(page, button(page, `Start ${title}`))
        await playOpenLesson(page, title, part, first.has(title) ? byKeyboard : byPointer)
      })
    await byPointer(page, button(page, 'Back to my cluster'))
    for (const title of titles)
      await expect(
        page.locator('[data-lesson-card]').filter({ has: page.getByText(title, { exact: true }) }),
      ).toContainText('done')
  })
