import { expect } from '@playwright/test'
import { findingsInThemes } from './axe-findings.ts'
import { request } from './api-page.ts'
import { openLab, railOf, openPalette } from './lab-page.ts'
import { test } from './page-test.ts'

test.use({ loadsEditor: false })

const lonelyPod = {
  metadata: { name: 'lonely' },
  spec: { containers: [{ name: 'c', image: 'app:1', resources: { requests: { cpu: '1m', memory: '1Mi' } } }] },
}

test('[CH3] [CH4] [LI1] [LI2] [LI4] [DOC13] the palette starts controllers and nodes; a Deployment shows what led to its pods, and plays it', async ({
  page,
}) => {
  await openLab(page)
  await expect(page.getByTestId('causes')).toHaveCount(0)
  await openPalette(page)
  await page.keyboard.type('three nodes')
  await page.getByRole('option', { name: /^Start the controllers/ }).click()
  await expect.poll(async () => (await request(page, '/debug/life')).body).toEqual({ running: true, nodes: 3 })

  // Once the nodes take pods and those of the sample run, so that the newest chain follows from the change below alone.
  const nodes = async () => (await request(page, '/api/v1/nodes')).body['items'] as readonly { spec: object }[]
  await expect.poll(async () => (await nodes()).filter(({ spec }) => !('taints' in spec)).length).toBe(3)
  const pods = async () =>
    (await request(page, '/api/v1/namespaces/shop/pods')).body['items'] as readonly {
      metadata: { name: string }
      status: { phase: string }
    }[]
  const areRunning = async () => {
    const all = await pods()
    return all.length > 1 && all.every(({ status }) => status.phase === 'Running')
  }
  await expect.poll(areRunning).toBe(true)
  const web = '/apis/apps/v1/namespaces/shop/deployments/web'
  const contentType = 'application/merge-patch+json'
  await request(page, web, { method: 'PATCH', body: { spec: { replicas: 5 } }, contentType })

  const chain = page.getByTestId('causes')
  await expect(chain).toContainText(/replicaset-controller created Pod web-/)
  await expect(chain).toContainText(/scheduler bound Pod web-/)

  await page.getByRole('button', { name: 'Play it' }).click()
  await expect.poll(async () => (await request(page, '/debug/clock')).body['frozen']).toBe(true)
  await expect(railOf(page)).not.toHaveAttribute('aria-valuetext', /Live/)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(railOf(page)).toHaveAttribute('aria-valuetext', /Live/)
  await expect.poll(async () => (await request(page, '/debug/clock')).body['frozen']).toBe(false)

  // No other pod waits for the scheduler when it is paused below.
  await expect
    .poll(async () => (await pods()).filter(({ metadata }) => metadata.name.startsWith('web-')).length)
    .toBe(5)
  await expect.poll(areRunning).toBe(true)
  await page.getByRole('tab', { name: /^Loops/ }).click()
  const life = page.getByTestId('loops')
  await expect(life).toContainText(/\d+ loops, 3 nodes, 16 stages/)
  await life.getByRole('button', { name: 'Pause scheduler' }).click()
  await expect(life.locator('[data-actor="scheduler"]')).toHaveAttribute('data-paused', 'true')
  await request(page, '/api/v1/namespaces/shop/pods', { method: 'POST', body: lonelyPod })
  await expect(life.locator('[data-actor="scheduler"]')).toContainText('paused, 1 key waits')
  await life.getByRole('button', { name: 'Step scheduler' }).click()
  await expect.poll(async () => (await request(page, '/debug/scheduling?namespace=shop&name=lonely')).status).toBe(200)
  await life.getByRole('button', { name: 'Resume scheduler' }).press('Enter')
  await expect(life.getByRole('button', { name: 'Pause scheduler' })).toBeFocused()
  for (const width of [900, 600, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(life.getByRole('button', { name: 'Pause node-1' })).toBeVisible()
    const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    await expect.poll(isWide, `${width} px`).toBe(false)
  }
  expect(await findingsInThemes(page, ['light', 'dark'], ['[data-testid=loops]'])).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })

  const filter = page.getByRole('searchbox', { name: 'Filter objects' })
  await filter.fill('lonely')
  await page.locator('[data-object="Pod/lonely"]').click()
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await expect(inspector).toContainText(/Why there\?.*points/)
  expect(await findingsInThemes(page, ['light', 'dark'], ['[data-region=inspector]'])).toEqual([])
  await filter.fill('')

  await page.getByRole('button', { name: 'Edit stages' }).click()
  await expect(page.getByRole('heading', { name: /simulated-nodes/ })).toBeVisible()
  await page.getByRole('tab', { name: /^Requests/ }).click()
  const scheduler = page.getByRole('row', { name: /kube-scheduler .*requests/ })
  await expect(scheduler).toHaveAttribute('aria-expanded', 'false')
  await scheduler.click()
  await expect(scheduler).toHaveAttribute('aria-expanded', 'true')

  await openPalette(page)
  await page.keyboard.type('stop the controllers')
  await page.getByRole('option', { name: /^Stop the controllers/ }).click()
  await expect.poll(async () => (await request(page, '/debug/life')).body).toEqual({ running: false, nodes: 0 })

  const lifeSwitch = page.getByRole('switch', { name: 'Controllers and nodes' })
  await expect(lifeSwitch).not.toBeChecked()
  await lifeSwitch.click()
  await expect(lifeSwitch).toBeChecked()
  await expect.poll(async () => (await request(page, '/debug/life')).body).toEqual({ running: true, nodes: 3 })
})
