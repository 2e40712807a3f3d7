import { expect, type Page } from '@playwright/test'
import { configMaps, openWatchCount, request, versionOf } from './api-page.ts'
import { openLab, railOf, railValue, revisionRow, openPalette, leaveFields } from './lab-page.ts'
import { editorOnDemand, test } from './page-test.ts'
import { choose, create, merge, wordOf, replaceWord, openWork, send } from './work-page.ts'

test('[YE1] [DF1] an edit of the YAML becomes a revision on the rail and in the table, and Diff compares it path by path', async ({
  page,
}) => {
  await openLab(page)
  await create(page, 'palette', { colour: 'green' })
  await choose(page, 'ConfigMap/palette')
  const before = await railValue(page)
  await replaceWord(page, 'green', 'violet')
  await page.getByTestId('yaml-update').click()
  await expect(page.getByRole('status').getByTestId('answer-status')).toHaveText('200 OK')
  await expect(page.getByTestId('yaml-draft')).toHaveCount(0)
  const updated = await request(page, `${configMaps}/palette`)
  expect(updated.body['data']).toEqual({ colour: 'violet' })
  // Named by the object: a control loop may write before or after it.
  const revision = Number(versionOf(updated))
  expect(revision).toBeGreaterThan(before)
  await expect.poll(() => railValue(page)).toBeGreaterThanOrEqual(revision)
  await expect(revisionRow(page, revision)).toContainText('palette')
  await expect(page.locator(`[data-rv="${revision}"]`)).toBeVisible()

  const { body: merged } = await merge(page, 'palette', { colour: 'red' })
  await openWork(page, 'Diff')
  const picker = page.getByRole('group', { name: 'Revisions of the object' })
  await expect(picker.getByRole('button', { pressed: true })).toHaveCount(2)
  await expect(picker.getByRole('button', { pressed: true }).last()).toContainText(
    merged.metadata?.resourceVersion ?? 'none',
  )
  const paths = page.getByRole('list', { name: 'Changed paths' })
  await expect(paths).toContainText('data.colour')
  await expect(paths.getByRole('deletion')).toHaveText('violet')
  await expect(paths.getByRole('insertion')).toHaveText('red')
})

test('[YE8] [YE9] the editor takes letters as text and runs no command; Esc leaves the text, then its tab', async ({
  page,
}) => {
  await openLab(page)
  await create(page, 'palette', { colour: 'green' })
  await choose(page, 'ConfigMap/palette')
  await replaceWord(page, 'green', 'ty1djkt')
  await expect(wordOf(page, 'ty1djkt')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'YAML', exact: true })).toHaveAttribute('aria-selected', 'true')

  await replaceWord(page, 'ty1djkt', 'violet')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Out of the text.')).toBeFocused()
  await page.keyboard.type('bad: [')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'YAML', exact: true })).toHaveAttribute('aria-selected', 'true')
  await expect(wordOf(page, 'violet')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: /as YAML/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tab', { name: 'YAML', exact: true })).toBeFocused()
  await openPalette(page)
  for (const command of [
    'Update with the draft',
    'Send the request',
    'Open a watch',
    'List with limit',
    'Leave the editor',
  ]) {
    await page.getByRole('combobox').fill(`>${command}`)
    await expect(page.getByRole('option').first()).toContainText(command)
  }
})

test('[YE3] a draft survives a reload and is rebased on the version written in the meantime', async ({ page }) => {
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
  await card.getByRole('button', { name: `Rebase my change on ${now} and send` }).click()
  await expect(page.getByRole('status').getByTestId('answer-status')).toHaveText('200 OK')
  const stored = await request(page, `${configMaps}/palette`)
  expect(stored.body['data']).toEqual({ colour: 'violet', size: 'large' })
})

test('[RC9] the console shows responses, explains refusals and copies the request', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await editorOnDemand(page)
  await openLab(page)
  await openWork(page, 'Request')
  await send(page, 'GET', '/api/v1/namespaces/shop')
  await expect(page.getByTestId('answer-status')).toHaveText('200 OK')
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText('"Namespace"')
  await send(page, 'GET', '/api/v1/namespaces/nowhere')
  const card = page.getByRole('article', { name: 'Explain 404' })
  await expect(card).toContainText('namespaces "nowhere" not found')
  await expect(card).toContainText('Rule')
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'curl' }).click()
  await expect.poll(copied).toContain('/api/v1/namespaces/nowhere')
  await page.getByRole('button', { name: 'fetch' }).click()
  await expect.poll(copied).toContain('await fetch(')
})

