import { expect, type Page } from '@playwright/test'
import { findings, findingsInThemes } from './axe-findings.ts'
import { request } from './api-page.ts'
import { goByKeys, openLab } from './lab-page.ts'
import { test } from './page-test.ts'

const deployments = '/apis/apps/v1/namespaces/shop/deployments'
const admission = '/apis/admissionregistration.orch.io/v1'

const list = (page: Page) => page.getByTestId('policy-list')
const progress = (page: Page) => page.getByTestId('policy-progress')
const lenses = (page: Page) => page.getByRole('list', { name: 'Expressions of this object' })
const dockTab = (page: Page, name: RegExp) => page.getByRole('tablist', { name: 'Dock' }).getByRole('tab', { name })

/** Replaces a part of the text in the editor, as a person who types it. */
async function replaceInEditor(page: Page, part: string, text: string): Promise<void> {
  const line = page.getByTestId('policy-editor').locator('.view-line').filter({ hasText: part })
  await line.click()
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+Home')
  await page.keyboard.insertText(text)
}

async function createFromTemplate(page: Page, title: string): Promise<void> {
  await list(page).getByRole('button', { name: 'New' }).click()
  await page.getByRole('menuitem', { name: title, exact: true }).click()
  await expect(page.getByTestId('policy-editor').locator('.view-line').first()).toBeVisible()
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Stored. It is in force from the next request on.')).toBeVisible()
}

test('[CB12] [CB19] a policy is mended, tried on objects of the cluster and on the last writes, saved, and enforced', async ({
  page,
}) => {
  await openLab(page)
  const scale = (replicas: number) =>
    request(page, `${deployments}/web?fieldManager=test`, {
      method: 'PATCH',
      contentType: 'application/merge-patch+json',
      body: { spec: { replicas } },
    })
  expect((await scale(8)).status).toBe(200)
  expect((await scale(3)).status).toBe(200)
  await goByKeys(page, 'c', list(page))

  await createFromTemplate(page, 'Validating policy')
  await expect(progress(page)).toContainText('no problems')
  await replaceInEditor(page, 'expression: variables.replicas <= 5', '- expression: variables.replicaz <= 5')
  await expect(progress(page)).toContainText('1 problem')
  await page.keyboard.press('F8')
  await expect(page.getByRole('tabpanel')).toContainText("undefined field 'replicaz'")
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await replaceInEditor(page, 'variables.replicaz', '- expression: variables.replicas <= 5')
  await expect(progress(page)).toContainText('no problems')

  // The values are those of a stored Deployment; a larger one is refused, in the words of the server.
  await expect(lenses(page)).toContainText('true')
  const samples = page.getByTestId('policy-samples')
  await expect(page.getByTestId('policy-stored')).toContainText(/None of \d+ stored deployments would fail/)
  await samples.getByRole('button', { name: /^web/ }).click()
  await expect(page).toHaveURL(/bench=ValidatingAdmissionPolicy%2Freplica-limit%40apps\.v1\.deployments%2Fshop%2Fweb/)
  await dockTab(page, /^Last 200 writes/).click()
  const writes = page.getByTestId('policy-writes')
  await expect(writes).toContainText('1 would have been refused')
  await writes.getByRole('button', { name: 'Try', exact: true }).click()
  const outcome = page.getByTestId('policy-outcome')
  await expect(outcome).toContainText('422 Invalid')
  await expect(outcome).toContainText('at most 5 replicas, not 8')
  await expect(lenses(page)).toContainText('refuses this write')
  await dockTab(page, /^Cost/).click()
  expect(await findingsInThemes(page)).toEqual([])

  // Drafts and the address survive a reload.
  await page.reload()
  await expect(progress(page)).toContainText('no problems')
  await save(page)
  await createFromTemplate(page, 'Binding of a validating policy')
  await expect(progress(page)).toContainText('no problems')
  await save(page)

  // The prediction comes true.
  await expect.poll(async () => (await scale(8)).status).toBe(422)
  expect((await scale(8)).body['message']).toContain('at most 5 replicas, not 8')
  expect((await request(page, `${admission}/validatingadmissionpolicies/replica-limit`)).body).toMatchObject({
    metadata: { managedFields: expect.arrayContaining([expect.objectContaining({ manager: 'orchctl' })]) },
  })
  expect((await request(page, `${deployments}/web`)).body['spec']).toMatchObject({ replicas: 3 })
})

test('[CB11] [CB12] [FG9] a mutating policy turns its feature on, is completed by the schema, tried, bound, and changes the next object', async ({
  page,
}) => {
  await openLab(page)
  await goByKeys(page, 'c', list(page))
  await createFromTemplate(page, 'Mutating policy')
  await expect(progress(page)).toContainText('no problems')
  // Only creations match, so the first object is tried as one.
  const outcome = page.getByTestId('policy-outcome')
  await expect(outcome).toContainText('team: shop')
  await expect(lenses(page)).toContainText('Object')

  const typo = "    Object{metadata: Object.metadata{labels: {'team': object.metadata.nam}}}"
  await replaceInEditor(page, "{'team': 'shop'}", typo)
  await expect(progress(page)).toContainText('1 warning')
  await dockTab(page, /^Problems/).click()
  await expect(page.getByRole('tabpanel')).toContainText("for ConfigMap: undefined field 'nam'")
  await replaceInEditor(page, 'metadata.nam}', "    Object{metadata: Object.metadata{labels: {'team': object.")
  await page.keyboard.press('Control+Space')
  await expect(page.locator('.suggest-widget .monaco-list-row').filter({ hasText: 'metadata' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.insertText('metadata.name}}}')
  await expect(progress(page)).toContainText('no problems')
  await expect(outcome).toContainText(/team: \w/)
  await save(page)
  await createFromTemplate(page, 'Binding of a mutating policy')
  await expect(progress(page)).toContainText('no problems')
  await save(page)

  const maps = '/api/v1/namespaces/shop/configmaps'
  const create = (name: string) =>
    request(page, maps, { method: 'POST', body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } } })
  expect((await create('labelled')).body['metadata']).toMatchObject({ labels: { team: 'labelled' } })
  // The feature is kept with the cluster.
  await page.reload()
  await expect(
    list(page)
      .getByRole('button', { name: /^default-team/ })
      .first(),
  ).toBeVisible()
  expect((await create('labelled-too')).body['metadata']).toMatchObject({ labels: { team: 'labelled-too' } })
})

test('[CB9] a schema of a custom resource is tried before it exists, also on a narrow page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 780 })
  await openLab(page, '?room=config')
  await page.getByRole('button', { name: /authentication\.yaml/ }).click()
  await page.getByRole('menuitemradio', { name: 'All, and new ones…' }).click()
  await list(page).getByRole('button', { name: 'New' }).click()
  await page.getByRole('menuitem', { name: 'Custom resource with rules' }).click()
  await page.keyboard.press('Escape')
  await expect(progress(page)).toContainText('no problems')
  await page.getByRole('button', { name: 'Try it', exact: true }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: /example/ }).click()
  const outcome = page.getByTestId('policy-outcome')
  await expect(outcome).toContainText('422 Invalid')
  await expect(outcome).toContainText('spec.days: Required value')
  expect(await findings(page)).toEqual([])
})
