import { expect, type Page } from '@playwright/test'
import { findings, findingsInThemes } from './axe-findings.ts'
import { openDockTab, openLab, railOf, openPalette } from './lab-page.ts'
import { editorOnDemand, test } from './page-test.ts'

const themes = ['light', 'dark', 'contrast']

test('axe finds nothing at Live, in the past and in every dock tab, in each theme', async ({ page }) => {
  test.setTimeout(240_000)
  await openLab(page)
  expect(await findingsInThemes(page, themes), 'Live').toEqual([])
  for (const tab of [/Watches/, /Pages/, /Requests/, /Storage/]) {
    await openDockTab(page, tab)
    expect(await findingsInThemes(page, themes, ['[data-region=dock]']), String(tab)).toEqual([])
  }
  await openDockTab(page, /Revisions/)
  await railOf(page).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText(/^Viewing revision/).first()).toBeVisible()
  expect(await findingsInThemes(page, themes), 'the past').toEqual([])
})

/** Returns the controls that are less than 18 pixels high or wide. */
const smallTargets = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, a[href], input, [role=slider]')]
      .filter((element) => element.getClientRects().length > 0 && !element.closest('.monaco-editor'))
      .map((element) => ({
        name: element.getAttribute('aria-label') ?? element.textContent,
        box: element.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.height < 18 || box.width < 18)
      .map(({ name, box }) => `${name} ${box.width}x${box.height}`),
  )

/** Opens a sheet, which is loaded on demand, lets axe look at it and closes it. */
async function lookAtSheet(page: Page, button: string, label: string): Promise<void> {
  const sheet = page.getByRole('dialog', { name: label })
  await page.getByRole('button', { name: button }).click()
  await expect(sheet).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
}

test('axe finds nothing in the palette, the sheets and on a narrow page; pointer targets are large', async ({
  page,
}) => {
  await editorOnDemand(page)
  await openLab(page)
  await openPalette(page)
  const input = page.getByRole('combobox')
  await input.fill('web')
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(input).toHaveCount(0)
  await lookAtSheet(page, 'Create from sample', 'Create from sample')
  await lookAtSheet(page, 'Legend', 'Keyboard')
  expect(await smallTargets(page)).toEqual([])
  await page.setViewportSize({ width: 600, height: 900 })
  await expect(page.getByRole('button', { name: 'Objects', exact: true })).toBeVisible()
  expect(await findings(page)).toEqual([])
})

test('Tab moves through the regions in page order', async ({ page }) => {
  await openLab(page)
  await page.evaluate(() => document.body.focus())
  const seen: string[] = []
  for (let turn = 0; turn < 80; turn += 1) {
    await page.keyboard.press('Tab')
    const region = await page.evaluate(
      () => document.activeElement?.closest<HTMLElement>('[data-region]')?.dataset.region ?? '',
    )
    if (region !== '' && region !== seen.at(-1)) seen.push(region)
    if (region === 'work')
      await page.evaluate(() => document.querySelector<HTMLElement>('[data-region="inspector"]')?.focus())
    if (seen.includes('rail')) break
    if (region === 'work') break
  }
  expect(seen.slice(0, 3)).toEqual(['header', 'objects', 'work'])
})
