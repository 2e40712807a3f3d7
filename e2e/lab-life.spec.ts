import { expect, type Page } from '@playwright/test'
import { request } from './api-page.ts'
import { openDockTab, openLab } from './lab-page.ts'
import { test } from './page-test.ts'

test.use({ loadsEditor: false })

const configMaps = '/api/v1/namespaces/default/configmaps'
const inspector = (page: Page) => page.getByRole('complementary', { name: 'Inspector' })

async function createHeld(page: Page, name: string, finalizers: readonly string[]): Promise<void> {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, finalizers }, data: { colour: 'green' } }
  expect((await request(page, configMaps, { method: 'POST', body: object })).status).toBe(201)
  await page.goto(`./?kind=v1.configmaps&ns=default&obj=${name}`)
}

test('[LF1] every panel says the same of an object in deletion, gone, and with its history expired', async ({
  page,
}) => {
  await openLab(page)
  await createHeld(page, 'ledger', ['shop.example/hold-a', 'shop.example/hold-b'])
  await request(page, `${configMaps}/ledger`, { method: 'DELETE' })
  await expect(inspector(page).getByRole('img', { name: /waiting for 2 of 2/ })).toBeVisible()

  await page.getByTestId('act-as-shop.example/hold-a').click()
  await expect(page.getByTestId('story')).toContainText('removed the finalizer shop.example/hold-a')
  await page.getByTestId('act-as-shop.example/hold-b').click()

  await expect(page.getByTestId('absence')).toHaveText(/^ConfigMap ledger was removed at \d+ by hold-b-controller\.$/)
  const removed = await page.getByTestId('absence').innerText()
  const figure = inspector(page).getByRole('img', { name: /gone since/ })
  await expect(figure).toContainText('2 of 2')
  await expect(figure).toContainText(/Deletion requested\d+–\d+/)
  await expect(page.getByTestId('story')).toContainText('removed it with its last finalizer shop.example/hold-b')
  await expect(page.getByRole('main')).toContainText(removed)
  await request(page, '/debug/compact', { method: 'POST', body: {} })
  const expired = 'ConfigMap ledger is gone, and the history of its removal has expired.'
  await expect(page.getByTestId('absence')).toHaveText(expired)
  await expect(page.getByRole('main')).toContainText(expired)
  await expect(page.locator('[data-testid^="act-as-"]')).toHaveCount(0)
})

test('[LF1] after a reset the object that was selected is gone, in all panels', async ({ page }) => {
  await openLab(page)
  await expect(inspector(page)).toContainText('Deployment web is live')
  await request(page, '/debug/reset', { method: 'POST', body: {} })
  await expect(page.getByTestId('absence')).toContainText('Deployment web is gone')
  await expect(inspector(page)).not.toContainText('is live')
})

test('[LF1] an address with a revision that is not written, or with an object that never was, says so', async ({
  page,
}) => {
  await openLab(page)
  await page.goto('./?kind=v1.configmaps&ns=shop&obj=web-settings&rv=99999')
  const future = /Revision 99.999 is not written yet; the newest is \d+\./
  await expect(page.locator('[data-region=objects]')).toContainText(future)
  await expect(page.getByTestId('absence')).toContainText(future)
  await page.getByRole('button', { name: 'Return to Live', exact: true }).first().click()
  await expect(inspector(page)).toContainText('ConfigMap web-settings is live')

  await page.goto('./?kind=v1.configmaps&ns=shop&obj=nobody')
  await expect(page.getByTestId('absence')).toContainText('ConfigMap nobody does not exist')
  await page.goto('./?kind=v1.configmaps&ns=shop&obj=web-settings&rv=12')
  await expect(page.getByTestId('absence')).toContainText('Revision 12 has expired: history is kept from')
})

test('[LF2] a deleted object is created again from its last version, also at a deep link', async ({ page }) => {
  await openLab(page)
  await createHeld(page, 'menu', [])
  await request(page, `${configMaps}/menu`, { method: 'DELETE' })
  await page.goto('./?kind=v1.configmaps&ns=default&obj=menu')
  await expect(page.getByTestId('absence')).toContainText('ConfigMap menu was removed at')

  await page.getByTestId('yaml-create-again').click()

  await expect(inspector(page)).toContainText('ConfigMap menu is live')
  const { body } = await request(page, `${configMaps}/menu`)
  expect(body['data']).toEqual({ colour: 'green' })
})

test('[KB2] Space lets an actor of the Life tab act, and leaves the clock alone', async ({ page }) => {
  await openLab(page)
  await openDockTab(page, /^Life/)
  await page.getByRole('button', { name: 'Add an actor' }).press('Enter')
  const acts = page.getByRole('checkbox', { name: 'colours acts' })
  await expect(acts).not.toBeChecked()
  await acts.press('Space')
  await expect(acts).toBeChecked()
  expect((await request(page, '/debug/clock')).body['frozen']).toBe(false)
  const metadata = { name: 'palette', annotations: { colours: 'yes' } }
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata }
  expect((await request(page, configMaps, { method: 'POST', body: object })).status).toBe(201)
  await expect.poll(async () => (await request(page, `${configMaps}/palette`)).body['data']).toHaveProperty('colour')
  await acts.press('Space')
  await expect(acts).not.toBeChecked()
})

test('[LF1] ages in the past count from the time of the revision', async ({ page }) => {
  await openLab(page)
  await openDockTab(page, /Revisions/)
  await expect(inspector(page).locator('time[datetime]').first()).toBeVisible()
  const { body } = await request(page, '/debug/log')
  const rows = body['rows'] as readonly { revision: number; name: string; kind: string }[]
  const written = rows.find(({ name, kind }) => name === 'web' && kind === 'Deployment')
  await page.goto(`./?kind=apps.v1.deployments&ns=shop&obj=web&rv=${written?.revision ?? 0}`)
  // The write at the cursor is younger than a minute at its own time, and much older now.
  await expect(
    inspector(page)
      .locator('time[datetime]')
      .filter({ hasText: /^\d+s$/ })
      .first(),
  ).toBeVisible()
})
