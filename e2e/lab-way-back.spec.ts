import { expect, type Page } from '@playwright/test'
import { request } from './api-page.ts'
import { openDockTab, openLab, railOf } from './lab-page.ts'
import { test } from './page-test.ts'
import { choose } from './work-page.ts'

test.use({ loadsEditor: false })

const configMaps = '/api/v1/namespaces/default/configmaps'
const inspector = (page: Page) => page.getByRole('complementary', { name: 'Inspector' })

/** Runs an item of the cluster's menu. */
async function clusterItem(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'bookshop' }).click()
  await page.getByRole('menuitem', { name }).click()
}

test('[DOC9] Expire history asks up to where, says the effect, and keeps what is newer', async ({ page }) => {
  await openLab(page)
  const rows = async () => {
    const { body } = await request(page, '/debug/log?limit=1000')
    return (body['rows'] as readonly { revision: number }[]).map(({ revision }) => revision)
  }
  const before = await rows()
  const to = before[4] ?? 0
  for (const tab of [/Watches/, /Pages/, /Storage/, /Revisions/]) {
    await openDockTab(page, tab)
    await page.getByRole('button', { name: 'Expire history…' }).click()
    const sheet = page.getByRole('dialog', { name: 'Expire history' })
    await expect(sheet.getByTestId('expire-effect')).toContainText('can no longer be read')
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
  }
  expect(await rows()).toEqual(before)

  await page.getByRole('button', { name: 'Expire history…' }).click()
  const sheet = page.getByRole('dialog', { name: 'Expire history' })
  await sheet.getByLabel('Up to revision').fill('nonsense')
  await expect(sheet.getByTestId('expire-confirm')).toBeDisabled()
  await sheet.getByLabel('Up to revision').fill(String(to))
  await expect(sheet.getByTestId('expire-effect')).toContainText('5 writes up to')
  await sheet.getByTestId('expire-confirm').click()
  await expect(page.getByText(`≤ ${to} gone`)).toBeVisible()
  expect(await rows()).toEqual(before.slice(5))
})

test('[DEL1] Delete says what will happen before it does, and a refusal before it is tried', async ({ page }) => {
  await openLab(page)
  const finalizers = ['shop.example/hold-a', 'shop.example/hold-b']
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'ledger', finalizers } }
  expect((await request(page, configMaps, { method: 'POST', body: object })).status).toBe(201)
  await page.goto('./?kind=v1.configmaps&ns=default&obj=ledger')
  await page.getByTestId('yaml-delete').click()
  const sheet = page.getByRole('dialog', { name: 'Delete' })
  await expect(sheet.getByTestId('delete-effect')).toContainText(
    'until 2 finalizers are removed: shop.example/hold-a, shop.example/hold-b',
  )
  await expect(sheet).toContainText('Dry run: the server would accept it.')
  await page.keyboard.press('Escape')
  await expect(inspector(page)).toContainText('ConfigMap ledger is live')
  await page.getByTestId('yaml-delete').click()
  await sheet.getByTestId('delete-confirm').click()
  await expect(inspector(page).getByRole('img', { name: /waiting for 2 of 2/ })).toBeVisible()

  await choose(page, 'Namespace/shop')
  await page.getByTestId('yaml-delete').click()
  await expect(sheet.getByTestId('delete-effect')).toContainText('Everything in it is deleted first:')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Acting as/ }).click()
  await page
    .getByRole('menuitemradio', { name: 'carol' })
    .or(page.getByRole('menuitem', { name: 'carol' }))
    .click()
  await page.getByTestId('yaml-delete').click()
  await expect(sheet).toContainText('is forbidden: User "carol" cannot delete resource "namespaces"')
})

test('[IM9] Reset offers samples and an export; each sample replaces the cluster, and the book shop comes back', async ({
  page,
}) => {
  await openLab(page)
  const load = async (title: string) => {
    await clusterItem(page, 'Reset the cluster…')
    const sheet = page.getByRole('dialog', { name: 'Reset the cluster' })
    // The accessible name continues with the sample's description.
    await sheet.getByRole('radio', { name: new RegExp(`^${title}`) }).check()
    await sheet.getByTestId('reset-confirm').click()
    await expect(sheet).toHaveCount(0)
  }
  await clusterItem(page, 'Reset the cluster…')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('reset-export').click()])
  expect(download.suggestedFilename()).toMatch(/^orchard-\d+\.json$/)
  await page.keyboard.press('Escape')

  await load('Empty')
  await expect(page.locator('[data-rv]')).toHaveCount(0)
  expect((await request(page, '/api/v1/namespaces/shop')).status).toBe(404)
  await load('Stuck namespace')
  await expect(inspector(page)).toContainText('Deletion of Namespace archive was requested')
  await expect(
    inspector(page)
      .getByRole('button', { name: /Act as/ })
      .first(),
  ).toBeVisible()
  await load('Book shop')
  await expect(inspector(page)).toContainText('Deployment web is live')
  await expect(page.locator('[data-rv]').nth(20)).toBeVisible()
  await expect.poll(async () => Number(await railOf(page).getAttribute('aria-valuemax'))).toBeGreaterThan(500)
})

test('[SD6] the sample of ten thousand objects loads, and the page shows it', async ({ page }) => {
  await openLab(page)
  await clusterItem(page, 'Reset the cluster…')
  const sheet = page.getByRole('dialog', { name: 'Reset the cluster' })
  await sheet.getByRole('radio', { name: 'Ten thousand objects' }).check()
  await sheet.getByTestId('reset-confirm').click()
  await expect(sheet).toHaveCount(0, { timeout: 60_000 })
  await expect(inspector(page)).toContainText('ConfigMap item-00000 is live', { timeout: 60_000 })
  const remaining = async (): Promise<number> => {
    const { body } = await request(page, '/api/v1/namespaces/load/configmaps?limit=1')
    return (body['metadata'] as { remainingItemCount?: number }).remainingItemCount ?? 0
  }
  await expect.poll(remaining).toBeGreaterThanOrEqual(9_999)
})
