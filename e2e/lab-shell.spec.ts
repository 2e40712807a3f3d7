import { expect, type Page } from '@playwright/test'
import { configMap, configMaps, openWatchCount, request } from './api-page.ts'
import {
  goByKeys,
  expireEverything,
  leaveFields,
  openDockTab,
  openLab,
  railOf,
  railValue,
  revisionRow,
  treeRow,
  openPalette,
} from './lab-page.ts'
import { test } from './page-test.ts'

test.use({ loadsEditor: false })

test('[UI4] the page opens one watch per kind and polls nothing; writes of other clients appear by the watch alone', async ({
  page,
}) => {
  await page.clock.install()
  await openLab(page)
  expect(await openWatchCount(page, '/api/v1/configmaps?')).toBe(1)
  const requests = async () =>
    (await request(page, '/debug/requests?limit=1000')).body['requests'] as readonly { url: string; actor: string }[]
  // A part that is loaded last may still ask once; a page that polls would ask in each of these minutes of its clock.
  await expect(async () => {
    const before = await requests()
    await page.clock.runFor(60_000)
    const own = (await requests()).slice(before.length).filter(({ actor }) => actor === 'system:orchard-lab')
    expect(own.map(({ url }) => url)).toEqual([])
  }).toPass({ timeout: 20_000 })

  await page.getByRole('searchbox', { name: 'Filter objects' }).fill('from-outside')
  await request(page, configMaps, { method: 'POST', body: configMap('from-outside') })
  await expect(treeRow(page, 'ConfigMap/from-outside')).toBeVisible()
  await request(page, `${configMaps}/from-outside`, { method: 'DELETE' })
  await expect(treeRow(page, 'ConfigMap/from-outside')).toHaveCount(0)
})

test('[UI2] [DOC3] each write of another client reaches the rail and the table in order; a click shows what it changed', async ({
  page,
}) => {
  await openLab(page)
  const seen = await page.evaluate(async (path) => {
    const rail = document.querySelector('[data-testid="rail-plot"]')
    if (rail === null) return []
    const texts: string[] = []
    const observer = new MutationObserver(() => texts.push(rail.getAttribute('aria-valuetext') ?? ''))
    observer.observe(rail, { attributes: true })
    const reached = async (name: string) => {
      while (!texts.some((text) => text.includes(name))) await new Promise(requestAnimationFrame)
    }
    for (let turn = 0; turn < 12; turn += 1) {
      const body = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `quick-${turn}-x` } })
      await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      await reached(`quick-${turn}-x`)
    }
    return texts.flatMap((text) => /quick-\d+/.exec(text)?.[0] ?? [])
  }, configMaps)
  expect(seen.filter((name, at) => seen.indexOf(name) === at)).toEqual(
    Array.from({ length: 12 }, (_, turn) => `quick-${turn}`),
  )

  const { body } = await request(page, configMaps, { method: 'POST', body: configMap('told', { a: '1' }) })
  const revision = Number(body.metadata?.resourceVersion)
  await expect(revisionRow(page, revision)).toContainText('told')
  await revisionRow(page, revision).click()
  await expect(page.getByRole('tab', { name: 'Diff' })).toHaveAttribute('aria-selected', 'true')
  await expect(revisionRow(page, revision)).toHaveAttribute('aria-selected', 'true')
})

/** Presses Ctrl J in the task that draws the regions of the next page, before React runs its passive effects. */
async function pressWhenDrawn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('[role=separator]') === null) return
      observer.disconnect()
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'j', code: 'KeyJ', ctrlKey: true, bubbles: true }),
      )
    })
    observer.observe(document, { childList: true, subtree: true })
  })
}

test('[UI6] [KB12] [DOC2] regions are resized, fold, and keep their size after a reload; Request folds the dock meanwhile', async ({
  page,
}) => {
  await openLab(page)
  const work = page.getByRole('tablist', { name: 'Work' })
  await work.getByRole('tab', { name: 'Request' }).click()
  await expect(page.getByRole('button', { name: 'Show dock' })).toBeVisible()
  await work.getByRole('tab', { name: 'YAML' }).click()
  await expect(page.getByRole('button', { name: 'Show dock' })).toHaveCount(0)

  const splitter = page.getByRole('separator', { name: 'Size of Objects' })
  await splitter.focus()
  await page.keyboard.press('ArrowRight')
  await expect(splitter).toHaveAttribute('aria-valuenow', '304')
  await page.keyboard.press('Control+b')
  await expect(page.getByRole('treegrid')).toHaveCount(0)
  await page.keyboard.press('Control+b')
  await pressWhenDrawn(page)
  await page.reload()
  await expect(page.getByRole('separator', { name: 'Size of Objects' })).toHaveAttribute('aria-valuenow', '304')
  await expect(page.getByRole('button', { name: 'Show dock' })).toBeVisible()
})

