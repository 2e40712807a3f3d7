import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { configMap, configMaps, openPage, request } from './api-page.ts'
import { findingsInThemes } from './axe-findings.ts'
import { openDockTab, openLab, railValue, treeRow } from './lab-page.ts'
import { test } from './page-test.ts'

test.use({ loadsEditor: false })

/** Opens the sheet, and returns it when the link is made. */
async function openShare(page: Page) {
  await page.getByRole('button', { name: 'Share this moment' }).click()
  const sheet = page.getByRole('dialog', { name: 'Share this moment' })
  await expect(sheet.getByText('What goes in').first()).toBeVisible()
  return sheet
}

/** Returns the link of the state; the history of the sample may be too long for one. */
async function linkOf(page: Page): Promise<string> {
  const sheet = await openShare(page)
  await sheet.getByRole('radio', { name: /Only the state/ }).check()
  return sheet.getByRole('textbox', { name: 'Link' }).inputValue()
}

test('[SH12] [SH14] the sheet lists what goes in with sizes, names what is left out, and passes axe', async ({
  page,
}) => {
  await openLab(page)
  const sheet = await openShare(page)
  await expect(sheet.getByText(/Left out: the values of Secret/)).toBeVisible()
  for (const name of [/Where you are/, /Room and panels/, /Open watches/])
    await expect(sheet.getByRole('checkbox', { name })).toBeChecked()
  const log = sheet.getByRole('checkbox', { name: /Request log/ })
  await expect(log).not.toBeChecked()
  await sheet.getByRole('tab', { name: 'Test' }).click()
  for (const form of ['Playwright', 'Vitest', 'Shell', 'Scenario', 'Lesson'])
    await expect(sheet.getByRole('radio', { name: form })).toBeAttached()
  await expect(sheet.getByRole('button', { name: 'Choose requests' })).toBeVisible()
  expect(await findingsInThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
})

test('[SH10] [SH13] [SH17] a link opens as a new cluster with the same objects; Secrets are empty and others stay as they are', async ({
  page,
  context,
}) => {
  // A watch of an earlier visit, which is opened again.
  const spec = { name: 'mine', path: configMaps, start: 'most-recent', resourceVersion: '', bookmarks: true }
  const lane = { state: 'open', lastVersion: '', status: null, openedAt: 0 }
  const lanes = [{ ...lane, spec: { ...spec, labelSelector: '', fieldSelector: '' } }]
  const own = [{ id: 'actor-1', text: `name: painter\nfollows: ${configMaps}\nstages: [{ name: rest }]\n`, isOn: true }]
  const writers = { isOn: true, isChosen: false, isAnswering: true, texts: {}, own }
  await page.addInitScript((saved) => localStorage.setItem('orchard.lanes', JSON.stringify(saved)), { lanes })
  await page.addInitScript((saved) => localStorage.setItem('orchard.ghost', JSON.stringify(saved)), writers)
  await openLab(page)
  await request(page, configMaps, { method: 'POST', body: { ...configMap('shared'), data: { note: '<b>text</b>' } } })
  const { body: before } = await request(page, '/debug/log?after=1000000')
  const link = await linkOf(page)
  expect(link).toContain('#l=1.')

  const other = await context.newPage()
  await other.goto(link)
  await expect(other).toHaveURL(/cluster=bookshop-at-/)
  await expect(other.getByText(/is a copy of what was shared/)).toBeVisible()
  await openDockTab(other, /Watches/)
  await expect(other.getByTestId('lane')).toHaveCount(1)
  await expect(other.getByTestId('lane')).toContainText('mine')
  await openDockTab(other, /Life/)
  await expect(other.getByRole('checkbox', { name: 'painter acts' })).not.toBeChecked()
  await expect(other.getByRole('checkbox', { name: 'stock-bot acts' })).not.toBeChecked()
  const shared = await request(other, `${configMaps}/shared`)
  expect(shared.body).toMatchObject({ data: { note: '<b>text</b>' } })
  const secrets = await request(other, '/api/v1/namespaces/shop/secrets/payments')
  const { data } = secrets.body as { data: Record<string, string> }
  expect(Object.keys(data).length).toBeGreaterThan(0)
  expect(new Set(Object.values(data))).toEqual(new Set(['']))

  await request(other, `${configMaps}/shared`, { method: 'DELETE' })
  expect((await request(page, `${configMaps}/shared`)).status).toBe(200)
  // Its ghost writers may have finished a write meanwhile; nobody wrote what the other page deleted.
  const { body: since } = await request(page, `/debug/log?after=${String(before['published'])}`)
  expect((since['rows'] as readonly { readonly name: string }[]).filter(({ name }) => name === 'shared')).toEqual([])
})

/** Waits until the dock Requests lists a request with this text in its path. */
async function expectLoggedRequest(page: Page, text: string): Promise<void> {
  await openDockTab(page, /Requests/)
  await page.getByRole('searchbox', { name: 'Filter requests' }).fill(text)
  await expect(page.locator('[data-region=dock]').getByText(text).first()).toBeVisible()
}

test('[SH7] [SH15] a file holds the whole history and opens when it is dropped; its Secrets only when they were asked for', async ({
  page,
}) => {
  await openLab(page)
  const last = await railValue(page)
  expect((await request(page, `${configMaps}?limit=7`)).status).toBe(200)
  // The page learns of a request a moment after its answer.
  await expectLoggedRequest(page, 'limit=7')
  const sheet = await openShare(page)
  await sheet.getByRole('checkbox', { name: /Request log/ }).check()
  await sheet.getByRole('radio', { name: /History/ }).check()
  await sheet.getByRole('tab', { name: 'File' }).click()
  await sheet.getByRole('checkbox', { name: /secret value/ }).check()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: 'Download with secrets' }).click(),
  ])
  const text = readFileSync(await download.path(), 'utf8')
  expect(text).toMatch(/^\{"format":"orchard-share\/1"/)
  await page.keyboard.press('Escape')
  await page.evaluate((content) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([content], 'moment.orchard.json'))
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }))
  }, text)
  await expect(page).toHaveURL(/cluster=bookshop-at-/)
  await expect(treeRow(page, 'Deployment/web')).toBeVisible()
  await expect.poll(() => railValue(page)).toBe(last)
  await expectLoggedRequest(page, 'limit=7')
  const { body } = await request(page, '/api/v1/namespaces/shop/secrets/payments')
  expect(Object.values((body as { data: Record<string, string> }).data).join('')).not.toBe('')
})

