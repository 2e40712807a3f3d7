import { expect, type Page } from '@playwright/test'
import { findingsInThemes } from './axe-findings.ts'
import { openDockTab, openLab } from './lab-page.ts'
import { test } from './page-test.ts'
import { applyAs, choose, create, merge, replaceWord, openWork, send, openLane, openImport } from './work-page.ts'

/** Opens each view of the work area in its fullest state. */
const views: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async yaml(page) {
    await create(page, 'palette', { colour: 'green' })
    await choose(page, 'ConfigMap/palette')
    await replaceWord(page, 'green', 'violet')
    await merge(page, 'palette', { size: 'large' })
    await page.getByTestId('yaml-update').click()
    await expect(page.getByRole('article', { name: 'Explain 409' })).toBeVisible()
  },
  async ownership(page) {
    await applyAs(page, 'painter', 'canvas', { colour: 'green' })
    await choose(page, 'ConfigMap/canvas')
    await replaceWord(page, 'green', 'violet')
    await page.getByTestId('yaml-apply').click()
    await expect(page.getByTestId('field-conflict')).toBeVisible()
    await page.getByText('Rule and fix', { exact: true }).click()
    await page.getByRole('button', { name: 'SSA2', exact: true }).click()
    await expect(page.getByTestId('rule-text')).toBeVisible()
  },
  async finalizers(page) {
    await choose(page, 'Namespace/staging')
    await expect(page.getByText('2 of 3', { exact: true })).toBeVisible()
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
  async protobuf(page) {
    await page.getByRole('radiogroup', { name: 'Accept' }).getByText('Protobuf', { exact: true }).click()
    await send(page, 'GET', '/api/v1/namespaces/default')
    await page.getByRole('option', { name: /kind Namespace/ }).hover()
  },
  async diff(page) {
    await openWork(page, 'Diff')
    await expect(page.getByRole('list', { name: 'Changed paths' })).toBeVisible()
  },
  async import(page) {
    await openImport(page)
    await expect(page.getByTestId('import-row')).toHaveAttribute('data-outcome', 'would')
  },
}

/** The part of the page that a view changes; lab-a11y.spec.ts looks at the others. */
function regionOf(view: string): string {
  if (view === 'import') return 'dialog[open]'
  if (view === 'finalizers') return '[data-region=inspector]'
  return view === 'watches' || view === 'pages' ? '[data-region=dock]' : '[data-region=work]'
}

test('axe finds nothing in the work area, its docks and the import sheet', async ({ page }) => {
  test.setTimeout(240_000)
  await openLab(page)
  for (const [name, show] of Object.entries(views)) {
    await show(page)
    expect(await findingsInThemes(page, ['light', 'dark'], [regionOf(name)]), name).toEqual([])
  }
})
