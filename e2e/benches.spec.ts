import { expect, type Page } from '@playwright/test'
import { configMaps, request } from './api-page.ts'
import { findings } from './axe-findings.ts'
import { openLab } from './lab-page.ts'
import { test } from './page-test.ts'
import { unreachable } from './reachable.ts'
import { create, merge } from './work-page.ts'

// Nobody writes YAML in these tests.
test.use({ loadsEditor: false })

const prices = { kind: 'v1.configmaps', ns: 'default', obj: 'prices' }
const web = { kind: 'apps.v1.deployments', ns: 'shop', obj: 'web' }

/** Opens a bench by its address, which names the object, too. */
async function openBench(page: Page, tab: string, bench = '', object = prices): Promise<void> {
  const address = new URLSearchParams({ ...object, tab })
  if (bench !== '') address.set('bench', bench)
  await page.goto(`/?${address.toString()}`)
}

const createPrices = async (page: Page): Promise<void> => {
  await openLab(page)
  expect((await create(page, 'prices', { vat: '7' })).status).toBe(201)
}

test('[RA1] [RA4] [RA6] the race shows the outcome of every order, retries a refused write, and leaves the cluster as it was', async ({
  page,
}) => {
  await createPrices(page)
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

  await expect(page.getByText(/Apply refuses .* in every order, because .* owns? data\.vat/)).toBeVisible()

  // The inspector, whose place the bench takes, is not beside the window.
  expect(await unreachable(page)).toEqual([])
  const explained = page.getByRole('article', { name: 'Explain 409' })
  await expect(explained).toContainText('the object has been modified')
  await page.getByTestId('race-retry').click()
  await expect(page.locator('[data-step="6"]')).toContainText('200')
  await expect(explained).toHaveCount(0)
  await page.getByRole('button', { name: /^Run/ }).click()
  await page.getByRole('button', { name: 'Send without a version' }).click()
  await expect(page.locator('[data-step="5"]')).toContainText('200')
  await expect(explained).toHaveCount(0)
  expect(await findings(page)).toEqual([])

  await matrix.locator('[data-cell="put.abba"]').press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/bench=put-blind\.abba/)
  await expect(page.locator('[data-step="4"]')).toContainText('200')
  expect((await request(page, `${configMaps}/prices`)).body).toEqual(before.body)
})

test('[PQ3] [PQ4] four patches express one change; the cluster changes only when one is kept', async ({ page }) => {
  await openLab(page)
  const path = '/apis/apps/v1/namespaces/shop/deployments/web'
  const before = await request(page, path)
  await openBench(page, 'patch-quad', 'set', web)
  const column = (id: string) => page.locator(`[data-patch="${id}"]`)
  for (const id of ['json', 'merge', 'strategic']) await expect(column(id).locator('[data-code="200"]')).toBeVisible()
  // The replicas belong to another manager.
  await expect(column('apply').locator('[data-code="409"]')).toBeVisible()
  await column('apply').getByRole('button', { name: 'Explain', exact: true }).click()
  await expect(column('apply').getByRole('button', { name: 'Apply and conflicts, step 2' })).toBeVisible()
  await column('apply').getByRole('button', { name: 'Change the patch' }).click()
  await expect(column('apply').getByRole('textbox')).toBeFocused()
  await expect(column('strategic').locator('[data-custom]')).toHaveText('415 UnsupportedMediaType')
  await expect(column('merge').locator('[data-custom]')).toHaveText('works')
  await expect(column('merge').locator('[data-twice]')).toContainText('no change')
  expect(await findings(page)).toEqual([])
  expect((await request(page, path)).body).toEqual(before.body)
  // The columns show the second sending, and the address keeps that.
  await page.getByRole('button', { name: 'Send twice' }).click()
  await expect(column('merge')).toContainText('second request')
  await expect(page).toHaveURL(/bench=set%3Btwice/)
  await page.getByRole('button', { name: 'Send twice' }).click()

  await expect(column('merge').locator('[data-line="added"]')).toContainText('replicas: ')
  await column('merge').getByRole('textbox').fill('null')
  await expect(column('merge')).toContainText('A merge patch is an object')
  const body = column('merge').getByRole('textbox')
  await body.fill('{"spec":{"replicas":4}}')
  // The answer to the text before is gone.
  await expect(column('merge')).toContainText('not sent yet')
  await body.press('Control+Enter')
  await expect(column('merge').locator('[data-line="added"]')).toContainText('replicas: 4')
  await page.getByRole('button', { name: 'Keep one…' }).click()
  await page.getByRole('menuitem', { name: 'Merge patch' }).click()
  await expect.poll(async () => (await request(page, path)).body['spec']).toMatchObject({ replicas: 4 })
})