test('[UI1] a chosen theme is applied before the first paint after a reload', async ({ page }) => {
  await openLab(page)
  await page.getByRole('button', { name: /^Theme/ }).click()
  await page.getByRole('button', { name: /^Theme: light/ }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      ;(window as typeof window & { themes: unknown[] }).themes ??= []
      ;(window as typeof window & { themes: unknown[] }).themes.push(document.documentElement.dataset.theme)
    })
  })
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const themes = await page.evaluate(() => (window as typeof window & { themes: unknown[] }).themes)
  expect(themes[0]).toBe('dark')
})

test('[UI9] an address opens its object, tab and revision', async ({ page }) => {
  await openLab(page)
  const past = (await railValue(page)) - 1
  await page.getByRole('tablist', { name: 'Work' }).getByRole('tab', { name: 'Request' }).click()
  await expect(page.getByRole('button', { name: 'Show dock' })).toBeVisible()
  await openLab(page, `?kind=v1.services&ns=shop&obj=web&dock=storage&rv=${past}`)
  await expect(page.getByRole('button', { name: 'Show dock' })).toHaveCount(0)
  await expect(page.getByText(`Viewing revision ${past}`, { exact: true })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Storage' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.locator('[data-object="Service/web"]')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('End')
  await treeRow(page, 'Deployment/web').click()
  await expect(page).toHaveURL(/kind=apps\.v1\.deployments/)
  await page.goBack()
  await expect(page.locator('[data-object="Service/web"]')).toHaveAttribute('aria-selected', 'true')
})

test('[UI10] [KB3] the filter narrows the tree and returns the focus; F6 cycles through the regions', async ({
  page,
}) => {
  await openLab(page)
  await leaveFields(page)
  await page.keyboard.press('/')
  await page.keyboard.type('app=web')
  await expect(treeRow(page, 'Deployment/web')).toBeVisible()
  await expect(treeRow(page, 'Deployment/cart')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(treeRow(page, 'Deployment/cart')).toBeVisible()
  await expect(page.getByRole('treegrid')).toBeFocused()

  await page.getByRole('treegrid').focus()
  const region = () =>
    page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-region]')?.dataset.region)
  const seen: (string | undefined)[] = []
  for (let turn = 0; turn < 6; turn += 1) {
    await page.keyboard.press('F6')
    seen.push(await region())
  }
  expect(seen).toEqual(['work', 'inspector', 'dock', 'rail', 'header', 'objects'])
  await expect(page.getByRole('treegrid')).toBeFocused()
  await page.keyboard.press('Shift+F6')
  await expect.poll(region).toBe('header')
})

test('[KB1] [KB2] [KB8] the palette opens an object; single keys are listed, do nothing in text fields, and can be switched off', async ({
  page,
}) => {
  await openLab(page)
  await goByKeys(page, 'c', page.getByRole('link', { name: 'Config', exact: true }).and(page.locator('[aria-current]')))
  // The code of the room may still be on its way.
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toContainText('Files in order')
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).not.toContainText('Dock tabs in order')
  await page.keyboard.press('Escape')
  await openPalette(page)
  await page.getByRole('combobox').fill('payments')
  await expect(page.getByRole('option').first()).toContainText('payments')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/obj=payments/)
  await leaveFields(page)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toContainText('Previous, next revision')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('searchbox', { name: 'Filter objects' }).fill('[')
  await page.getByRole('searchbox', { name: 'Filter objects' }).press('[')
  await expect(page.getByText(/^Viewing revision/)).toHaveCount(0)
  await leaveFields(page)
  await page.keyboard.press('?')
  await page.getByRole('checkbox', { name: 'Single keys' }).uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('[')
  await expect(page.getByText(/^Viewing revision/)).toHaveCount(0)
})

