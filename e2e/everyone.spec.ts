import { expect, type Page, test } from '@playwright/test'
import { openPage } from './api-page.ts'
import { openLab } from './lab-page.ts'
import { unreachable } from './reachable.ts'

test('[UI13] with forced colours the editor shows and takes text', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.emulateMedia({ forcedColors: 'active' })
  await openLab(page)
  const editor = page.locator('#work .monaco-editor').first()
  await expect(editor).toBeVisible()
  await expect(editor.locator('.view-line').first()).toContainText('apiVersion')
  expect(errors).toEqual([])
})

/** Returns how many whole lines of the editor are in view. */
const wholeLines = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const box = document.querySelector('#work .monaco-editor')?.getBoundingClientRect()
    const lines = [...document.querySelectorAll('#work .monaco-editor .view-line')]
    return lines.filter((line) => {
      const { top, bottom } = line.getBoundingClientRect()
      return box !== undefined && top >= box.top && bottom <= Math.min(box.bottom, innerHeight)
    }).length
  })

test('[UI14] at 200 % zoom of a small laptop the editor shows at least 12 lines, also on the first visit', async ({
  page,
}) => {
  await page.setViewportSize({ width: 720, height: 450 })
  await openPage(page)
  await expect(page.locator('#work .monaco-editor')).toBeVisible()
  const welcome = page.getByRole('note')
  await expect(welcome).toBeVisible()
  await expect.poll(() => wholeLines(page)).toBeGreaterThanOrEqual(12)
  expect(await unreachable(page)).toEqual([])
  await welcome.getByRole('button', { name: 'Dismiss' }).click()
  // The coach appears after the welcome is dismissed.
  await expect(page.locator('[data-coach]')).toBeVisible()
  await expect.poll(() => wholeLines(page)).toBeGreaterThanOrEqual(12)
  expect(await unreachable(page)).toEqual([])
})