test('[SH9] a read-only view refuses writes and offers a copy', async ({ page, context }) => {
  await openLab(page)
  const sheet = await openShare(page)
  await sheet.getByRole('radio', { name: /Only the state/ }).check()
  await sheet.getByText('Read only', { exact: true }).click()
  const link = await sheet.getByRole('textbox', { name: 'Link' }).inputValue()
  const other = await context.newPage()
  await other.goto(link)
  await expect(other.getByText(/nothing in it can be changed/)).toBeVisible()
  expect((await request(other, configMaps, { method: 'POST', body: configMap('x') })).status).toBe(403)
  await other.getByRole('button', { name: 'Make a copy to write' }).click()
  await expect(other).toHaveURL(/copy/)
  // A request of a page that is still being opened may get the 503 of the page that was left.
  await expect(other.locator('[data-rv]').first()).toBeVisible()
  expect((await request(other, configMaps, { method: 'POST', body: configMap('x') })).status).toBe(201)
})

test('[SH4] a link that was cut off opens what is left and says so; one that is no link says that', async ({
  page,
}) => {
  await openLab(page)
  const link = await linkOf(page)
  await page.goto(link.slice(0, Math.floor(link.length * 0.9)))
  await expect(page.getByText(/The end is missing or damaged/)).toBeVisible()
  await expect(page).toHaveURL(/cluster=bookshop-at-/)
  await page.goto('/#l=1.AAAA')
  await expect(page.getByText(/The link was not opened/)).toBeVisible()
  await expect(page.locator('[data-rv]').first()).toBeVisible()
})

test('[SH10] a refused link is said after a reload, and no longer on the next page', async ({ page }) => {
  const refused = page.getByText(/The link was not opened/)
  await page.goto('/#l=1.AAAA')
  await expect(refused).toBeVisible()
  await page.reload()
  await expect(refused).toBeVisible()
  await page.goto('/?room=config')
  await expect(page.locator('[data-rv]').first()).toBeVisible()
  await expect(refused).toHaveCount(0)
  await page.goto('/')
  await expect(page.locator('[data-rv]').first()).toBeVisible()
  await expect(refused).toHaveCount(0)
})

test('[SH11] configuration files of a link are drafts until they are reloaded', async ({ page, context }) => {
  await openLab(page)
  await page.evaluate(() =>
    localStorage.setItem('orchard.config', JSON.stringify({ drafts: { tracing: '# from a link\n' } })),
  )
  const link = await linkOf(page)
  const running = await request(page, '/debug/config')
  const other = await context.newPage()
  await other.goto(link)
  await expect(other).toHaveURL(/cluster=/)
  expect((await request(other, '/debug/config')).body).not.toEqual({})
  expect(JSON.stringify((await request(other, '/debug/config')).body)).not.toContain('# from a link')
  expect(running.status).toBe(200)
  const name = new URL(other.url()).searchParams.get('cluster') ?? ''
  const kept = await other.evaluate((cluster) => localStorage.getItem(`orchard.${cluster}/config`), name)
  expect(kept).toContain('# from a link')
})

test.describe('with the copy for offline use', () => {
  test.use({ keepsBuild: true })

  test('[SH10] a link opens without a network in a browser that has loaded the page once', async ({
    page,
    context,
  }) => {
    await openPage(page)
    expect((await request(page, configMaps, { method: 'POST', body: configMap('offline') })).status).toBe(201)
    const link = await linkOf(page)
    await expect
      .poll(() => page.evaluate(async () => (await caches.match(new URL('./', location.href))) !== undefined))
      .toBe(true)
    await context.setOffline(true)
    const other = await context.newPage()
    await other.goto(link)
    await expect(other).toHaveURL(/cluster=bookshop-at-/)
    await expect(other.getByText(/is a copy of what was shared/)).toBeVisible()
    expect((await request(other, `${configMaps}/offline`)).status).toBe(200)
  })
})
