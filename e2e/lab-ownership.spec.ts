import { expect } from '@playwright/test'
import { configMaps, request } from './api-page.ts'
import { openLab } from './lab-page.ts'
import { test } from './page-test.ts'
import { applyAs, choose, replaceWord } from './work-page.ts'

test('[OW2] the gutter names the managers of the lines, and selecting a manager highlights its lines', async ({
  page,
}) => {
  await openLab(page)
  await applyAs(page, 'painter', 'palette', { colour: 'green' })
  await choose(page, 'ConfigMap/palette')
  await expect(page.getByRole('group', { name: 'Managers of the lines in view' })).toContainText('painter')
  const manager = page.getByTestId('managers').getByRole('button', { name: /painter Apply/ })
  await manager.click()
  await expect(manager).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('#work .line-kept').first()).toBeVisible()
  await page.locator('#work .view-line').filter({ hasText: 'colour' }).click()
  await expect(page.getByTestId('ownership-line')).toContainText('.data.colour')
  await expect(page.getByTestId('ownership-line')).toContainText('painter')
})

test('[OW9] the count of managers leads to their list in a folded inspector, by keyboard too', async ({ page }) => {
  await openLab(page)
  await applyAs(page, 'painter', 'palette', { colour: 'green' })
  await choose(page, 'ConfigMap/palette')
  const list = page.getByTestId('managers')
  await expect(list).toBeVisible()
  await page.getByRole('separator', { name: 'Size of Inspector' }).press('Enter')
  await expect(list).toBeHidden()
  const count = page.getByRole('button', { name: '1 manager', exact: true })
  await count.focus()
  await page.keyboard.press('Enter')
  await expect(list.getByRole('button', { name: /painter Apply/ })).toBeFocused()
})

test('[OW6] a conflict is shown at its line before the apply, and force takes the field', async ({ page }) => {
  await openLab(page)
  await applyAs(page, 'painter', 'palette', { colour: 'green' })
  await choose(page, 'ConfigMap/palette')
  await replaceWord(page, 'green', 'violet')
  await page.getByTestId('yaml-apply').click()
  const conflict = page.getByTestId('field-conflict')
  await expect(conflict).toContainText('painter set "green"')
  await expect(page.getByRole('article', { name: 'Explain 409' })).toContainText('conflict with "painter"')
  await conflict.getByRole('button', { name: 'Force "violet"' }).click()
  await expect(page.getByRole('list', { name: 'Ownership changes' })).toContainText('loses .data.colour')
  await page.getByTestId('apply-choices').click()
  await expect(page.getByTestId('apply-review')).toHaveCount(0)
  await expect(page.getByRole('status').getByTestId('answer-status')).toHaveText('200 OK')
  const { body } = await request(page, `${configMaps}/palette`)
  expect(body['data']).toEqual({ colour: 'violet' })
  expect(body.metadata).toMatchObject({ managedFields: [{ manager: 'orchctl', operation: 'Apply' }] })
})
