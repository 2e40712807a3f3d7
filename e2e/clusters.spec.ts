import { expect, type Page } from '@playwright/test'
import { configMap, configMaps, request } from './api-page.ts'
import { findings } from './axe-findings.ts'
import { test } from './page-test.ts'
import { unreachable } from './reachable.ts'

// Nobody writes YAML in these tests.
test.use({ loadsEditor: false })

const inCluster = (name: string): string => `/clusters/${name}${configMaps}`

test('[MC5] a tab shows the cluster of its address, survives a reload, and leaves one that does not exist', async ({
  page,
}) => {
  await page.goto('/')
  expect((await request(page, `${configMaps}/a`)).status).toBe(404)
  const from = { type: 'empty' }
  const made = await request(page, '/debug/clusters', { method: 'POST', body: { title: 'Tuesday class', from } })
  expect(made).toMatchObject({ status: 201, body: { name: 'tuesday-class' } })
  expect((await request(page, inCluster('tuesday-class'), { method: 'POST', body: configMap('a') })).status).toBe(201)
  expect((await request(page, `${configMaps}/a`)).status).toBe(404)

  // A page that was just opened answers 503 while its worker is handed over.
  const statusOfA = async (): Promise<number> => (await request(page, `${configMaps}/a`)).status
  await page.goto('/?cluster=tuesday-class')
  await expect.poll(statusOfA).toBe(200)
  await page.reload()
  await expect(page).toHaveURL(/cluster=tuesday-class/)
  await expect.poll(statusOfA).toBe(200)
  // The cluster last opened is the one that an address without a cluster opens.
  await page.goto('/')
  await expect(page).toHaveURL(/cluster=tuesday-class/)
  await expect.poll(statusOfA).toBe(200)

  await page.goto('/?cluster=nobody')
  await expect(page).toHaveURL(/missing=nobody/)
  await expect.poll(statusOfA).toBe(404)
})

test('[MC7] the sheet makes, renames, duplicates, deletes and restores clusters', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'bookshop' })).toBeVisible()
  await page.getByRole('button', { name: 'bookshop' }).click()
  await page.getByRole('menuitem', { name: 'Clusters…' }).click()
  const sheet = page.getByRole('dialog', { name: 'Clusters' })
  const list = sheet.getByRole('listbox', { name: 'Clusters' })
  await expect(list.getByRole('option')).toHaveCount(1)
  await expect(list).toBeFocused()

  await sheet.getByRole('button', { name: 'Empty' }).click()
  await expect(list.getByRole('option', { name: /empty cluster/ })).toHaveAttribute('aria-selected', 'true')
  await list.press('F2')
  const title = sheet.getByRole('textbox', { name: 'Title of the cluster' })
  await expect(title).toBeFocused()
  await title.fill('Tuesday class')
  await title.press('Enter')
  await expect(list.getByRole('option', { name: /Tuesday class/ })).toBeVisible()

  // A control that is gone after its action gives the focus to the list.
  await expect(list).toBeFocused()
  await list.press('Control+d')
  await expect(list.getByRole('option', { name: /Tuesday class copy/ })).toHaveAttribute('aria-selected', 'true')
  await list.press('Delete')
  await expect(list.getByRole('option', { name: /Tuesday class copy/ })).toContainText('deleted')
  await sheet.getByRole('button', { name: 'Restore' }).click()
  await expect(list.getByRole('option', { name: /Tuesday class copy/ })).not.toContainText('deleted')
  await expect(list).toBeFocused()
  await sheet.getByRole('button', { name: 'Delete' }).click()
  await expect(list.getByRole('option', { name: /Tuesday class copy/ })).toContainText('deleted')
  await expect(list).toBeFocused()

  await list.press('Home')
  await expect(sheet.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await list.press('ArrowDown')
  await list.press('Enter')
  await expect(page).toHaveURL(/cluster=empty-cluster/)
  await expect(page.getByRole('button', { name: 'Tuesday class' })).toBeVisible()
})

