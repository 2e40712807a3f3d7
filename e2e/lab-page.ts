import { expect, type Locator, type Page } from '@playwright/test'
import { openPage, request } from './api-page.ts'

/** Opens the Lab on the sample, without the notices of the first visit, and waits until rail and tree are loaded. */
export async function openLab(page: Page, search = ''): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem('orchard.welcome', JSON.stringify({ seen: true }))
    // Acts as a user who is allowed everything: the sample's roles restrict alice to her namespaces.
    if (localStorage.getItem('orchard.actor') === null) {
      const admin = { name: 'admin', groups: ['system:masters', 'system:authenticated'] }
      localStorage.setItem('orchard.actor', JSON.stringify(admin))
    }
    // Stops the sample's bots and clients, which would change counts during a test.
    const quiet = {
      ghost: { isOn: false, isChosen: true, isAnswering: false },
      'sample-clients': { isOpened: true },
    }
    for (const [key, value] of Object.entries(quiet))
      if (localStorage.getItem(`orchard.${key}`) === null) localStorage.setItem(`orchard.${key}`, JSON.stringify(value))
    if (localStorage.getItem('orchard.coach') === null) localStorage.setItem('orchard.coach', JSON.stringify({ at: 9 }))
  })
  await openPage(page, search)
  await expect(page.locator('[data-rv]').first()).toBeVisible()
  // On narrow pages the tree is in a drawer.
  if ((page.viewportSize()?.width ?? 1440) > 900) await expect(treeRow(page, 'Deployment/web')).toBeVisible()
  // Tests start when the rail shows every revision.
  await expect
    .poll(async () => {
      const { body } = await request(page, '/debug/log?after=1000000')
      return Number(await railOf(page).getAttribute('aria-valuemax')) === body['published']
    })
    .toBe(true)
}

/** Returns the rail's slider. */
export const railOf = (page: Page): Locator => page.getByRole('slider', { name: 'Revision' })

/** Returns a row of the objects tree, such as `Deployment/web`. */
export const treeRow = (page: Page, name: string): Locator => page.locator(`[data-object="${name}"]`)

/** Returns a row of the Revisions table. */
export const revisionRow = (page: Page, revision: number): Locator => page.locator(`[data-revision="${revision}"]`)

/** Returns the position of the rail's slider. */
export async function railValue(page: Page): Promise<number> {
  return Number(await railOf(page).getAttribute('aria-valuenow'))
}

/** Opens a tab of the dock. */
export async function openDockTab(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('tablist', { name: 'Dock' }).getByRole('tab', { name }).click()
}

/** Removes the focus from text fields, so that keys reach the page. */
export const leaveFields = (page: Page): Promise<void> =>
  page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })

/** Opens the palette by its keys; what is typed then goes to it. */
export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search or run' })).toBeFocused()
}

/** Goes to a room by `g` and a second key, and waits for something in it. */
export async function goByKeys(page: Page, key: string, inRoom: Locator): Promise<void> {
  // A busy machine may take longer between two keys than the page waits for the second.
  await expect(async () => {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await expect(inRoom).toBeVisible({ timeout: 3_000 })
  }).toPass()
}

/** Answers the question of Expire history, after a button opened it. */
export async function expireEverything(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Expire history' })
  await sheet.getByText('everything', { exact: true }).click()
  await sheet.getByTestId('expire-confirm').click()
  await expect(sheet).toHaveCount(0)
}
