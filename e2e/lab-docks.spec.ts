import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { configMaps, openWatchCount, request, versionOf } from './api-page.ts'
import { expireEverything, openDockTab, openLab, railValue } from './lab-page.ts'
import { test } from './page-test.ts'
import { choose, create, merge, openWork, send, middleX, openLane, pasted, openImport } from './work-page.ts'

test.use({ loadsEditor: false })

test('[WT2] a watch can be opened in each of three start modes', async ({ page }) => {
  await openLab(page)
  const from = versionOf(await create(page, 'older'))
  const next = versionOf(await create(page, 'newer'))
  await openDockTab(page, /Watches/)
  await openLane(page, 'Most recent')
  await openLane(page, 'Any (0)')
  await openLane(page, 'After version', from)
  const lanes = page.getByTestId('lane')
  await expect(lanes).toHaveCount(3)
  for (const at of [0, 1, 2]) await expect(lanes.nth(at)).toHaveAttribute('data-state', 'open')
  const newest = versionOf(await create(page, 'newest'))
  for (const at of [0, 1, 2]) await expect(lanes.nth(at).locator(`[data-event="${newest}"]`)).toBeVisible()
  await expect(lanes.nth(2).locator(`[data-event="${next}"]`)).toBeVisible()
  await expect(lanes.nth(2).locator(`[data-event="${from}"]`)).toHaveCount(0)
  expect(await openWatchCount(page, `${configMaps}?`)).toBe(3)
})

test('[WT4] an event is drawn above its revision; an expired watch gets 410 and lists again', async ({ page }) => {
  await openLab(page)
  await openDockTab(page, /Watches/)
  await openLane(page, 'Most recent')
  const lane = page.getByTestId('lane')
  await expect(lane).toHaveAttribute('data-state', 'open')
  const { body } = await create(page, 'heard')
  const revision = body.metadata?.resourceVersion ?? ''
  await expect(page.locator(`[data-rv="${revision}"]`)).toBeVisible()
  await expect
    .poll(async () => {
      const above = await middleX(page, `[data-testid="lane"] [data-event="${revision}"] path:last-child`)
      return Math.abs(above - (await middleX(page, `[data-rv="${revision}"] path`)))
    })
    .toBeLessThanOrEqual(1)
  await lane.getByTestId('lane-cut').click()
  await expect.poll(() => openWatchCount(page, `${configMaps}?`)).toBe(0)
  await merge(page, 'heard', { missed: 'yes' })
  await page.getByTestId('watches-expire').click()
  await expireEverything(page)
  await expect(page.getByText(/gone$/).first()).toBeVisible()
  await lane.getByTestId('lane-resume').click()
  await expect(lane).toHaveAttribute('data-state', 'expired')
  await expect(lane.getByRole('status')).toContainText('410 Expired')
  await lane.getByTestId('lane-list-again').click()
  await expect(lane).toHaveAttribute('data-state', 'open')
  const after = await merge(page, 'heard', { missed: 'no' })
  await expect(lane.locator(`[data-event="${after.body.metadata?.resourceVersion}"]`)).toBeVisible()
})

test('[WT12] a frozen lane keeps its connection, falls behind, and goes on', async ({ page }) => {
  await openLab(page)
  await openDockTab(page, /Watches/)
  await openLane(page, 'Most recent')
  const lane = page.getByTestId('lane')
  await expect(lane).toHaveAttribute('data-state', 'open')
  const choose = async (pace: RegExp) => {
    await lane.getByRole('button', { name: 'Pace of watch A' }).click()
    await page.getByRole('menuitemradio', { name: pace }).click()
  }
  await choose(/^Frozen/)
  expect((await create(page, 'unread')).status).toBe(201)
  await expect(lane.locator('[data-awaited]')).toHaveCount(1)
  await expect(lane).toContainText('frozen')
  await expect(lane).toHaveAttribute('data-state', 'open')
  await choose(/^Full speed/)
  await expect(lane.locator('[data-awaited]')).toHaveCount(0)
  await expect(lane).toContainText('current')
})

