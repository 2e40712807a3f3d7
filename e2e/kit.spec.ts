import { expect, type Page } from '@playwright/test'
import { serveModule } from './harness/serve-module.ts'
import { test } from './page-test.ts'

// Tests of the controls of ui/kit without server and Lab: keys, focus and accessible names.

let harness: Awaited<ReturnType<typeof serveModule>>

test.beforeAll(async () => {
  harness = await serveModule('./kit.tsx')
})

test.afterAll(() => harness.close())

test.beforeEach(async ({ page }) => {
  await page.goto(harness.url)
})

const called = (page: Page) => page.locator('output')
const focused = (page: Page) => page.locator(':focus')

test('a menu opens at its first item; arrows wrap, Home, End and letters move, Enter runs and returns the focus', async ({
  page,
}) => {
  const button = page.getByRole('button', { name: 'New' })
  await expect(button).toHaveAttribute('aria-haspopup', 'menu')
  await button.press('Enter')
  const menu = page.getByRole('menu', { name: 'Create' })
  await expect(menu).toBeVisible()
  await expect(menu.getByRole('group', { name: 'Workloads' }).getByRole('menuitem')).toHaveText(['Deployment', 'Pod'])
  await expect(focused(page)).toHaveText('Deployment')
  await page.keyboard.press('ArrowUp')
  await expect(focused(page)).toHaveText('Service')
  await page.keyboard.press('ArrowDown')
  await expect(focused(page)).toHaveText('Deployment')
  await page.keyboard.press('End')
  await expect(focused(page)).toHaveText('Service')
  await page.keyboard.press('Home')
  // `s` moves to the next item that starts with it, then to the one after.
  await page.keyboard.press('s')
  await expect(focused(page)).toHaveText('Secret')
  await page.keyboard.press('s')
  await expect(focused(page)).toHaveText('Service')
  await page.keyboard.press('Enter')
  await expect(called(page)).toHaveText('Service')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
})

test('Escape, Tab and a click outside a menu close it without running anything', async ({ page }) => {
  const button = page.getByRole('button', { name: 'New' })
  const menu = page.getByRole('menu', { name: 'Create' })
  for (const key of ['Escape', 'Tab']) {
    await button.click()
    await page.keyboard.press(key)
    await expect(menu).toBeHidden()
    await expect(button).toBeFocused()
  }
  await button.click()
  await expect(menu).toBeVisible()
  await page.mouse.click(700, 700)
  await expect(menu).toBeHidden()
  await expect(called(page)).toHaveText('nothing')
})

test('a menu of choices marks the selected item and opens at it', async ({ page }) => {
  const button = page.getByRole('button', { name: 'Actor' })
  await button.click()
  await expect(focused(page)).toHaveText('bob')
  await expect(page.getByRole('menuitemradio', { name: 'bob' })).toHaveAttribute('aria-checked', 'true')
  await page.getByRole('menuitemradio', { name: 'alice' }).click()
  await button.click()
  await expect(page.getByRole('menuitemradio', { name: 'alice' })).toHaveAttribute('aria-checked', 'true')
  await expect(page.getByRole('menuitemradio', { name: 'bob' })).toHaveAttribute('aria-checked', 'false')
})

test('a popover opens and closes by its pill, stays inside the window, and Escape returns the focus', async ({
  page,
}) => {
  const pill = page.getByRole('button', { name: 'Storage' })
  const text = page.getByText('All writes are on disk.')
  await expect(text).toBeHidden()
  await pill.press('Enter')
  await expect(text).toBeVisible()
  const box = await text.boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(8)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Retry' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(text).toBeHidden()
  await expect(pill).toBeFocused()
})

