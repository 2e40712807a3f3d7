import { expect } from '@playwright/test'
import { configMap, configMaps, request } from './api-page.ts'
import { openDockTab, openLab, treeRow } from './lab-page.ts'
import { test } from './page-test.ts'
import { choose } from './work-page.ts'

test.use({ loadsEditor: false })

const long = (length: number, end: string): string =>
  `${'second-hand-books-'.repeat(12).slice(0, length - end.length)}${end}`

for (const length of [63, 200]) {
  test(`[UI24] names of ${length} characters lose their middle, and push nothing away`, async ({ page }) => {
    await openLab(page)
    const names = [long(length, '00017'), long(length, '00018')] as const
    for (const name of names)
      expect((await request(page, configMaps, { method: 'POST', body: configMap(name, {}) })).status).toBe(201)
    await choose(page, `ConfigMap/${names[0]}`)
    await page.getByRole('searchbox', { name: 'Filter objects' }).fill('second-hand')
    for (const name of names) {
      const end = treeRow(page, `ConfigMap/${name}`).getByText(name.slice(-12), { exact: true })
      await expect(end).toBeVisible()
      const isOut = () =>
        end.evaluate((element) => {
          const row = element.closest('[data-object]')
          return row === null || element.getBoundingClientRect().right > row.getBoundingClientRect().right
        })
      await expect.poll(isOut).toBe(false)
    }
    const widest = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    for (const tab of [/Storage/, /Requests/, /Revisions/]) {
      await openDockTab(page, tab)
      await expect.poll(widest).toBeLessThanOrEqual(0)
    }
    await expect(page.getByRole('button', { name: 'Expire history' })).toBeInViewport({ ratio: 1 })
    await page.getByRole('tab', { name: 'Request', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Show dock' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('tablist', { name: 'Dock' }).getByRole('tab', { name: /Revisions/ })).toBeInViewport()
    // No element of the inspector is wider than the inspector.
    const isWide = () =>
      page.getByRole('complementary', { name: 'Inspector' }).evaluate((inspector) => {
        const right = inspector.getBoundingClientRect().right
        return [...inspector.querySelectorAll('h2, p, b')].some(
          (each) => each.getBoundingClientRect().right > right + 1,
        )
      })
    await expect.poll(isWide).toBe(false)
  })
}