test('[MC16] [MC17] [MC18] [MC19] [MC20] a cluster that another tab shows is joined; its file is exported and its history expired', async ({
  page,
  context,
}) => {
  await page.goto('/')
  const from = { type: 'empty' }
  await request(page, '/debug/clusters', { method: 'POST', body: { title: 'class', from } })
  expect((await request(page, inCluster('class'), { method: 'POST', body: configMap('a') })).status).toBe(201)
  expect((await request(page, `${inCluster('class')}/a`, { method: 'DELETE' })).status).toBe(200)
  const other = await context.newPage()
  await other.goto('/?cluster=class')
  await expect(other.getByRole('button', { name: 'class', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'bookshop' }).click()
  await page.getByRole('menuitem', { name: 'Clusters…' }).click()
  const sheet = page.getByRole('dialog', { name: 'Clusters' })
  const row = sheet.getByRole('option', { name: /^class/ })
  await expect(row).toContainText('in tab “Lab')
  await row.click()
  await expect(sheet.getByText('What one tab writes, the other sees.')).toBeVisible()
  await expect(sheet.getByRole('region', { name: 'class' })).toContainText('0 schemas')
  await expect(sheet.getByTestId('storage-parts')).toContainText('(Expire history frees it)')
  expect(await findings(page)).toEqual([])
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: /^Export file/ }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^class-\d+\.orchard\.json$/)
  await sheet.getByRole('button', { name: /^Expire history to/ }).click()
  await sheet.getByRole('button', { name: 'Expire', exact: true }).click()
  // The newest state stays readable.
  await expect(row).toContainText('1 kept')
  await expect(sheet.getByRole('button', { name: /^Expire history to/ })).toBeDisabled()
  await sheet.getByRole('button', { name: 'Join' }).click()
  await expect(page).toHaveURL(/cluster=class/)
})

test('[MC8] f forks a past revision into a branch, whose bar returns to the original cluster', async ({ page }) => {
  await page.goto('/')
  for (const value of ['1', '2'])
    await request(page, `${configMaps}/a?fieldManager=t`, {
      method: 'PATCH',
      body: { ...configMap('a'), data: { value } },
      contentType: 'application/apply-patch+yaml',
    })
  const { body } = await request(page, `${configMaps}/a`)
  const before = Number(body.metadata?.resourceVersion) - 1
  await page.goto(`/?rv=${before}`)
  await page.getByRole('button', { name: 'Fork here' }).click()

  await expect(page).toHaveURL(/cluster=bookshop-from/)
  const bar = page.getByRole('status').filter({ hasText: 'On branch bookshop from' })
  await expect(bar).toContainText(`Left bookshop after`)
  // The names of cluster and branch give way to the buttons of the header.
  await expect(page.getByRole('button', { name: 'bookshop from' })).toBeVisible()
  expect(await unreachable(page)).toEqual([])
  expect((await request(page, `${configMaps}/a`)).body).toMatchObject({ data: { value: '1' } })
  expect((await request(page, '/clusters/bookshop/api/v1/namespaces/default/configmaps/a')).body).toMatchObject({
    data: { value: '2' },
  })
  await bar.getByRole('button', { name: 'Back to bookshop' }).click()
  await expect(page).not.toHaveURL(/cluster=/)
  await expect(bar).toBeHidden()
})

