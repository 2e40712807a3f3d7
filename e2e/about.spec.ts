import { expect } from '@playwright/test'
import { findings } from './axe-findings.ts'
import { openLab } from './lab-page.ts'
import { test } from './page-test.ts'
import { unreachable } from './reachable.ts'
import { openWork, send } from './work-page.ts'

// Nobody writes YAML in these tests.
test.use({ loadsEditor: false })

/** Reports whether an element has room for its words and stands within the window's width. */
const isWhole = (element: Element): boolean => {
  const { left, right } = element.getBoundingClientRect()
  return left >= 0 && right <= innerWidth && element.scrollWidth <= element.clientWidth
}

test('[UPS1] [UPS2] [UPS3] [UPS4] [UI20] a refusal opens the recording that proves it, and About shows the table of all recordings', async ({
  page,
}) => {
  await openLab(page)
  await openWork(page, 'Request')
  await send(page, 'GET', '/api/v1/namespaces/default/configmaps/nowhere')
  await expect(page.getByTestId('answer-status')).toHaveText('404 Not Found')
  const chip = page.getByTestId('upstream-chip')
  await expect(chip).toContainText('same as upstream, case ')
  // On a phone the line of the answer wraps: the chip keeps its words, and the sizes stay in view.
  const wide = page.viewportSize() ?? { width: 1440, height: 900 }
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => chip.locator(':scope > span').evaluate(isWhole)).toBe(true)
  await expect(page.getByTestId('answer-size')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize(wide)
  await chip.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Same as upstream' })
  await expect(sheet.getByRole('region', { name: 'Upstream, Kubernetes 1.34' })).toContainText('"reason": "NotFound"')
  await expect(sheet.getByRole('region', { name: 'Yours, just now' })).toContainText(
    'configmaps \\"nowhere\\" not found',
  )
  expect(await findings(page)).toEqual([])
  await sheet.getByRole('button', { name: 'All cases' }).click()

  const room = page.getByTestId('about-room')
  await expect(room.getByTestId('about-exact')).toHaveText(/^6,6\d\d$/)
  await expect(room.getByRole('row')).toHaveCount(17)
  await room.getByRole('button', { name: 'Admission', exact: true }).click()
  await expect(room.getByRole('region', { name: 'Causes' })).toContainText('By a defect of the original')
  await room.getByRole('button', { name: 'admission-policy-params, step 5' }).click()
  const recorded = page.getByRole('dialog', { name: 'admission-policy-params' })
  await expect(recorded.getByRole('listitem').nth(4)).toContainText('differs')
  await page.reload()
  await expect(recorded).toContainText('step 5 of')
  // The requests up to the chosen step are sent to a branch; this step is one to which both answer alike.
  await recorded.getByRole('listitem').first().getByRole('button').click()
  await recorded.getByRole('button', { name: 'Run here' }).click()
  await expect(recorded.getByRole('region', { name: 'Yours, just now' })).toContainText('"kind"')
  await expect(recorded.getByTestId('case-verdict')).toContainText('Equal in verb')
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(room.getByRole('button', { name: 'Admission', exact: true })).toHaveAttribute('aria-pressed', 'true')
  expect(await findings(page)).toEqual([])

  // The cases of a row are sent to branches, one after the other.
  await room.getByRole('button', { name: 'Optimistic concurrency', exact: true }).click()
  await room.getByRole('button', { name: 'Run here' }).click()
  await expect(room.getByTestId('about-run')).toContainText('answers of 6 cases were of the same kind here')
  await expect(room.getByRole('button', { name: 'Run here' })).toBeVisible()

  for (const width of [600, 390]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await unreachable(page)).toEqual([])
  }
  // An answer of a kind that no recording has makes no claim.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/?tab=request')
  await send(page, 'GET', '/debug/log?after=1000000')
  await expect(page.getByTestId('answer-status')).toHaveText('200 OK')
  await expect(chip).toHaveCount(0)
})

test('[UPS5] [UPS6] About has the settings of the browser and the licences, each with an address', async ({ page }) => {
  await openLab(page)
  await page.goto('/?room=about')
  const about = page.getByRole('complementary', { name: 'About' })
  await about.getByRole('button', { name: 'Licences' }).click()
  await page.getByText('monaco-editor').first().click()
  await expect(page.getByRole('group', { name: /Licence: monaco-editor/ })).toContainText('MIT')
  await expect(page).toHaveURL(/bench=%3Blicences/)
  expect(await findings(page)).toEqual([])
  await about.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('radiogroup', { name: 'Colours' }).getByText('Dark', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Field manager of this page' }).fill('me')
  expect(await findings(page)).toEqual([])
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Field manager of this page' })).toHaveValue('me')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
