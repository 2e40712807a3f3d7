import { expect, type Page } from '@playwright/test'
import { openPage, request } from './api-page.ts'
import { openDockTab, railOf } from './lab-page.ts'
import { editorOnDemand, test } from './page-test.ts'

// All that a person sees on the first visit moves.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Opens the page as a person does who has never seen it. */
async function visit(page: Page): Promise<void> {
  await openPage(page)
  await expect(page.locator('[data-rv]').first()).toBeVisible()
}

const lanes = (page: Page) => page.getByTestId('lane')
const actorsAfter = async (page: Page, revision: number): Promise<readonly string[]> => {
  const { body } = await request(page, `/debug/log?after=${revision}&limit=1000`)
  return (body['rows'] as readonly { actor: string }[]).map(({ actor }) => actor)
}

test('[SD7] the first visit opens three watches and half a paged list, which survive a reload', async ({ page }) => {
  await editorOnDemand(page)
  await visit(page)
  await openDockTab(page, /Watches/)
  await expect(lanes(page)).toHaveCount(3)
  await expect(lanes(page).nth(0)).toHaveAttribute('data-state', 'open')
  await expect(lanes(page).nth(1)).toHaveAttribute('data-state', 'cut')
  await expect(lanes(page).nth(1)).toContainText('behind')
  await expect(lanes(page).nth(2)).toHaveAttribute('data-state', 'expired')
  await openDockTab(page, /Pages/)
  await expect(page.getByTestId('chain')).toHaveCount(1)
  await expect(page.getByText('Page 2', { exact: true })).toBeVisible()
  await expect(page.getByTestId('chain')).toHaveAttribute('data-state', 'ready')

  await page.reload()
  await expect(page.getByTestId('chain')).toHaveAttribute('data-state', 'ready')
  await page.getByTestId('pages-next').click()
  await expect(page.getByText('Page 3', { exact: true })).toBeVisible()
  await expect(page.getByTestId('chain')).toHaveAttribute('data-state', 'finished')
  await openDockTab(page, /Watches/)
  await expect(lanes(page)).toHaveCount(3)
  await expect(lanes(page).nth(0)).toHaveAttribute('data-state', 'open')
  await expect(lanes(page).nth(1)).toHaveAttribute('data-state', 'cut')
  await expect(lanes(page).nth(2)).toHaveAttribute('data-state', 'expired')
})

test('[IM6] stock-bot writes until the person first writes; the controller answers; the switch starts it again', async ({
  page,
}) => {
  await editorOnDemand(page)
  await visit(page)
  const ghost = page.getByRole('button', { name: 'Ghost writer' })
  await expect(ghost).toHaveAttribute('aria-pressed', 'true')
  const start = Number(await railOf(page).getAttribute('aria-valuemax'))
  await expect.poll(() => actorsAfter(page, start)).toContain('stock-bot')

  await page.locator('[data-coach]').getByRole('button', { name: 'Do it for me' }).click()
  await expect(ghost).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(() => actorsAfter(page, start)).toContain('shop-controller')
  const web = async () => (await request(page, '/apis/apps/v1/namespaces/shop/deployments/web')).body
  await expect
    .poll(async () => {
      const { spec, status } = (await web()) as {
        spec: { replicas: number }
        status: { readyReplicas?: number }
      }
      return spec.replicas === 3 && status.readyReplicas === 3
    })
    .toBe(true)
  await page.reload()
  await expect(ghost).toHaveAttribute('aria-pressed', 'false')
  const quiet = Number(await railOf(page).getAttribute('aria-valuemax'))
  await ghost.click()
  await expect.poll(() => actorsAfter(page, quiet)).toContain('stock-bot')
})