test('[VM1] [VM3] [VM5] [VM6] [VM7] every read is answered for each version and match, and a lagging cache answers from the past', async ({
  page,
}) => {
  await openLab(page)
  await openBench(page, 'versions', '', web)
  const grid = page.getByTestId('versions')
  const code = (cell: string, value: number) => grid.locator(`[data-cell="${cell}"][data-code="${value}"]`)
  await expect(grid.locator('[data-code]')).toHaveCount(40)
  await expect(code('list.NotOlderThan.unset', 422)).toBeVisible()
  await expect(code('list.none.future', 504)).toBeVisible()
  await code('page.none.old', 200).click()
  await expect(page).toHaveURL(/bench=page\.none\.old/)
  await expect(page.getByTestId('versions-served')).toContainText('the history at')
  await expect(page.getByTestId('versions-then').getByRole('row').filter({ hasText: 'cart' }).first()).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'answered' })).toContainText('history at')
  await expect(grid).toContainText('deployments?watch=1')
  await code('watch.none.any', 200).click()
  await expect(page.getByTestId('versions-events')).toContainText('ADDED')
  await code('page.none.old', 200).click()
  await expect(grid).toHaveAttribute('aria-busy', 'false')
  expect(await findings(page)).toEqual([])

  const kinds = page.getByRole('menu', { name: 'Kind that is read' })
  await page.getByRole('button', { name: 'Kind: Deployment' }).click()
  await kinds.getByRole('menuitemradio', { name: /^Book / }).click()
  await expect(page.getByTestId('versions-then')).toContainText('books')
  await expect(page).toHaveURL(/kind=[^&]*books/)

  await page.getByTestId('versions-lag').fill('3')
  await expect(grid.getByText(/the watch cache at [0-9]+/)).toBeVisible()
  await expect(grid.locator('[data-code]')).toHaveCount(40)
})

test('[BY3] [BY4] [BY5] [BY7] [BY8] [BY9] a field is marked in every form of the object, also at an earlier revision, and a form is saved', async ({
  page,
}) => {
  await openLab(page)
  await openBench(page, 'bytes', '', web)
  const form = (id: string) => page.locator(`[data-form="${id}"]`)
  await expect(form('protobuf').locator('pre')).toBeVisible()
  await page.getByTestId('bytes-field').selectOption('spec/replicas')
  await expect(page).toHaveURL(/bench=spec%2Freplicas/)
  for (const id of ['json', 'yaml', 'protobuf', 'frame'])
    await expect(form(id).locator('[data-field="spec/replicas"]').first()).toHaveClass(/marked/)
  // Each text scrolls to the chosen field.
  for (const id of ['json', 'yaml', 'protobuf'])
    await expect(form(id).locator('[data-field="spec/replicas"]').first()).toBeInViewport()
  await expect(form('table').getByText('spec.replicas is not in this view')).toBeVisible()
  await expect(form('table').getByRole('columnheader', { name: 'Ready' })).toBeVisible()
  await expect(page.getByTestId('bytes-sizes').getByRole('listitem')).toHaveCount(5)
  await form('yaml').locator('[data-field="metadata/uid"]').hover()
  await expect(form('json').locator('[data-field="metadata/uid"]')).toHaveClass(/marked/)
  await expect(page.getByTestId('bytes-stored')).toContainText('/registry/deployments.apps/shop/web')
  await expect(page.getByTestId('bytes-stored')).toContainText('compare mod_revision')
  expect(await unreachable(page)).toEqual([])
  expect(await findings(page)).toEqual([])

  // The oldest kept version, which the list of versions names last.
  const versions = page.getByTestId('bytes-revision')
  const oldest = (await versions.locator('option').last().getAttribute('value')) ?? ''
  await versions.selectOption(oldest)
  await expect(page).toHaveURL(new RegExp(`bench=spec(?:/|%2F)replicas(?:~|%7E)${oldest}`))
  await expect(form('json').locator('[data-field="metadata/resourceVersion"]')).toContainText(`"${oldest}"`)
  await expect(form('yaml').locator('[data-field="spec/replicas"]')).toHaveClass(/marked/)
  await page.reload()
  await expect(form('json').locator('[data-field="metadata/resourceVersion"]')).toContainText(`"${oldest}"`)
  await page.getByRole('button', { name: 'Save bytes…' }).press('Enter')
  const saving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /^Protobuf/ }).press('Enter')
  expect((await saving).suggestedFilename()).toBe('web.pb')
})