test('[RC7] a watch in the console shows each line, and Cut ends it at the server', async ({ page }) => {
  await editorOnDemand(page)
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

/** Opens a ConfigMap that was green and is violet at the revision at which it was green; returns that revision. */
async function openPast(page: Page): Promise<string> {
  const revision = versionOf(await create(page, 'palette', { colour: 'green' }))
  const newest = versionOf(await merge(page, 'palette', { colour: 'violet' }))
  await choose(page, 'ConfigMap/palette')
  await expect(wordOf(page, 'violet')).toBeVisible()
  await expect(revisionRow(page, Number(newest))).toBeVisible()
  // To the write of the object before this one: another client may have written between the two.
  await leaveFields(page)
  await page.keyboard.press('Shift+{')
  await expect(page.getByText(`Viewing revision ${revision}`, { exact: true })).toBeVisible()
  await expect(wordOf(page, 'green')).toBeVisible()
  return revision
}

test('[YE1] [MC10] in the past the YAML is of that revision, and an edit of it goes to a branch', async ({ page }) => {
  await openLab(page)
  await openPast(page)
  await expect(page.getByTestId('yaml-update')).toHaveCount(0)
  await replaceWord(page, 'green', 'red')
  await page.getByTestId('yaml-branch').click()

  await expect(page.getByRole('status').filter({ hasText: 'On branch' })).toBeVisible()
  await expect(wordOf(page, 'red')).toBeVisible()
  const live = await request(page, `/clusters/bookshop${configMaps}/palette`)
  expect(live.body['data']).toEqual({ colour: 'violet' })
})

test('[MC10] an object is deleted in the past on a branch, and created again there in its past', async ({ page }) => {
  await openLab(page)
  const revision = await openPast(page)
  await page.getByTestId('yaml-delete').click()
  const sheet = page.getByRole('dialog', { name: 'Delete' })
  await expect(sheet).toContainText(`A branch begins at revision ${revision}`)
  await sheet.getByTestId('delete-confirm').click()
  const bar = page.getByRole('status').filter({ hasText: 'On branch' })
  await expect(bar).toContainText(`after ${revision}`)
  expect((await request(page, `${configMaps}/palette`)).status).toBe(404)
  expect((await request(page, `/clusters/bookshop${configMaps}/palette`)).status).toBe(200)

  await page.goto(`${page.url()}&rv=${revision}`)
  await page.getByRole('button', { name: 'Create from sample' }).click()
  await page
    .getByRole('dialog', { name: 'Create from sample' })
    .getByRole('button', { name: /ConfigMap/ })
    .click()
  await expect(page).toHaveURL(/cluster=bookshop-from-\d+-from-/)
  await expect(bar).toContainText(`after ${revision}`)
})

test('[MC10] a write in the past that is refused leaves no branch and keeps the edit', async ({ page }) => {
  await openLab(page)
  await openPast(page)
  await replaceWord(page, 'palette', 'other')
  await page.getByTestId('yaml-branch').click()
  await expect(page.getByText(/No branch was made, because its first write was refused/)).toBeVisible()
  await expect(page.getByTestId('yaml-draft')).toBeVisible()
  await expect(page).not.toHaveURL(/cluster=/)
})

test('[UN1] [UN3] an update is undone and redone by new writes, with keys and buttons', async ({ page }) => {
  await openLab(page)
  await create(page, 'palette', { colour: 'green' })
  await choose(page, 'ConfigMap/palette')
  await replaceWord(page, 'green', 'violet')
  await page.getByTestId('yaml-update').click()
  await expect(page.getByRole('status').getByTestId('answer-status')).toHaveText('200 OK')
  const colour = async (): Promise<unknown> => (await request(page, `${configMaps}/palette`)).body['data']

  await page.getByRole('button', { name: /^Undo revision \d+$/ }).click()
  await expect.poll(colour).toEqual({ colour: 'green' })
  await page.getByRole('button', { name: /^Redo what \d+ took back$/ }).click()
  await expect.poll(colour).toEqual({ colour: 'violet' })
  await railOf(page).focus()
  await page.keyboard.press('Control+z')
  await expect.poll(colour).toEqual({ colour: 'green' })

  await page.getByRole('button', { name: /^Redo what \d+ took back$/ }).click()
  await expect.poll(colour).toEqual({ colour: 'violet' })
  await page.evaluate(async (path) => {
    const headers = {
      'content-type': 'application/merge-patch+json',
      'impersonate-user': 'somebody',
      'impersonate-group': 'system:masters',
    }
    await fetch(path, { method: 'PATCH', headers, body: '{"data":{"colour":"blue"}}' })
  }, `${configMaps}/palette`)
  await expect.poll(colour).toEqual({ colour: 'blue' })
  await page.getByRole('button', { name: /^Undo revision \d+$/ }).click()
  await expect(page.getByText(/was not taken back: data\.colour was changed again since/)).toBeVisible()
  expect(await colour()).toEqual({ colour: 'blue' })
})

test('[RC11] the 409 of a PUT shows a three-way table of the fields, and its retry keeps both changes', async ({
  page,
}) => {
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
  await card.getByRole('button', { name: 'Try it in Race' }).click()
  await expect(page).toHaveURL(/obj=palette&tab=race&bench=put\.abba\.data\.colour/)
  await openWork(page, 'Request')
  await card.getByRole('button', { name: /^Rebase my change on/ }).click()
  await expect(page.getByTestId('answer-status')).toHaveText('200 OK')
  await page.getByText('Second try, after a 409.').click()
  await expect(page.getByText(/the object has been modified/)).toBeVisible()
  const stored = await request(page, `${configMaps}/palette`)
  expect(stored.body['data']).toEqual({ colour: 'violet', size: 'large' })
})

test('[RC12] a Table response is rendered as a table, wide columns on request', async ({ page }) => {
  await editorOnDemand(page)
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
