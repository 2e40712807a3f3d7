import { expect, type Page, test } from '@playwright/test'
import { findings } from './axe-findings.ts'
import { openLab } from './lab-page.ts'

const column = (page: Page) => page.locator('[data-region="lesson"]')
const checks = (page: Page) => column(page).getByRole('list', { name: 'Checks' }).getByRole('listitem')
const press = (page: Page, name: string) => column(page).getByRole('button', { name, exact: true }).press('Enter')

async function openLessons(page: Page): Promise<void> {
  await openLab(page)
  await page.keyboard.press('g')
  await page.keyboard.press('e')
  await expect(page.getByTestId('lessons-room')).toBeVisible()
}

/** Puts the answer into the editor, which focuses its Send button, and presses that. */
async function sendAnswer(page: Page, name = 'Answer'): Promise<void> {
  await press(page, name)
  await expect(page.getByTestId('request-send')).toBeFocused()
  await page.keyboard.press('Enter')
}

test('[LSN11] [LSN13] [LSN14] a lesson is played by keyboard: hint, a mistake, answers, reset, and its end', async ({
  page,
}) => {
  await openLessons(page)
  await page.locator('[data-lesson-card="first-write"]').press('Enter')
  await expect(column(page).getByRole('heading', { name: 'First write' })).toBeVisible()
  await expect(checks(page)).toHaveCount(2)
  expect(await findings(page)).toEqual([])

  // The attempt, the hint and the answer send nothing.
  await press(page, 'Hint')
  await expect(column(page).getByRole('list', { name: 'Hints' })).toBeVisible()
  await press(page, 'Put it in the editor')
  await press(page, 'Answer')
  await expect(column(page)).toContainText('0 requests, par 4')
  await expect(column(page).getByRole('button', { name: 'Next', exact: true })).toBeDisabled()

  await expect(page.getByTestId('request-send')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(column(page)).toContainText('Done.')
  await expect(column(page)).toContainText('1 request, par 4')
  await press(page, 'Next')

  // A likely mistake gets its word: a list in place of an object.
  await press(page, 'Answer')
  await expect(page.getByTestId('request-send')).toBeFocused()
  await page.getByTestId('request-path').fill('/api/v1/namespaces/shop/configmaps?limit=9')
  await page.getByTestId('request-send').press('Enter')
  await expect(column(page)).toContainText('Add the name to get one object')

  // The step begins anew on a new cluster, and the count with it.
  await press(page, 'Reset step')
  await expect(column(page)).toContainText('1 request, par 4')
  await expect(checks(page)).toHaveCount(2)
  await sendAnswer(page)
  await expect(column(page)).toContainText('Done.')
  await press(page, 'Next')
  await sendAnswer(page)
  await expect(column(page)).toContainText('Done.')
  await press(page, 'Next')
  await sendAnswer(page)
  await expect(column(page)).toContainText('Done.')
  await press(page, 'Finish')
  await expect(column(page)).toContainText('Lesson done with 4 requests')
  await expect(column(page).getByRole('img', { name: /The rail of your requests: create, .*read/ })).toBeVisible()
  expect(await findings(page)).toEqual([])

  await press(page, 'Back to my cluster')
  await expect(page.locator('[data-lesson-card="first-write"]')).toContainText('4 requests, par 4')
  await expect(page.getByRole('complementary', { name: 'Yours' })).toContainText('Done1 of')
})

test('[LSN17] the first notice leads to the lessons, and a refusal to the lesson about it', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('orchard.coach', JSON.stringify({ at: 9 })))
  await page.goto('./')
  await page.getByRole('button', { name: 'Learn by lessons' }).click()
  await expect(page.getByTestId('lessons-room')).toBeVisible()
  await page.goto('./?tab=request')
  await page.getByTestId('request-path').fill('/api/v1/namespaces/shop/configmaps?fieldSelector=data.price%3D9')
  await page.getByTestId('request-send').click()
  await page.getByRole('button', { name: 'Labels and fields, step 4' }).click()
  await expect(page.getByRole('button', { name: 'Start at this step' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(column(page)).toContainText('A field that cannot be selected')
  await expect(checks(page)).not.toHaveCount(0)
  await expect(column(page).locator('li[data-done]')).toHaveCount(3)
})

test('[LSN23] a demo plays a lesson by itself, Space pauses it, and it is no progress of the person', async ({
  page,
}) => {
  // The page of a demo goes to the cluster of its lesson by itself, so the Lab is opened before.
  await openLab(page)
  // At this pace the first request is minutes away, however slow the machine is.
  await page.goto('./?demo=first-write&pace=0.05')
  const bar = page.getByRole('region', { name: 'Demo' })
  await expect(bar).toHaveAttribute('data-phase', 'playing')
  await page.keyboard.press(' ')
  await expect(bar).toHaveAttribute('data-phase', 'paused')
  await expect(column(page)).toContainText('0 requests, par 4')
  expect(await findings(page)).toEqual([])
  await bar.getByRole('button', { name: 'Go on' }).press(' ')
  await expect(bar).toHaveAttribute('data-phase', 'playing')

  await page.goto('./?demo=first-write&pace=50')
  await expect(bar).toHaveAttribute('data-phase', 'ended')
  await expect(column(page)).toContainText('Lesson done with 4 requests')
  await bar.getByRole('button', { name: 'End demo' }).click()
  await expect(page.locator('[data-lesson-card="first-write"]')).toContainText('min')
})

test('[LSN23] a demo waits where the system asks for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openLab(page)
  await page.goto('./?demo=first-write')
  const bar = page.getByRole('region', { name: 'Demo' })
  await expect(bar).toContainText('the demo waits for you')
  await expect(bar.getByRole('button', { name: 'Go on' })).toBeVisible()
})