test('[DOC4] [UI7] a refused request is listed with its reason; a paused clock advances by steps only', async ({
  page,
}) => {
  await openLab(page)
  await openDockTab(page, /Requests/)
  expect((await request(page, '/api/v1/namespaces/shop/configmaps/nobody')).status).toBe(404)
  await page.getByRole('button', { name: /^Refused/ }).click()
  const row = page
    .getByRole('treegrid', { name: /Requests/ })
    .getByRole('row')
    .filter({ hasText: 'nobody' })
  await row.first().click()
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await expect(inspector).toContainText('404')
  await expect(inspector).toContainText('NotFound')
  await expect(inspector).toContainText('No revision used')

  await page.getByRole('button', { name: 'Pause the clock' }).click()
  const clock = async () => Number((await request(page, '/debug/clock')).body['nowMs'])
  await expect(page.getByRole('button', { name: 'Run the clock' })).toBeVisible()
  const before = await clock()
  await page.getByRole('button', { name: 'Step one tick' }).click()
  await expect.poll(clock).toBe(before + 1000)
})

test('[WC4] [DOC5] Storage delays the watch cache, lists keys in order, and Expire empties the rail', async ({
  page,
}) => {
  await openLab(page)
  await openDockTab(page, /Storage/)
  await page.getByLabel('Watch cache delayed by').selectOption('30 s')
  await expect(page.getByText('may return older data')).toBeVisible()
  await request(page, configMaps, { method: 'POST', body: configMap('late') })
  expect((await request(page, `${configMaps}/late?resourceVersion=0`)).status).toBe(404)
  expect((await request(page, `${configMaps}/late`)).status).toBe(200)
  await page.getByLabel('Watch cache delayed by').selectOption('nothing')
  // The server has applied the choice once the note has changed.
  await expect(page.getByText('returns the same as the most recent read')).toBeVisible()
  expect((await request(page, `${configMaps}/late?resourceVersion=0`)).status).toBe(200)

  const keys = page.getByRole('grid', { name: /Keys/ })
  await expect(keys.getByRole('row').nth(1)).toContainText('/registry/')
  const texts = await keys.getByRole('row').allTextContents()
  const names = texts.slice(1).map((text) => text.replace(/\d.*$/, ''))
  expect(names).toEqual(names.toSorted())
  await page.getByRole('button', { name: 'Expire history' }).click()
  await expireEverything(page)
  await expect(railOf(page)).toHaveAttribute('aria-valuetext', /No revision is kept|Revision/)
  await openDockTab(page, /Revisions/)
  await request(page, configMaps, { method: 'POST', body: configMap('after') })
  await expect(page.locator('[data-revision]').filter({ hasText: 'after' })).toBeVisible()
  await expect(async () => {
    const rows = await page.locator('[data-revision]').count()
    expect(await page.locator('[data-rv]').count()).toBe(rows)
  }).toPass()
})

test('all regions of the page are reachable at 1100, 900 and 600 pixels', async ({ page }) => {
  await openLab(page)
  for (const width of [1100, 900, 600]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByRole('button', { name: /Inspector/ })).toBeVisible()
    await expect(railOf(page)).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.getByRole('button', { name: /Inspector/ }).click()
    await expect(page.getByRole('complementary', { name: 'Inspector' })).toBeVisible()
    await page.getByRole('button', { name: 'Close inspector' }).click()
    if (width > 900) continue
    await page.getByRole('button', { name: 'Objects', exact: true }).click()
    await treeRow(page, 'Deployment/web').click()
    await expect(page.getByRole('treegrid')).toBeHidden()
  }
})

test('[YE7] a sheet whose code did not arrive says so, and is opened with its styles once the network is back', async ({
  page,
  context,
}) => {
  await openLab(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Share this moment' }).click()
  const failure = page.getByRole('alert').filter({ hasText: 'could not be loaded' })
  await expect(failure).toBeVisible()

  await context.setOffline(false)
  await failure.getByRole('button', { name: 'Try again' }).click()

  await expect(page.getByRole('dialog', { name: 'Share this moment' })).toBeVisible()
  await expect(failure).toHaveCount(0)
  // Each stylesheet that had failed was asked for again and has arrived.
  await expect.poll(() => page.locator('link[data-failed]').count()).toBe(0)
})

test('[YE7] a page whose styles did not arrive says so, and has them once they are loaded again', async ({ page }) => {
  const styles = '**/assets/lab-*.css'
  await page.route(styles, (route) => route.abort())
  await page.goto('./')
  const notice = page.getByRole('alert').filter({ hasText: 'styles of this page did not arrive' })
  await expect(notice).toBeVisible()

  await page.unroute(styles)
  await notice.getByRole('button', { name: 'Load them again' }).click()
  await expect(notice).toHaveCount(0)
  const sheets = () => page.evaluate(() => Array.from(document.styleSheets, ({ href }) => href ?? '').join(' '))
  await expect.poll(sheets).toContain('/assets/lab-')
})