test('[TO1] the tour shows a 409, the past, a 410 and a relist, ends with a richer rail, and can be taken again', async ({
  page,
}) => {
  await visit(page)
  const coach = page.locator('[data-coach]')
  const doIt = (name: string | RegExp) => coach.getByRole('button', { name }).click()
  const kept = async () => {
    const { body } = await request(page, '/debug/log?limit=1000')
    return (body['rows'] as readonly unknown[]).length
  }
  // The bot would make the rail richer without the tour.
  await page.getByRole('button', { name: 'Ghost writer' }).click()
  const before = await kept()

  await expect(coach).toContainText('1 of 5')
  await doIt('Do it for me')
  await expect(coach).toHaveAttribute('data-coach', 'race')
  await doIt('Do it for me')
  await expect(coach).toHaveAttribute('data-coach', 'back')
  await expect(page.getByRole('main')).toContainText('409 Conflict')
  await expect(page.getByRole('button', { name: /Rebase my change on/ })).toBeVisible()
  await doIt('Show me')
  await expect(page.getByText(/^Viewing revision/).first()).toBeVisible()
  await page.keyboard.press('End')
  await expect(coach).toHaveAttribute('data-coach', 'expire')
  await doIt('Do it for me')
  await expect(coach).toHaveAttribute('data-coach', 'share')
  await expect(lanes(page).and(page.locator('[data-state="open"]'))).toHaveCount(2)
  await doIt('Show me')
  const sheet = page.getByRole('dialog', { name: 'Share' })
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(coach).toContainText('That was the short version.')
  await expect(coach.getByRole('button', { name: 'First lesson' })).toBeVisible()
  await doIt('Done')
  await expect(coach).toHaveCount(0)
  expect(await kept()).toBeGreaterThan(before)

  await page.reload()
  await expect(page.locator('[data-rv]').first()).toBeVisible()
  await expect(coach).toHaveCount(0)
  await page.getByRole('button', { name: 'bookshop', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Take the tour' }).press('Enter')
  await expect(coach.getByRole('button', { name: 'Do it for me' })).toBeFocused()
  await expect(coach).toContainText('1 of 5')
  await coach.getByRole('button', { name: 'Skip' }).click()
  await expect(coach).toHaveCount(0)
})

test('[TO1] history that a person expires by hand shows the tour what its button shows', async ({ page }) => {
  await visit(page)
  const coach = page.locator('[data-coach]')
  for (const step of ['race', 'back', 'expire']) {
    await coach.getByRole('button', { name: 'Next' }).click()
    await expect(coach).toHaveAttribute('data-coach', step)
  }
  await openDockTab(page, /Watches/)
  await expect(lanes(page).and(page.locator('[data-state="cut"]'))).toHaveCount(1)
  await openDockTab(page, /Revisions/)
  await page.getByRole('button', { name: /^Expire history/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Expire history' })
  await sheet.getByText('everything', { exact: true }).click()
  await sheet.getByTestId('expire-confirm').click()
  await expect(coach).toHaveAttribute('data-coach', 'share')
})

test('[TO1] in a narrow window the tour names the buttons, which have no key caps there', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page)
  const coach = page.locator('[data-coach]')
  await expect(coach).toContainText('Change replicas and press Update. Watch the rail.')
  await coach.getByRole('button', { name: 'Next' }).click()
  await coach.getByRole('button', { name: 'Next' }).click()
  await expect(coach).toContainText('return to Live with Live.')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(coach.locator('kbd')).toHaveText('End')
})

test('[EX4] acting as carol an update answers 403 with the nearest change that would allow it; admin can always act', async ({
  page,
}) => {
  await visit(page)
  const actAs = async (name: string) => {
    await page.getByRole('button', { name: /^Acting as/ }).click()
    await page.getByRole('menuitemradio', { name }).or(page.getByRole('menuitem', { name })).click()
  }
  await actAs('carol')
  await page.locator('[data-coach]').getByRole('button', { name: 'Next' }).click()
  await page.locator('.view-line').filter({ hasText: 'replicas: 2' }).first().click()
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('5')
  await page.getByTestId('yaml-update').click()
  const card = page.getByRole('article', { name: 'Explain 403' })
  await expect(card).toContainText('User "carol" cannot update resource "deployments"')
  await expect(card.getByTestId('nearest-right')).toContainText(/carol|Add/)
  await expect(card.getByTestId('authorizer-chain')).toContainText('no rule has update')
  // One click adds the permission, as a role of her own: the cluster role `view` stays what it is.
  await expect(card.getByTestId('add-right')).toContainText('Role shop/carol-update-deployments')
  await card.getByRole('button', { name: 'Add it as admin' }).click()
  await expect(card.getByTestId('add-right')).toContainText('Added')
  await page.getByTestId('yaml-update').click()
  await expect(page.getByTestId('yaml-draft')).toHaveCount(0)
  await actAs('admin')
})