test('a splitter exposes its value; arrows, Home and End resize, Enter folds, a double click resets', async ({
  page,
}) => {
  const splitter = page.getByRole('separator', { name: 'Width of the objects' })
  const value = (wanted: number) => expect(splitter).toHaveAttribute('aria-valuenow', String(wanted))
  await expect(splitter).toHaveAttribute('aria-orientation', 'vertical')
  await expect(splitter).toHaveAttribute('aria-valuemin', '120')
  await expect(splitter).toHaveAttribute('aria-valuemax', '400')
  await value(200)
  await splitter.press('ArrowRight')
  await value(216)
  await splitter.press('ArrowLeft')
  await value(200)
  // Keys along the separator's own axis do nothing.
  await splitter.press('ArrowDown')
  await value(200)
  await splitter.press('End')
  await value(400)
  await splitter.press('Home')
  await value(120)
  await splitter.dblclick()
  await value(200)
  await splitter.press('Enter')
  await expect(called(page)).toHaveText('folded')
})

test('a splitter follows the pointer, and folds when it is dragged far below the smallest size', async ({ page }) => {
  const splitter = page.getByRole('separator', { name: 'Width of the objects' })
  const box = await splitter.boundingBox()
  const x = (box?.x ?? 0) + (box?.width ?? 0) / 2
  const y = (box?.y ?? 0) + (box?.height ?? 0) / 2
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 50, y, { steps: 4 })
  await expect(splitter).toHaveAttribute('aria-valuenow', '250')
  await page.mouse.move(x - 160, y, { steps: 8 })
  await page.mouse.up()
  await expect(called(page)).toHaveText('folded')
})

test('tabs are one tab stop; arrows wrap and select, Home and End move to the ends, the panel is named by its tab', async ({
  page,
}) => {
  const tab = (name: string) => page.getByRole('tab', { name })
  const isSelected = async (name: string) => {
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true')
    await expect(tab(name)).toBeFocused()
    await expect(page.getByRole('tabpanel', { name })).toHaveText(`panel of ${name.toLowerCase()}`)
  }
  await expect(page.getByRole('tablist', { name: 'Work' })).toBeVisible()
  await tab('YAML').focus()
  await page.keyboard.press('ArrowRight')
  await isSelected('Request')
  await page.keyboard.press('End')
  await isSelected('Diff')
  await page.keyboard.press('ArrowRight')
  await isSelected('YAML')
  await page.keyboard.press('ArrowLeft')
  await isSelected('Diff')
  await page.keyboard.press('Home')
  await isSelected('YAML')
  await expect(tab('YAML')).toHaveAttribute('tabindex', '0')
  await expect(tab('Diff')).toHaveAttribute('tabindex', '-1')
  await tab('Diff').click()
  await isSelected('Diff')
})

test('[UI8] a list of 20,000 rows renders those in view and the active one; keys move and reveal, Enter opens, a click keeps the focus on the list', async ({
  page,
}) => {
  const grid = page.getByRole('grid', { name: 'Revisions' })
  const active = (index: number) => expect(grid).toHaveAttribute('aria-activedescendant', `row-${index}`)
  expect(await grid.getByRole('row').count()).toBeLessThan(40)
  await grid.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('j')
  await active(2)
  await page.keyboard.press('k')
  await active(1)
  for (let turn = 0; turn < 3; turn += 1) await page.keyboard.press('PageDown')
  await active(31)
  await expect(page.getByText('row 31', { exact: true })).toBeInViewport()
  await page.keyboard.press('PageUp')
  await active(21)
  await page.keyboard.press('Enter')
  await expect(called(page)).toHaveText('opened 21')
  await page.getByText('row 24', { exact: true }).click()
  await active(24)
  await expect(grid).toBeFocused()
  await grid.locator('> div').evaluate((scroller) => {
    scroller.scrollTop = 19_000 * 24
  })
  await expect(page.getByText('row 19003', { exact: true })).toBeInViewport()
  expect(await grid.getByRole('row').count()).toBeLessThan(40)
  // Screen readers still find the row that the list names as active.
  await expect(page.locator('#row-24')).toHaveText('row 24')
})
