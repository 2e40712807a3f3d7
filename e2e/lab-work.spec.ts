import { readFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { configMap, configMaps, openWatchCount, request } from './api-page.ts'
import { openDockTab, openLab, railOf, railValue, revisionRow, treeRow } from './lab-page.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

async function findings(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target.join(' ')}`))
}

/** Selects an object of the tree, wherever it stands in it. */
async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Filter objects' }).fill(name.slice(name.indexOf('/') + 1))
  await treeRow(page, name).first().click()
}

const create = (page: Page, name: string, data: Readonly<Record<string, string>> = {}) =>
  request(page, configMaps, { method: 'POST', body: configMap(name, data) })

const merge = (page: Page, name: string, data: Readonly<Record<string, string>>) =>
  request(page, `${configMaps}/${name}`, {
    method: 'PATCH',
    body: { data },
    contentType: 'application/merge-patch+json',
  })

/** A word of the editor's text. */
const wordOf = (page: Page, word: string) => page.locator('#work .view-line').getByText(word, { exact: true })

/** Puts another word in place of one in the open editor, by pointer and keys. */
async function replaceWord(page: Page, from: string, to: string): Promise<void> {
  await wordOf(page, from).dblclick()
  await page.keyboard.type(to)
  await expect(page.getByTestId('yaml-draft')).toBeVisible()
}

const openWork = (page: Page, name: string): Promise<void> =>
  page.getByRole('tablist', { name: 'Work' }).getByRole('tab', { name, exact: true }).click()

/** Fills the request console's path (a query becomes chips) and sends. */
async function send(page: Page, method: string, target: string): Promise<void> {
  await page.getByTestId('request-method').selectOption(method)
  await page.getByTestId('request-path').fill(target)
  await page.getByTestId('request-send').click()
}

/** Middle of what is drawn, in pixels of the page. */
async function middleX(page: Page, selector: string): Promise<number> {
  const box = await page.locator(selector).first().boundingBox()
  return box === null ? Number.NaN : box.x + box.width / 2
}

test('[YE1] an edit of the YAML becomes a revision on the rail and in the table', async ({ page }) => {
  await openLab(page)
  await create(page, 'palette', { colour: 'green' })
  await choose(page, 'ConfigMap/palette')
  const before = await railValue(page)
  await replaceWord(page, 'green', 'violet')
  await page.getByTestId('yaml-update').click()
  await expect(page.getByRole('status').getByTestId('answer-status')).toHaveText('200 OK')
  await expect.poll(() => railValue(page)).toBe(before + 1)
  await expect(revisionRow(page, before + 1)).toContainText('palette')
  await expect(page.locator(`[data-rv="${before + 1}"]`)).toBeVisible()
  await expect(page.getByTestId('yaml-draft')).toHaveCount(0)
  const { body } = await request(page, `${configMaps}/palette`)
  expect(body['data']).toEqual({ colour: 'violet' })
})

test('[YE8] letters that are commands elsewhere are letters in the editor', async ({ page }) => {
  await openLab(page)
  await create(page, 'palette', { colour: 'green' })
  await choose(page, 'ConfigMap/palette')
  await replaceWord(page, 'green', 'ty1djkt')
  await expect(wordOf(page, 'ty1djkt')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'YAML', exact: true })).toHaveAttribute('aria-selected', 'true')
})

test('[YE3] a draft survives a reload and is put on the version that came meanwhile', async ({ page }) => {
  await openLab(page)
  await create(page, 'palette', { colour: 'green', size: 'small' })
  await choose(page, 'ConfigMap/palette')
  await replaceWord(page, 'green', 'violet')
  await page.reload()
  await choose(page, 'ConfigMap/palette')
  await expect(wordOf(page, 'violet')).toBeVisible()
  const { body } = await merge(page, 'palette', { size: 'large' })
  const now = body.metadata?.resourceVersion ?? ''
  await page.getByTestId('yaml-update').click()
  const card = page.getByRole('article', { name: 'Explain 409' })
  await expect(card).toContainText('Operation cannot be fulfilled on configmaps "palette"')
  await card.getByRole('button', { name: `Put my change on ${now} and send` }).click()
  await expect(page.getByRole('status').getByTestId('answer-status')).toHaveText('200 OK')
  const stored = await request(page, `${configMaps}/palette`)
  expect(stored.body['data']).toEqual({ colour: 'violet', size: 'large' })
})

test('[RC9] the console shows answers, explains refusals and copies the request', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openLab(page)
  await openWork(page, 'Request')
  await send(page, 'GET', '/api/v1/namespaces/shop')
  await expect(page.getByTestId('answer-status')).toHaveText('200 OK')
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText('"Namespace"')
  await send(page, 'GET', '/api/v1/namespaces/nowhere')
  const card = page.getByRole('article', { name: 'Explain 404' })
  await expect(card).toContainText('namespaces "nowhere" not found')
  await expect(card).toContainText('Rule')
  await page.getByRole('button', { name: 'curl' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/api/v1/namespaces/nowhere')
  await page.getByRole('button', { name: 'fetch' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('await fetch(')
})

test('[RC7] a watch in the console shows each line, and Cut ends it at the server', async ({ page }) => {
  await openLab(page)
  await openWork(page, 'Request')
  await send(page, 'GET', `${configMaps}?watch=1&fieldSelector=metadata.name%3Dlistened`)
  const lines = page.getByTestId('stream-lines').getByRole('listitem')
  await expect(page.getByTestId('answer-status')).toHaveText('200 OK')
  await create(page, 'listened', { at: 'one' })
  await merge(page, 'listened', { at: 'two' })
  await expect(lines).toHaveCount(2)
  await expect(lines.first()).toContainText('MODIFIED')
  await expect(lines.last()).toContainText('ADDED')
  expect(await openWatchCount(page, 'listened')).toBe(1)
  await page.getByTestId('stream-cut').click()
  await expect.poll(() => openWatchCount(page, 'listened')).toBe(0)
})

/** Opens a lane on the ConfigMaps of `default`. */
async function openLane(page: Page, start: string, resourceVersion?: string): Promise<void> {
  await page.getByTestId('open-watch').click()
  const form = page.getByRole('form', { name: 'Open a watch' })
  await form.getByLabel('Path').fill(configMaps)
  await form.getByText(start, { exact: true }).click()
  if (resourceVersion !== undefined) await form.getByLabel('resourceVersion', { exact: true }).fill(resourceVersion)
  await form.getByTestId('lane-open').click()
}

test('[WT2] a watch begins in each of three ways', async ({ page }) => {
  await openLab(page)
  await create(page, 'older')
  const from = await railValue(page)
  await create(page, 'newer')
  await openDockTab(page, /Watches/)
  await openLane(page, 'Most recent')
  await openLane(page, 'Any (0)')
  await openLane(page, 'After version', String(from))
  const lanes = page.getByTestId('lane')
  await expect(lanes).toHaveCount(3)
  for (const at of [0, 1, 2]) await expect(lanes.nth(at)).toHaveAttribute('data-state', 'open')
  await create(page, 'newest')
  const newest = await railValue(page)
  for (const at of [0, 1, 2]) await expect(lanes.nth(at).locator(`[data-event="${newest}"]`)).toBeVisible()
  await expect(lanes.nth(2).locator('[data-event]')).toHaveCount(2)
  expect(await openWatchCount(page, `${configMaps}?`)).toBe(3)
})

test('[WT4] a write stands above its revision; a watch too old is told 410 and lists again', async ({ page }) => {
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
  await expect(page.getByText(/gone$/).first()).toBeVisible()
  await lane.getByTestId('lane-resume').click()
  await expect(lane).toHaveAttribute('data-state', 'expired')
  await expect(lane.getByRole('status')).toContainText('410 Expired')
  await lane.getByTestId('lane-list-again').click()
  await expect(lane).toHaveAttribute('data-state', 'open')
  const after = await merge(page, 'heard', { missed: 'no' })
  await expect(lane.locator(`[data-event="${after.body.metadata?.resourceVersion}"]`)).toBeVisible()
})

test('[PP1] pages show one snapshot; after 410 the fresh token goes on', async ({ page }) => {
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
  await expect(page.getByText(/gone$/).first()).toBeVisible()
  await page.getByTestId('pages-next').click()
  await expect(chain).toHaveAttribute('data-state', 'expired')
  const token = page.getByRole('region', { name: 'Continue token' })
  await expect(token).toContainText('410 Expired')
  await token.getByRole('button', { name: 'Go on without the snapshot' }).click()
  await expect(chain.getByText('Page 2', { exact: true })).toBeVisible()
  await expect(chain).toHaveAttribute('data-state', /ready|finished/)
})

test('[FI2] the last holder lets go, and what was held is gone', async ({ page }) => {
  await openLab(page)
  await choose(page, 'ConfigMap/ledger')
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await expect(inspector.getByText('1 of 2', { exact: true })).toBeVisible()
  await inspector.getByRole('button', { name: 'Act as holder' }).click()
  await expect(inspector.getByRole('img', { name: /^Deletion: gone since/ })).toBeVisible()
  expect((await request(page, '/api/v1/namespaces/staging/configmaps/ledger')).status).toBe(404)
})

test('[DF1] Diff compares a write with the one before it, path by path', async ({ page }) => {
  await openLab(page)
  await create(page, 'palette', { colour: 'green' })
  const { body } = await merge(page, 'palette', { colour: 'violet' })
  await choose(page, 'ConfigMap/palette')
  await openWork(page, 'Diff')
  const picker = page.getByRole('group', { name: 'Revisions of the object' })
  await expect(picker.getByRole('button', { pressed: true })).toHaveCount(2)
  await expect(picker.getByRole('button', { pressed: true }).last()).toContainText(
    body.metadata?.resourceVersion ?? 'none',
  )
  const paths = page.getByRole('list', { name: 'Changed paths' })
  await expect(paths).toContainText('data.colour')
  await expect(paths.getByRole('deletion')).toHaveText('green')
  await expect(paths.getByRole('insertion')).toHaveText('violet')
})

const pasted = `apiVersion: v1
kind: ConfigMap
metadata:
  name: brought
data:
  from: outside
---
kind: ConfigMap
metadata: [
`

async function openImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'bookshop', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Import…' }).click()
  await page.getByTestId('import-text').fill(pasted)
}

test('[IM1] two pasted documents, one of them bad: each has its row and its outcome', async ({ page }) => {
  await openLab(page)
  await openImport(page)
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByTestId('import-row')).toHaveCount(1)
  await expect(sheet.getByText('not readable')).toBeVisible()
  await page.getByTestId('import-apply').click()
  await expect(sheet.getByTestId('import-row')).toHaveAttribute('data-outcome', 'done')
  expect((await request(page, `${configMaps}/brought`)).body['data']).toEqual({ from: 'outside' })
})

test('[YE1] in the past the YAML is of that revision and cannot be written', async ({ page }) => {
  await openLab(page)
  const { body } = await create(page, 'palette', { colour: 'green' })
  await merge(page, 'palette', { colour: 'violet' })
  await choose(page, 'ConfigMap/palette')
  await expect(wordOf(page, 'violet')).toBeVisible()
  await railOf(page).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText(`Viewing revision ${body.metadata?.resourceVersion}`, { exact: true })).toBeVisible()
  await expect(wordOf(page, 'green')).toBeVisible()
  await expect(page.getByTestId('yaml-update')).toHaveCount(0)
  await wordOf(page, 'green').dblclick()
  await page.keyboard.type('red')
  await expect(page.getByTestId('yaml-draft')).toHaveCount(0)
  await expect(wordOf(page, 'green')).toBeVisible()
})

/** Each view of this part, in the state that has most on the page. */
const views: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async yaml(page) {
    await create(page, 'palette', { colour: 'green' })
    await choose(page, 'ConfigMap/palette')
    await replaceWord(page, 'green', 'violet')
    await merge(page, 'palette', { size: 'large' })
    await page.getByTestId('yaml-update').click()
    await expect(page.getByRole('article', { name: 'Explain 409' })).toBeVisible()
  },
  async finalizers(page) {
    await choose(page, 'ConfigMap/ledger')
    await expect(page.getByText('1 of 2', { exact: true })).toBeVisible()
  },
  async watches(page) {
    await openDockTab(page, /Watches/)
    await openLane(page, 'Any (0)')
    await expect(page.getByTestId('lane')).toHaveAttribute('data-state', 'open')
  },
  async pages(page) {
    await openDockTab(page, /Pages/)
    await page.getByTestId('pages-list').click()
    await page.getByTestId('pages-start').click()
    await expect(page.getByTestId('chain')).toHaveAttribute('data-state', 'ready')
    await page.getByTestId('pages-compare').click()
  },
  async console(page) {
    await openWork(page, 'Request')
    await send(page, 'GET', '/api/v1/namespaces/nowhere')
    await expect(page.getByRole('article', { name: 'Explain 404' })).toBeVisible()
  },
  async stream(page) {
    await openWork(page, 'Request')
    await send(page, 'GET', '/api/v1/configmaps?watch=1')
    await expect(page.getByTestId('stream-lines').getByRole('listitem').first()).toBeVisible()
  },
  async diff(page) {
    await openWork(page, 'Diff')
    await expect(page.getByRole('list', { name: 'Changed paths' })).toBeVisible()
  },
  async import(page) {
    await openImport(page)
    await expect(page.getByTestId('import-row')).toHaveCount(1)
  },
}

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the work area, its docks and the import sheet, in ${theme}`, async ({ page }) => {
    test.setTimeout(180_000)
    await page.addInitScript((chosen) => localStorage.setItem('orchard.theme', chosen), theme)
    await openLab(page)
    for (const [name, show] of Object.entries(views)) {
      await show(page)
      expect(await findings(page), name).toEqual([])
    }
  })
}

