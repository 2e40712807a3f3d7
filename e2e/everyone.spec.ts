import { expect, test } from '@playwright/test'
import { openLab } from './lab-page.ts'

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

test('[UI14] at 200 % zoom of a small laptop the editor keeps at least 10 lines', async ({ page }) => {
  await openLab(page)
  await page.setViewportSize({ width: 720, height: 450 })
  const lines = page.locator('#work .monaco-editor .view-line')
  await expect.poll(() => lines.count()).toBeGreaterThanOrEqual(10)
})
