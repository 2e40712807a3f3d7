import { expect, test } from '@playwright/test'
import { request } from './api-page.ts'
import { openLab, railOf } from './lab-page.ts'

test('[CH3] [CH4] the palette starts controllers and nodes; a Deployment shows what led to its pods, and plays it', async ({
  page,
}) => {
  await openLab(page)
  await expect(page.getByTestId('causes')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('three nodes')
  await page.getByRole('option', { name: /^Start the controllers/ }).click()
  await expect.poll(async () => (await request(page, '/debug/life')).body).toEqual({ running: true, nodes: 3 })

  const chain = page.getByTestId('causes')
  await expect(chain).toContainText(/replicaset-controller created Pod web-/)
  await expect(chain).toContainText(/scheduler bound Pod web-/)

  await page.getByRole('button', { name: 'Play it' }).click()
  await expect.poll(async () => (await request(page, '/debug/clock')).body['frozen']).toBe(true)
  await expect(railOf(page)).not.toHaveAttribute('aria-valuetext', /Live/)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(railOf(page)).toHaveAttribute('aria-valuetext', /Live/)
  await expect.poll(async () => (await request(page, '/debug/clock')).body['frozen']).toBe(false)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('stop the controllers')
  await page.getByRole('option', { name: /^Stop the controllers/ }).click()
  await expect.poll(async () => (await request(page, '/debug/life')).body).toEqual({ running: false, nodes: 0 })
})