test('[PP6] [WT10] a form with a wrong path or limit says so, keeps what was typed and sends nothing', async ({
  page,
}) => {
  await openLab(page)
  await openDockTab(page, /Pages/)
  await page.getByTestId('pages-list').click()
  const pages = page.getByRole('form', { name: 'List with limit' })
  const limit = pages.getByLabel('limit', { exact: true })
  await limit.fill('abc')
  await pages.getByTestId('pages-start').click()
  await expect(pages.getByRole('alert')).toContainText('a whole number')
  await expect(limit).toHaveValue('abc')
  await limit.fill('2')
  await pages.getByTestId('pages-start').click()
  await expect(page.getByTestId('chain')).toHaveCount(1)
  await openDockTab(page, /Watches/)
  await page.getByTestId('open-watch').click()
  const watch = page.getByRole('form', { name: 'Open a watch' })
  await watch.getByLabel('Path').fill('nonsense')
  await watch.getByTestId('lane-open').click()
  await expect(watch.getByRole('alert')).toContainText('begins with one slash')
  await expect(watch.getByLabel('Path')).toHaveValue('nonsense')
  await watch.getByLabel('Path').fill(configMaps)
  await watch.getByTestId('lane-open').click()
  await expect(watch).toHaveCount(0)
})

test('[PP1] pages show one snapshot; after 410 the fresh token continues', async ({ page }) => {
  await openLab(page)
  for (const name of ['page-a', 'page-b', 'page-c', 'page-d', 'page-e']) await create(page, name)
  await openDockTab(page, /Pages/)
  await page.getByTestId('pages-list').click()
  const form = page.getByRole('form', { name: 'List with limit' })
  await form.getByLabel('Path').fill(configMaps)
  await form.getByLabel('limit', { exact: true }).fill('2')
  await form.getByTestId('pages-start').click()
  const chain = page.getByTestId('chain')
  await expect(chain).toHaveAttribute('data-state', 'ready')
  await request(page, `${configMaps}/page-d`, { method: 'DELETE' })
  await page.getByTestId('pages-next').click()
  await expect(chain.getByText('Page 2', { exact: true })).toBeVisible()
  await page.getByTestId('pages-next').click()
  await expect(chain).toContainText('page-d')
  await page.getByTestId('pages-compare').click()
  await expect(page.getByRole('region', { name: 'The same list now' })).toContainText('page-dremoved since')
  await page.getByRole('button', { name: 'Close this list' }).click()
  await page.getByTestId('pages-list').first().click()
  await form.getByLabel('Path').fill(configMaps)
  await form.getByTestId('pages-start').click()
  await expect(chain).toHaveAttribute('data-state', 'ready')
  await create(page, 'page-f')
  await page.getByTestId('pages-expire').click()
  await expireEverything(page)
  await expect(page.getByText(/gone$/).first()).toBeVisible()
  await page.getByTestId('pages-next').click()
  await expect(chain).toHaveAttribute('data-state', 'expired')
  const token = page.getByRole('region', { name: 'Continue token' })
  await expect(token).toContainText('410 Expired')
  await token.getByRole('button', { name: 'Continue without the snapshot' }).click()
  await expect(chain.getByText('Page 2', { exact: true })).toBeVisible()
  await expect(chain).toHaveAttribute('data-state', /ready|finished/)
})

test('[FI2] removing the last finalizer removes the object', async ({ page }) => {
  await openLab(page)
  await choose(page, 'Namespace/staging')
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await expect(inspector.getByText('2 of 3', { exact: true })).toBeVisible()
  await inspector.getByRole('button', { name: 'Act as controller' }).click()
  await expect(inspector.getByRole('img', { name: /^Deletion: gone since/ })).toBeVisible()
  expect((await request(page, '/api/v1/namespaces/staging')).status).toBe(404)
})

test('[IM1] two pasted documents, one of them invalid, each have a row with the outcome', async ({ page }) => {
  await openLab(page)
  await openImport(page)
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByTestId('import-row')).toHaveCount(1)
  await expect(sheet.getByText('not readable')).toBeVisible()
  await page.getByTestId('import-apply').click()
  await expect(sheet.getByTestId('import-row')).toHaveAttribute('data-outcome', 'done')
  expect((await request(page, `${configMaps}/brought`)).body['data']).toEqual({ from: 'outside' })
})

test('[IM4] a manifest pasted outside of text fields, and a file dropped on the page, open the import sheet', async ({
  page,
}) => {
  await openLab(page)
  const sheet = page.getByRole('dialog', { name: 'Import' })
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, pasted)
  await expect(sheet.getByTestId('import-row')).toContainText('brought')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toHaveCount(0)
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([text.replace('brought', 'dropped')], 'shop.yaml', { type: 'application/yaml' }))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, pasted)
  await expect(sheet.getByTestId('import-row')).toContainText('dropped')
  await expect(sheet).toContainText('shop.yaml')
})

