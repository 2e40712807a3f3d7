import { expect } from '@playwright/test'
import { findings } from './axe-findings.ts'
import { openLab } from './lab-page.ts'
import { test } from './page-test.ts'
import { unreachable } from './reachable.ts'

// Nobody writes YAML in these tests.
test.use({ loadsEditor: false })

test('[PR1] [PR2] [PR3] [PR5] [PR7] a shared presentation steps by Space, and its notes follow in another tab', async ({
  page,
  context,
}) => {
  await openLab(page)
  await page.getByRole('button', { name: 'Share this moment' }).click()
  const sheet = page.getByRole('dialog', { name: 'Share this moment' })
  await sheet.getByText('Present', { exact: true }).click()
  await sheet.getByRole('tab', { name: 'Steps' }).click()
  for (const [at, title] of ['First step', 'Second step'].entries()) {
    await sheet.getByRole('button', { name: 'Add where you are' }).click()
    await sheet.getByRole('textbox', { name: `Title of step ${at + 1}` }).fill(title)
    await sheet.getByRole('textbox', { name: `Notes of step ${at + 1}` }).fill(`note ${at + 1}`)
  }
  await sheet.getByRole('textbox', { name: 'Question of step 1' }).fill('What does the server say?')
  await sheet
    .getByRole('button', { name: /^Send GET of/ })
    .first()
    .click()
  await expect(sheet.getByRole('button', { name: 'Send nothing in step 1' })).toBeVisible()
  const link = await sheet.getByRole('textbox', { name: 'Link' }).inputValue()

  const stage = await context.newPage()
  await stage.goto(link)
  await expect(stage.getByRole('heading', { name: 'First step' })).toBeVisible()
  await expect(stage.getByText('What does the server say?')).toBeVisible()
  await stage.keyboard.press('Control+Enter')
  await expect(stage.getByTestId('stage-answer')).toContainText('200')
  const [notes] = await Promise.all([context.waitForEvent('page'), stage.keyboard.press('n')])
  await expect(notes.getByText('note 1')).toBeVisible()
  await stage.bringToFront()
  await stage.keyboard.press('Space')
  await expect(stage.getByRole('heading', { name: 'Second step' })).toBeVisible()
  await expect(notes.getByText('note 2')).toBeVisible()
  await notes.getByRole('button', { name: 'Back' }).click()
  await expect(stage.getByRole('heading', { name: 'First step' })).toBeVisible()
  expect(await findings(stage)).toEqual([])
  expect(await findings(notes)).toEqual([])
  // On a projector, a tablet and a phone nothing covers the words.
  for (const [width, height] of [
    [1280, 720],
    [600, 800],
    [390, 844],
  ] as const) {
    await stage.setViewportSize({ width, height })
    const covers = async (): Promise<boolean> => {
      const words = await stage.getByRole('heading', { name: 'First step' }).boundingBox()
      const keys = await stage.getByRole('button', { name: 'next step' }).boundingBox()
      return words === null || keys === null || words.y + words.height > keys.y || keys.y + keys.height > height
    }
    await expect.poll(covers, `${width} px`).toBe(false)
    expect(await unreachable(stage)).toEqual([])
    if (width < 1280) continue
    // Nobody scrolls on a projector: the write of the step and the name of its object are in view.
    const picture = stage.getByRole('region', { name: /^Writes of / })
    await expect(picture.locator('[aria-current=step]')).toBeInViewport({ ratio: 1 })
    await expect(picture.getByRole('heading')).toBeInViewport({ ratio: 1 })
  }
  await stage.keyboard.press('Escape')
  await expect(stage.getByTestId('lab')).toBeVisible()
  await expect(notes.getByText('The stage was closed.')).toBeVisible()
})

test('[PR4] [PR5] [PR6] [UI22] the palette presents the cluster write by write, with a picture of each', async ({
  page,
}) => {
  await openLab(page)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('>Present this cluster')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('stage')).toBeFocused()
  await expect(page.getByRole('region', { name: /^Writes of / })).toBeVisible()
  await page.keyboard.press('Space')
  await expect(page.getByTestId('stage')).toContainText(/^bookshop2 of /)
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'bookshop' })).toBeFocused()
})
