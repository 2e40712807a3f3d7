import { expect, type Page } from '@playwright/test'
import { openLab, openPalette } from './lab-page.ts'
import { test } from './page-test.ts'
import { replaceWord } from './work-page.ts'

const option = (page: Page, name: RegExp) => page.getByRole('option', { name })

/** Turns `replicas` of the selected Deployment into an unknown field, and waits until it is marked. */
async function misspell(page: Page): Promise<void> {
  await replaceWord(page, 'replicas', 'replicaz')
  await expect(page.getByTestId('yaml-problems')).toBeVisible()
}

test('[KB6] [KB7] [KB10] [RL11] the palette opens from inside of the editor and offers what can be done with an object; the legend explains all marks', async ({
  page,
}) => {
  await openLab(page)
  const editor = page.getByRole('textbox', { name: /web as YAML/ })
  await editor.focus()
  await openPalette(page)
  await page.keyboard.type('book')
  await expect(page.getByRole('combobox', { name: 'Search or run' })).toHaveValue('book')
  await page.keyboard.press('Escape')
  await editor.focus()
  await page.keyboard.press('Control+b')
  await expect(page.getByRole('button', { name: 'Show objects' })).toBeVisible()
  await expect(page.getByTestId('yaml-draft')).toHaveCount(0)

  await openPalette(page)
  await page.keyboard.type('web')
  await expect(
    page.getByRole('heading', { name: 'Do with Deployment web' }).or(page.getByText('Do with Deployment web')),
  ).toBeVisible()
  await expect(option(page, /^Diff with another revision.*8 kept/)).toBeVisible()
  await option(page, /^Scale…/).click()
  await expect(page.getByTestId('request-method')).toHaveValue('PATCH')
  await expect(page.getByTestId('request-path')).toHaveValue('/apis/apps/v1/namespaces/shop/deployments/web/scale')
  await openPalette(page)
  await page.keyboard.type('web')
  await option(page, /^Open a watch on it/).click()
  await expect(page.getByRole('list', { name: 'Watches' })).toContainText('metadata.name=web')

  await page.getByRole('button', { name: 'Legend' }).click()
  const sheet = page.getByRole('dialog', { name: 'Keyboard' })
  for (const word of ['thread', 'refused', 'deletion that waits', 'flag', 'behind', '410', 'pin', 'hatched', 'Live'])
    await expect(sheet.locator('li').filter({ hasText: word }).locator('svg').first()).toBeVisible()
  await page.keyboard.press('Escape')

  // Places of other rooms are found, too. [KB10]
  await openPalette(page)
  await page.keyboard.type('A 409 race')
  await option(page, /^A 409 race/).click()
  await expect(page.locator('[data-lesson-card="race-409"]')).toBeFocused()
  // The cards take j and k, but not with a modifier.
  await openPalette(page)
  await page.keyboard.type('Four patches')
  await option(page, /^Four patches One intent/).click()
  await expect(page.locator('[data-lesson-card="four-patches"]')).toBeFocused()
})

test('[YE12] [KB7] the quick fixes are shown whole in each theme, in the type and colours of the page, and the palette offers them', async ({
  page,
}) => {
  await openLab(page)
  await misspell(page)
  const titles = page.locator('.action-widget .title')
  for (const theme of ['light', 'dark', 'contrast', 'forced'] as const) {
    if (theme === 'forced') await page.emulateMedia({ forcedColors: 'active' })
    else await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
    await page.getByTestId('yaml-fix').click()
    await expect(titles, theme).toHaveText(['Rename to replicas', 'Remove replicaz'])
    const cut = await titles.evaluateAll((every) => every.filter((each) => each.scrollWidth > each.clientWidth).length)
    expect(cut, theme).toBe(0)
    // The page's type and colours, not Monaco's own.
    const look = await titles.first().evaluate((title) => {
      const widget = title.closest('.action-widget')
      const own = widget === null ? null : getComputedStyle(widget)
      const raised = document.createElement('i')
      raised.style.background = 'var(--raised)'
      document.body.append(raised)
      const ground = getComputedStyle(raised).backgroundColor
      raised.remove()
      return {
        isOurType: own?.fontFamily === getComputedStyle(document.body).fontFamily,
        isOurGround: own?.backgroundColor === ground,
      }
    })
    expect(look, theme).toEqual({ isOurType: true, isOurGround: true })
    await page.keyboard.press('Escape')
    await expect(titles).toHaveCount(0)
  }

  await page.emulateMedia({ forcedColors: 'none' })
  await openPalette(page)
  await expect(option(page, /^Remove replicaz/)).toBeVisible()
  await option(page, /^Rename to replicas.*line 15/).click()
  await expect(page.getByTestId('yaml-problems')).toHaveCount(0)
  await expect(page.locator('#work .view-line').filter({ hasText: /^\s*replicas:\s2$/ })).toHaveCount(1)
})