test('[RL12] [BC2] [BC3] [BC4] [DOC12] a branch and its cluster are two lanes of the rail, and the inspector compares the object', async ({
  page,
}) => {
  test.setTimeout(240_000)
  await page.goto('/')
  const scale = (prefix: string, replicas: number) =>
    request(page, `${prefix}/apis/apps/v1/namespaces/shop/deployments/web/scale?fieldManager=orchctl`, {
      method: 'PATCH',
      body: { spec: { replicas } },
      contentType: 'application/merge-patch+json',
    })
  for (const title of ['first try', 'what if'])
    await request(page, '/debug/clusters', {
      method: 'POST',
      body: { title, from: { type: 'branch', of: 'bookshop' } },
    })
  await scale('/clusters/what-if', 4)
  await scale('', 6)
  await page.reload()
  const rail = page.getByRole('region', { name: 'Revision rail' })
  await expect(rail.getByTestId('rail-plot').locator('svg')).toHaveAttribute('height', '96')
  await expect(rail.getByRole('button', { name: '1 further branch' })).toBeVisible()
  await rail.getByRole('button', { name: 'what if' }).click()

  await expect(page).toHaveURL(/cluster=what-if/)
  await expect(rail.getByRole('button', { name: 'Return to Live' })).toBeVisible()
  await expect(rail.getByTestId('rail-plot').locator('svg')).toContainText('Here')
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await expect(inspector.getByRole('row', { name: /replicas/ }).first()).toContainText('6')
  await expect(inspector.getByRole('row', { name: /replicas/ }).first()).toContainText('4')
  await expect(inspector).toContainText('left bookshop after')
  const collector = inspector.getByTestId('branch-writers').getByRole('checkbox', { name: 'garbage-collector' })
  await collector.click()
  await expect(collector).not.toBeChecked()
  await expect(inspector.getByTestId('branch-writers')).toContainText('paused')
  const isPaused = async (prefix: string) => {
    const { controllers } = (await request(page, `${prefix}/debug/controllers`)).body as {
      controllers: readonly { readonly name: string; readonly paused: boolean }[]
    }
    return controllers.find(({ name }) => name === 'garbage-collector')?.paused
  }
  await expect.poll(() => isPaused('/clusters/what-if')).toBe(true)
  expect(await isPaused('/clusters/bookshop')).toBe(false)
  // One switch for the cluster that was left; what was paused before stays so.
  const meanwhile = inspector.getByRole('checkbox', { name: 'Pause bookshop meanwhile' })
  await meanwhile.click()
  await expect.poll(() => isPaused('/clusters/bookshop')).toBe(true)
  await expect(meanwhile).toBeChecked()
  const live = await page.context().newPage()
  await live.goto('/?cluster=bookshop')
  const paused = live.getByText('bookshop is paused')
  await expect(paused).toBeVisible()
  expect(await findings(live)).toEqual([])
  await live.getByRole('button', { name: 'Resume them' }).click()
  await expect(paused).toBeHidden()
  await expect.poll(() => isPaused('/clusters/bookshop')).toBe(false)
  await live.close()
  await expect(meanwhile).not.toBeChecked()
  await expect(page.locator('[data-object="Deployment/web"]')).toBeVisible()
  await expect(page.locator('[data-revision]').first()).toBeVisible()
  await page.getByRole('radiogroup', { name: 'Whose writes' }).getByText('Both').click()
  await expect(page.locator('[data-other-revision]').first()).toContainText('on bookshop')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await findings(page)).toEqual([])
  }
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await unreachable(page)).toEqual([])
  await page.setViewportSize({ width: 600, height: 800 })
  await expect(rail.locator('[data-fork]')).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await rail.getByRole('button', { name: '1 further branch' }).click()
  await page.getByRole('menuitem', { name: /first try/ }).click()
  await expect(page).toHaveURL(/cluster=first-try/)
})