test('[IM5] all objects are exported as YAML, without server-owned fields', async ({ page }) => {
  await openLab(page)
  await page.getByRole('button', { name: 'bookshop', exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export all as YAML' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^bookshop-\d+\.yaml$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain('kind: Deployment')
  expect(text).not.toContain('resourceVersion')
})

test("[WT6] a watch of the console is shown as another client's, and can be cut from there", async ({ page }) => {
  await openLab(page)
  await openWork(page, 'Request')
  await send(page, 'GET', `${configMaps}?watch=1&fieldSelector=metadata.name%3Dlistened`)
  await expect(page.getByTestId('answer-status')).toHaveText('200 OK')
  await openDockTab(page, /Watches/)
  const lane = page
    .getByTestId('foreign-lane')
    .filter({ hasText: 'most recent · metadata.name=listened · default/configmaps' })
  await expect(lane).toBeVisible()
  await lane.getByTestId('foreign-cut').click()
  await expect(lane).toHaveCount(0)
  await expect.poll(() => openWatchCount(page, 'listened')).toBe(0)
})

test('[IM10] a file that is too large, and one of many aliases, get their words while the page stays usable', async ({
  page,
}) => {
  await openLab(page)
  const drop = (name: string, how: 'large' | 'aliases') =>
    page.evaluate(
      ({ name, how }) => {
        const line = 'kind: ConfigMap # a line of a large file\n'
        const levels = Array.from({ length: 12 }, (_, at) =>
          at === 0
            ? 'a0: &a0 [x, x]'
            : `a${at}: &a${at} [${Array(9)
                .fill(`*a${at - 1}`)
                .join(', ')}]`,
        )
        const text = how === 'large' ? line.repeat(1_200_000) : `kind: A\n${levels.join('\n')}\n`
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([text], name))
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
      },
      { name, how },
    )
  const sheet = page.getByRole('dialog', { name: 'Import' })
  await drop('large.yaml', 'large')
  await expect(sheet).toContainText('MB: an import reads at most 4 MiB')
  await expect(sheet.getByTestId('import-text')).toHaveValue('')
  await page.keyboard.press('Escape')
  await drop('aliases.yaml', 'aliases')
  await expect(sheet).toContainText(/[Aa]lias/)
  await expect(sheet.getByTestId('import-apply')).toBeDisabled()
})

test("[WT9] people's watches come first; those of the server's controllers are folded and cannot be cut", async ({
  page,
}) => {
  await openLab(page)
  await openDockTab(page, /Watches/)
  const lanes = page.getByRole('list', { name: 'Watches' })
  await expect(page.getByTestId('foreign-lane').filter({ hasText: /after \d+ · shop\/deployments/ })).toBeVisible()
  await expect(page.getByTestId('loop-lane')).toHaveCount(0)
  const fold = lanes.getByRole('button', { name: /own controllers/ })
  await fold.press('Enter')
  await expect(fold).toHaveAttribute('aria-expanded', 'true')
  // Loops of the server that are no controllers, such as those of admission, are among them.
  await expect(page.getByTestId('loop-lane').filter({ hasText: 'controller' }).first()).toBeVisible()
  await expect(page.getByTestId('loop-lane').getByRole('button')).toHaveCount(0)
  await fold.press('Enter')
  await expect(page.getByTestId('loop-lane')).toHaveCount(0)
})

test('[WT8] the Live line of a lane is the line of the rail, and the end of a lane covers none of it', async ({
  page,
}) => {
  await openLab(page)
  await openDockTab(page, /Watches/)
  await openLane(page, 'Most recent')
  await expect(page.getByTestId('lane')).toHaveAttribute('data-state', 'open')
  const right = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox()
    return (box?.x ?? 0) + (box?.width ?? 0)
  }
  // Lanes of other clients may come and go, and each moves the others.
  await expect(async () => {
    const plotRight = await right('[data-testid="rail-plot"]')
    expect(Math.abs((await right('[data-testid="lane"] svg')) - plotRight)).toBeLessThan(1)
    const ends = await page
      .locator('[data-testid$="lane"] > :last-child')
      .evaluateAll((all) => all.map((end) => end.getBoundingClientRect().x))
    expect(Math.min(...ends)).toBeGreaterThanOrEqual(plotRight - 1)
  }).toPass()
})

test('[IM6] the ghost writer writes when switched on, and the switch is saved', async ({ page }) => {
  await openLab(page)
  const before = await railValue(page)
  await page.getByRole('button', { name: 'bookshop', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Start the ghost writer/ }).click()
  await expect.poll(() => railValue(page)).toBeGreaterThan(before)
  await page.reload()
  await page.getByRole('button', { name: 'bookshop', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Stop the ghost writer/ }).click()
})