test('[AN2] [AN5] [AN7] [AN8] two managers see what each file would change and who gains or loses fields, and one takes a field on the branch', async ({
  page,
}) => {
  await createPrices(page)
  const before = await request(page, `${configMaps}/prices`)
  await openBench(page, 'apply')
  const row = page.locator('[data-field=".data.vat"]')
  await expect(row.locator('[data-mark="conflict"]')).toHaveCount(2)
  const right = page.locator('[data-ways="right"]')
  await expect(right.locator('[data-choice="apply"]')).toHaveAttribute('data-code', '409')
  await expect(right.locator('[data-choice="force"]')).toContainText('gains vat')
  await expect(right.locator('[data-choice="give-up"]')).toHaveAttribute('data-code', '200')
  await expect(page.locator('[data-side="right"] li[data-mark="conflict"]')).toHaveCount(1)
  expect(await unreachable(page)).toEqual([])
  await right.getByRole('button', { name: 'Force' }).click()
  await expect(page.getByRole('region', { name: 'Owned fields' })).toContainText('bob (Apply)')
  // Without a conflict there is nothing to force.
  await expect(right.locator('[data-choice]')).toHaveCount(1)
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Swap sides' }).click()
  await expect(page.locator('[data-side="left"]').getByLabel('Manager')).toHaveValue('bob')
  await expect(page).toHaveURL(/bench=bob(?:~|%7E)admin/)
  await page.getByRole('textbox', { name: 'File of bob' }).fill('- a')
  await expect(page.locator('[data-side="left"]').getByRole('alert')).toContainText('Line 1: an object is a mapping')
  expect((await request(page, `${configMaps}/prices`)).body).toEqual(before.body)
})

test('[IF1] [IF2] [IF3] a stopped client misses writes, reads one, falls out of the history, and lists again', async ({
  page,
}) => {
  await createPrices(page)
  await openBench(page, 'informer', 'list~on~stopped')
  const bench = page.getByTestId('informer')
  const row = bench.getByRole('row', { name: /default\/prices/ })
  await expect(page.getByTestId('informer-states')).toHaveAttribute('data-phase', 'stopped')
  await expect(row).toHaveAttribute('data-stale', 'false')
  await expect(page.getByTestId('informer-states').getByText(/^[0-9]+ expires$/)).toBeVisible()
  await expect(bench.getByText('start over')).toBeVisible()
  for (const vat of ['8', '9']) expect((await merge(page, 'prices', { vat })).status).toBe(200)
  await expect(row).toContainText('2 writes')
  await expect(row).toContainText('vat "7"')
  await expect(row).toContainText('vat "9"')
  await row.getByRole('button', { name: 'Update from cache: default/prices' }).click()
  await expect(page.getByTestId('informer-writes').locator('[data-code="409"]')).toContainText('has been modified')
  expect(await findings(page)).toEqual([])

  // The key of the button, from within the bench.
  await page.getByTestId('informer-filling').press('Tab')
  await page.keyboard.press('.')
  await expect(row).toContainText('vat "8"')
  await expect(row).toContainText('1 write')
  await page.getByTestId('informer-expire').click()
  await expect(page.getByTestId('informer-expire')).toHaveCount(0)
  const deliver = page.getByTestId('informer-deliver')
  await deliver.click()
  await expect(bench.locator('[data-look="gone"]')).toContainText('lists next')
  await expect(row).toContainText('vat "8"')
  await deliver.click()
  await expect(row).toHaveAttribute('data-stale', 'false')
  await expect(bench.locator('[data-look="gone"]')).toHaveCount(0)
})
