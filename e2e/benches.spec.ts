import { expect, type Page, test } from '@playwright/test'
import { configMaps, request } from './api-page.ts'
import { findings } from './axe-findings.ts'
import { openLab } from './lab-page.ts'
import { create } from './work-page.ts'

/** Opens a bench by its address, which names the object, too. */
async function openBench(page: Page, tab: string, bench = ''): Promise<void> {
  const address = new URLSearchParams({ kind: 'v1.configmaps', ns: 'default', obj: 'prices', tab })
  if (bench !== '') address.set('bench', bench)
  await page.goto(`/?${address.toString()}`)
}

const prices = async (page: Page): Promise<void> => {
  await openLab(page)
  expect((await create(page, 'prices', { vat: '7' })).status).toBe(201)
}

test('[RA1] [RA4] the race shows the outcome of every order, retries a refused write, and leaves the cluster as it was', async ({
  page,
}) => {
  await prices(page)
  const before = await request(page, `${configMaps}/prices`)
  await openBench(page, 'race', 'put.abba')
  const matrix = page.getByTestId('race-matrix')
  await expect(matrix).toHaveAttribute('aria-busy', 'false')
  await expect(matrix.locator('[data-outcome]')).toHaveCount(30)
  // The other client is bob; the acting user writes second in this order.
  await expect(matrix.locator('[data-cell="put.abba"]')).toHaveText('409admin')
  await expect(matrix.locator('[data-cell="put.abab"]')).toHaveText('409bob')
  await expect(matrix.locator('[data-cell="merge.abba"]')).toHaveText('lostbob')
  await expect(matrix.locator('[data-cell="json-test.abba"]')).toHaveText('422admin')
  await expect(matrix.locator('[data-cell="put-blind.bbaa"]')).toHaveText('200 200in turn')

  const explained = page.getByRole('article', { name: 'Explain 409' })
  await expect(explained).toContainText('the object has been modified')
  await page.getByTestId('race-retry').click()
  await expect(page.locator('[data-step="6"]')).toContainText('200')
  await expect(explained).toHaveCount(0)
  expect(await findings(page)).toEqual([])

  await matrix.locator('[data-cell="put.abba"]').press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/bench=put-blind\.abba/)
  await expect(page.locator('[data-step="4"]')).toContainText('200')
  expect((await request(page, `${configMaps}/prices`)).body).toEqual(before.body)
})
