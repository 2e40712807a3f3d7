import { expect, type Page } from '@playwright/test'
import { openLab } from './lab-page.ts'
import { editorOnDemand, test } from './page-test.ts'
import { unreachable } from './reachable.ts'
import { openWork, replaceWord, send } from './work-page.ts'

const sizes = [
  { width: 390, height: 844 },
  { width: 600, height: 900 },
]

/** Opens each tab of a list, and collects what could not be reached in any of them. */
async function overTabs(page: Page, list: string, found: string[]): Promise<void> {
  const tabs = page.getByRole('tablist', { name: list })
  for (const title of await tabs.getByRole('tab').allInnerTexts()) {
    const name = title.split('\n')[0] ?? title
    await tabs.getByRole('tab', { name }).click()
    await expect(tabs.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
    const panel = (await tabs.getByRole('tab', { name }).getAttribute('aria-controls')) ?? ''
    await expect(page.locator(`[id="${panel}"]`)).toHaveText(/\S/)
    for (const each of await unreachable(page)) found.push(`${list}, ${name}: ${each}`)
  }
}

const goTo = (page: Page, room: string): Promise<void> =>
  page.getByRole('navigation').getByRole('link', { name: room }).filter({ visible: true }).click()

for (const size of sizes) {
  test(`[UI20] at ${size.width} pixels every command of the Lab can be reached, and none overlap`, async ({ page }) => {
    await page.setViewportSize(size)
    await openLab(page)
    const found: string[] = []
    await overTabs(page, 'Dock', found)
    await overTabs(page, 'Work', found)
    await page.getByRole('tab', { name: 'YAML' }).click()
    for (const region of ['Objects', 'Inspector']) {
      await page.getByRole('button', { name: region, exact: true }).click()
      for (const each of await unreachable(page)) found.push(`${region}: ${each}`)
      await page.keyboard.press('Escape')
    }
    expect(found).toEqual([])
  })

  test(`[UI20] at ${size.width} pixels every command of Config and Access can be reached`, async ({ page }) => {
    await page.setViewportSize(size)
    await openLab(page)
    const found: string[] = []
    await goTo(page, 'Config')
    await expect(page.locator('#work .view-line').first()).toBeVisible()
    await overTabs(page, 'Dock', found)
    await page.getByRole('button', { name: 'Try it', exact: true }).click()
    for (const each of await unreachable(page)) found.push(`Try it: ${each}`)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await goTo(page, 'Access')
    await expect(page.getByTestId('decide')).toBeVisible()
    await overTabs(page, 'Side panel', found)
    expect(found).toEqual([])
  })
}

test('[UI20] [RC9] at 600 pixels the body of a refusal can be scrolled to below its explanation', async ({ page }) => {
  await page.setViewportSize({ width: 600, height: 800 })
  await openLab(page)
  await openWork(page, 'Request')
  await send(page, 'GET', '/api/v1/namespaces/nowhere')
  const answer = page.getByRole('region', { name: 'Answer' })
  await expect(answer.getByRole('article', { name: 'Explain 404' })).toContainText('Fix')
  const body = answer.getByTestId('code-box')
  // The head is kept in view until all parts of the card have arrived.
  await expect(async () => {
    await body.scrollIntoViewIfNeeded()
    await expect(body).toBeInViewport({ ratio: 0.9, timeout: 500 })
  }).toPass()
  await expect.poll(async () => (await body.boundingBox())?.height).toBeGreaterThanOrEqual(120)
})

for (const size of [
  { width: 390, height: 844 },
  { width: 720, height: 450 },
  { width: 900, height: 700 },
])
  test(`[UI20] [LSN32] at ${size.width} by ${size.height} pixels the welcome, the lessons and a lesson that is played can be reached`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    await page.addInitScript(() => localStorage.setItem('orchard.coach', JSON.stringify({ at: 9 })))
    await page.goto('./')
    const found: string[] = []
    const look = async (view: string) => {
      for (const each of await unreachable(page)) found.push(`${view}: ${each}`)
    }
    const welcome = page.getByRole('note').filter({ hasText: 'A whole API server' })
    await expect(page.locator('[data-rv]').first()).toBeVisible()
    await look('welcome')
    // The cross stands beside the words, not in a row of its own.
    const cross = await welcome.getByRole('button', { name: 'Dismiss' }).boundingBox()
    const words = await welcome.getByRole('paragraph').boundingBox()
    expect(cross?.y).toBeLessThan((words?.y ?? 0) + (words?.height ?? 0))

    await welcome.getByRole('button', { name: 'Learn by lessons' }).click()
    await expect(page.getByTestId('lessons-room')).toBeVisible()
    await look('lessons')
    await page.getByRole('button', { name: 'Export', exact: true }).scrollIntoViewIfNeeded()
    await look('the end of the lessons')
    await page.locator('[data-lesson-card="race-409"]').press('Enter')
    const lesson = page.locator('[data-region="lesson"]')
    await expect(lesson.getByRole('button', { name: 'Answer', exact: true })).toBeVisible()
    if (size.width <= 600 || size.height < 560) {
      // The words before the first step are folded: it begins in view without scrolling.
      await expect(lesson.getByText('About this lesson')).toBeVisible()
      await expect(lesson.getByText('3 more steps')).toBeAttached()
      await expect(lesson.getByText('Alice wants to raise the tax')).toBeInViewport({ ratio: 0.6 })
    }
    if (size.width <= 600)
      await expect(lesson.getByRole('button', { name: 'Put it in the editor' })).toBeInViewport({ ratio: 1 })
    await lesson.getByRole('button', { name: 'Answer', exact: true }).press('Enter')
    await expect(page.getByTestId('request-send')).toBeFocused()
    await look('a lesson')
    await expect(page.getByRole('tablist', { name: 'Dock' }).getByRole('tab').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show dock' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(lesson).toContainText('Done.')
    await look('a step that is done')
    expect(found).toEqual([])

    const rooms = page.getByRole('navigation', { name: 'Rooms' }).filter({ visible: true })
    await expect(rooms.getByRole('link', { name: 'Lessons' })).toHaveAttribute('aria-current', 'page')
    await rooms.getByRole('link', { name: 'Lab' }).click()
    await expect(rooms.getByRole('link', { name: 'Lab' })).toHaveAttribute('aria-current', 'page')
    await expect(lesson).toHaveCount(0)
  })

test('[UI20] [DOC2] at 390 pixels benches that are opened by address can be reached, and the dock is folded', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await editorOnDemand(page)
  await openLab(page)
  const found: string[] = []
  // The content of each bench after its responses.
  const benches = {
    race: '[data-outcome]',
    'patch-quad': '[data-patch="strategic"] [data-code]',
    versions: '[data-cell][data-code]',
    bytes: '[data-form="table"]',
    apply: '[data-testid="apply"][aria-busy="false"]',
  }
  for (const [tab, answered] of Object.entries(benches)) {
    await page.goto(`./?kind=apps.v1.deployments&ns=shop&obj=web&tab=${tab}`)
    await expect(page.locator(answered).last()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show dock' })).toBeVisible()
    // The folded dock shows all of its tabs.
    const dock = page.getByRole('tablist', { name: 'Dock' })
    const hidden = (list: Element) => list.scrollWidth - list.clientWidth
    await expect.poll(() => dock.evaluate(hidden), tab).toBe(0)
    for (const each of await unreachable(page)) found.push(`${tab}: ${each}`)
    // A part that is lower than what it contains would show this over the next part.
    const tooLow = () =>
      page
        .locator('#work section')
        .evaluateAll((parts) => parts.filter((part) => part.scrollHeight > part.clientHeight + 1).length)
    await expect.poll(tooLow, tab).toBe(0)
  }
  expect(found).toEqual([])
})

test('[UI20] a phone saves a change: type, Update, done', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openLab(page)
  await replaceWord(page, 'front', 'back')
  expect(await unreachable(page)).toEqual([])
  await page.getByTestId('yaml-update').click()
  await expect(page.getByText('200 OK').first()).toBeVisible()
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('[UI20] the coach names what to tap, and buttons name no keys', async ({ page }) => {
    await page.addInitScript(() => {
      if (localStorage.getItem('orchard.coach') === null)
        localStorage.setItem('orchard.coach', JSON.stringify({ at: 0 }))
    })
    await editorOnDemand(page)
    await openLab(page)
    const coach = page.getByRole('status').filter({ hasText: ' of ' })
    await expect(coach).toContainText('Update')
    await expect(page.locator('button kbd, [data-coach] kbd').filter({ visible: true })).toHaveCount(0)
    expect(await unreachable(page)).toEqual([])
  })
})
