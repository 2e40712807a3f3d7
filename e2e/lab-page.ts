import { expect, type Locator, type Page } from '@playwright/test'
import { openPage, request } from './api-page.ts'

/** Opens the Lab on the sample, past the first visit's lines, and waits until its rail and its tree stand. */
export async function openLab(page: Page, search = ''): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem('orchard.welcome', JSON.stringify({ seen: true }))
    // A person who may do everything: the sample's roles keep alice to her namespaces.
    if (localStorage.getItem('orchard.actor') === null) {
      const admin = { name: 'admin', groups: ['system:masters', 'system:authenticated'] }
      localStorage.setItem('orchard.actor', JSON.stringify(admin))
    }
    // The sample's bots would move counts under a test.
    if (localStorage.getItem('orchard.ghost') === null)
      localStorage.setItem('orchard.ghost', JSON.stringify({ isOn: false }))
    if (localStorage.getItem('orchard.coach') === null) localStorage.setItem('orchard.coach', JSON.stringify({ at: 9 }))
  })
  await openPage(page, search)
  await expect(page.locator('[data-rv]').first()).toBeVisible()
  await expect(treeRow(page, 'Deployment/web')).toBeVisible()
  // A test begins when the rail shows every revision.
  await expect
    .poll(async () => {
      const { body } = await request(page, '/debug/log?after=1000000')
      return Number(await railOf(page).getAttribute('aria-valuemax')) === body['published']
    })
    .toBe(true)
}

/** The rail as a slider. */
export const railOf = (page: Page): Locator => page.getByRole('slider', { name: 'Revision' })

/** A row of the objects tree: `Deployment/web`. */
export const treeRow = (page: Page, name: string): Locator => page.locator(`[data-object="${name}"]`)

/** A row of the Revisions table. */
export const revisionRow = (page: Page, revision: number): Locator => page.locator(`[data-revision="${revision}"]`)

/** Where the rail's slider stands. */
export async function railValue(page: Page): Promise<number> {
  return Number(await railOf(page).getAttribute('aria-valuenow'))
}

/** Opens a tab of the dock. */
export async function openDockTab(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('tablist', { name: 'Dock' }).getByRole('tab', { name }).click()
}

/** Whatever the person types goes to the page, not to a field. */
export const leaveFields = (page: Page): Promise<void> =>
  page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