test('[IM4] a manifest pasted outside of fields, and a file dropped on the page, open the import sheet', async ({
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

test('[IM5] everything is taken away as YAML, and the import finds nothing to change in it', async ({ page }) => {
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

test('[RC11] the 409 of a PUT shows the fields three ways, and its retry keeps both changes', async ({ page }) => {
  await openLab(page)
  const { body } = await create(page, 'palette', { colour: 'green', size: 'small' })
  await merge(page, 'palette', { size: 'large' })
  await openWork(page, 'Request')
  await page.getByTestId('request-method').selectOption('PUT')
  await page.getByTestId('request-path').fill(`${configMaps}/palette`)
  await page.getByTestId('request-path').press('Escape')
  const { name, namespace, uid, resourceVersion } = body['metadata'] as Readonly<Record<string, string>>
  const sent = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace, uid, resourceVersion },
    data: { colour: 'violet', size: 'small' },
  }
  await page.getByRole('region', { name: 'Body' }).locator('.view-lines').click()
  await page.keyboard.insertText(JSON.stringify(sent))
  await page.getByTestId('request-send').click()
  const card = page.getByRole('article', { name: 'Explain 409' })
  const table = card.getByRole('table')
  await expect(table.getByRole('row', { name: /^data\.colour/ })).toContainText('violet yours')
  await expect(table.getByRole('row', { name: /^data\.size/ })).toContainText('small stale')
  await card.getByRole('button', { name: /^Put my change on/ }).click()
  await expect(page.getByTestId('answer-status')).toHaveText('200 OK')
  const stored = await request(page, `${configMaps}/palette`)
  expect(stored.body['data']).toEqual({ colour: 'violet', size: 'large' })
})

test('[RC12] a Table answer is drawn, wide columns when asked', async ({ page }) => {
  await openLab(page)
  await openWork(page, 'Request')
  await page.getByRole('radiogroup', { name: 'Accept' }).getByText('Table', { exact: true }).click()
  await send(page, 'GET', '/apis/apps/v1/namespaces/shop/deployments')
  const table = page.getByRole('table', { name: 'Table' })
  await expect(table.getByRole('row', { name: /^web/ })).toBeVisible()
  await expect(table.getByRole('columnheader', { name: 'Images' })).toHaveCount(0)
  await page.getByLabel('wide columns').check()
  await expect(table.getByRole('columnheader', { name: 'Images' })).toBeVisible()
})

test('[WT6] a watch of the console is a lane of its own, and can be cut from there', async ({ page }) => {
  await openLab(page)
  await openWork(page, 'Request')
  await send(page, 'GET', `${configMaps}?watch=1&fieldSelector=metadata.name%3Dlistened`)
  await expect(page.getByTestId('answer-status')).toHaveText('200 OK')
  await openDockTab(page, /Watches/)
  const lane = page.getByTestId('foreign-lane')
  await expect(lane).toContainText('alice, opened elsewhere')
  await lane.getByTestId('foreign-cut').click()
  await expect(lane).toHaveCount(0)
  await expect.poll(() => openWatchCount(page, 'listened')).toBe(0)
})

test('[IM6] the ghost writer writes when switched on, and is remembered', async ({ page }) => {
  await openLab(page)
  const before = await railValue(page)
  await page.getByRole('button', { name: 'bookshop', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Start the ghost writer/ }).click()
  await expect.poll(() => railValue(page)).toBeGreaterThan(before)
  await page.reload()
  await page.getByRole('button', { name: 'bookshop', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Stop the ghost writer/ }).click()
})
