import { expect, type Page, test } from '@playwright/test'
import { openPage, request } from './api-page.ts'
import { openDockTab, railOf } from './lab-page.ts'

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
      const { spec, status } = (await web()) as unknown as {
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