test('[BC1] [MC11] a branch is compared with its cluster, and can be made the cluster', async ({ page }) => {
  await page.goto('/')
  const write = (path: string, value: string) =>
    request(page, `${path}/a?fieldManager=t`, {
      method: 'PATCH',
      body: { ...configMap('a'), data: { value } },
      contentType: 'application/apply-patch+yaml',
    })
  await write(configMaps, 'shared')
  const from = { type: 'branch', of: 'bookshop' }
  await request(page, '/debug/clusters', { method: 'POST', body: { title: 'what if', from } })
  await write(configMaps, 'live')
  await write(inCluster('what-if'), 'branch')
  await page.goto('/?cluster=what-if')
  await page.getByRole('button', { name: 'Compare', exact: true }).click()

  const sheet = page.getByRole('dialog', { name: 'Compare the branch' })
  const list = sheet.getByRole('listbox', { name: 'Objects that differ' })
  await expect(list.getByRole('option').filter({ hasText: 'data.value' })).toBeVisible()
  await list.getByRole('option').filter({ hasText: 'data.value' }).click()
  await expect(sheet.getByRole('list', { name: 'Fields that differ, with their managers' })).toContainText('data.value')
  await expect(sheet.getByRole('list', { name: /^what if since/ }).getByRole('listitem')).toHaveCount(1)
  expect(await findings(page)).toEqual([])
  // In one column the sides of the difference keep their names.
  for (const width of [390, 600]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await findings(page)).toEqual([])
    expect(await unreachable(page)).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await findings(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })

  await sheet.getByRole('button', { name: 'Make it the cluster…' }).click()
  await sheet.getByRole('button', { name: 'Make what if the cluster' }).click()
  await expect(page).not.toHaveURL(/cluster=/)
  await expect(page.getByTestId('lab')).toBeVisible()
  expect((await request(page, `${configMaps}/a`)).body).toMatchObject({ data: { value: 'branch' } })
  expect((await request(page, `${inCluster('what-if')}/a`)).body).toMatchObject({ data: { value: 'live' } })
  await page
    .getByRole('status')
    .filter({ hasText: '“what if” is bookshop now' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(page).toHaveURL(/cluster=what-if/)
  expect((await request(page, `${inCluster('bookshop')}/a`)).body).toMatchObject({ data: { value: 'live' } })
})

test('[MC3] [MC4] two tabs fork, delete and import at the same time, and nothing that was acknowledged is lost', async ({
  page,
  context,
}) => {
  await page.goto('/')
  expect((await request(page, configMaps, { method: 'POST', body: configMap('a') })).status).toBe(201)
  const other = await context.newPage()
  await other.goto('/')
  const make = (tab: Page, from: object) =>
    request(tab, '/debug/clusters', { method: 'POST', body: { title: 'what if', from } })
  const fork = { type: 'branch', of: 'bookshop' }
  const names = (await Promise.all([make(page, fork), make(other, fork)])).map(({ body }) => String(body['name']))
  expect(names.toSorted()).toEqual(['what-if', 'what-if-2'])

  // One tab writes to a branch that the other one deletes.
  const writes = Array.from({ length: 10 }, async (_, number) => {
    const { status } = await request(other, inCluster('what-if'), { method: 'POST', body: configMap(`w${number}`) })
    return { name: `w${number}`, status }
  })
  const deleted = request(page, '/debug/clusters/what-if', { method: 'DELETE' })
  const outcomes = await Promise.all(writes)
  expect((await deleted).status).toBe(200)
  expect((await request(other, `${inCluster('what-if')}/a`)).status).toBe(404)
  expect((await request(other, '/debug/clusters/what-if/restore', { method: 'POST' })).status).toBe(200)
  for (const { name, status } of outcomes)
    expect((await request(other, `${inCluster('what-if')}/${name}`)).status).toBe(status === 201 ? 200 : 404)

  // One tab imports a moment while the other one forks and deletes.
  const { moment } = (await request(page, '/debug/clusters/bookshop/moment')).body as { moment: object }
  const [imported, forked, gone] = await Promise.all([
    make(other, { type: 'moment', moment, digest: 'd' }),
    make(page, fork),
    request(page, '/debug/clusters/what-if-2', { method: 'DELETE' }),
  ])
  expect([imported.status, forked.status, gone.status]).toEqual([201, 201, 200])
  for (const { body } of [imported, forked])
    expect((await request(page, `${inCluster(String(body['name']))}/a`)).status).toBe(200)
  expect((await request(other, `${configMaps}/a`)).status).toBe(200)
})
