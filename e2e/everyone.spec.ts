import { expect, type Page } from '@playwright/test'
import { openPage } from './api-page.ts'
import { openLab } from './lab-page.ts'
import { editorOnDemand, test } from './page-test.ts'
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

test('[UI13] with forced colours marks that are only a ground keep a colour', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await editorOnDemand(page)
  await openLab(page)
  const bar = page.getByTestId('managers').locator('i').first()
  await expect(bar).toBeVisible()
  const seen = (mark: Element): readonly [string, string] => {
    const { backgroundColor } = getComputedStyle(mark)
    return [backgroundColor, getComputedStyle(document.body).backgroundColor]
  }
  const [colour, ground] = await bar.evaluate(seen)
  expect(colour).not.toBe(ground)
  await page.getByRole('banner').getByRole('link', { name: 'Access', exact: true }).click()
  const none = page.locator('table td i[aria-hidden]').first()
  await expect(none).toBeVisible()
  const [dash, cell] = await none.evaluate(seen)
  expect(dash).not.toBe(cell)
})

test('[UI13] with forced colours the frame of a field with the focus has an outline', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await editorOnDemand(page)
  await openLab(page)
  const outlineOfFrame = (): Promise<string> =>
    page.evaluate(() => {
      const { activeElement } = document
      const frame = activeElement instanceof HTMLInputElement ? activeElement.parentElement : null
      return frame === null ? 'no field' : getComputedStyle(frame).outlineStyle
    })
  await page.getByLabel('Filter objects').focus()
  await expect.poll(outlineOfFrame).toBe('solid')
  await page.getByRole('banner').getByRole('link', { name: 'Lessons', exact: true }).click()
  await page.getByPlaceholder('Find a lesson').focus()
  await expect.poll(outlineOfFrame).toBe('solid')
})

test('[UI14] at 200 % zoom the dock of Config starts folded, too, and opens by its button', async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 })
  await openLab(page)
  await page.getByRole('link', { name: 'Config', exact: true }).filter({ visible: true }).click()
  await expect(page.locator('#work .view-line').first()).toBeVisible()
  await expect.poll(() => wholeLines(page)).toBeGreaterThanOrEqual(12)
  const problems = page.getByRole('tabpanel', { name: /^Problems/ })
  await expect(problems).toHaveCount(0)
  await page.getByRole('button', { name: 'Show dock' }).click()
  await expect(problems).toBeVisible()
  await page.getByRole('button', { name: 'Hide dock' }).click()
  await expect(problems).toHaveCount(0)
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

test('[UI20] between the sizes of the drawings nothing of the header is cut off', async ({ page }) => {
  await editorOnDemand(page)
  await openLab(page)
  for (const width of [1439, 1280, 1180, 1024]) {
    await page.setViewportSize({ width, height: 720 })
    expect(await unreachable(page), `at ${width} pixels`).toEqual([])
  }
})
