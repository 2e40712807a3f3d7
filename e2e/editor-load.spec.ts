import { expect, type Page } from '@playwright/test'
import { openLab } from './lab-page.ts'
import { test } from './page-test.ts'

// Without a service worker, so that the test can hold back the editor's script.
test.use({ serviceWorkers: 'block' })

/** Holds back Monaco until the returned function is called. */
async function holdEditor(page: Page): Promise<() => void> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/editor-kit-[^/]*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  return release
}

const plainText = (page: Page) => page.getByTestId('plain-code').getByRole('textbox')

/** The text of the open draft, which the page keeps whichever way it was typed. */
const draftText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const saved = Object.keys(localStorage).find((key) => localStorage.getItem(key)?.includes('typed') === true)
    return saved === undefined ? '' : (localStorage.getItem(saved) ?? '')
  })

test('[PF1] the text is there and coloured before the editor, and typing loses nothing when it arrives', async ({
  page,
}) => {
  const release = await holdEditor(page)
  await openLab(page)
  await expect(plainText(page)).toHaveValue(/replicas: 2/)
  await expect(page.getByTestId('plain-code').locator('pre > span').first()).toHaveText(/apiVersion/)
  await expect(page.locator('#work .monaco-editor')).toHaveCount(0)
  // The caret is where the user clicks: at the end of the first line.
  await plainText(page).click({ position: { x: 500, y: 8 } })
  await page.keyboard.type(' # typed ')
  await page.keyboard.type('first, ')
  await expect(page.getByTestId('yaml-draft')).toBeVisible()
  const typing = page.keyboard.type('and this while the editor arrives: 0123456789 ABCDEFGHIJ', { delay: 60 })
  release()
  await typing
  await expect(page.locator('#work .monaco-editor')).toBeVisible()
  await page.keyboard.type(', and after')

  await expect(page.locator('#work .view-line').first()).toContainText(
    /#\s+typed\s+first,\s+and\s+this\s+while\s+the\s+editor\s+arrives:\s+0123456789\s+ABCDEFGHIJ,\s+and\s+after/,
  )
  await expect
    .poll(() => draftText(page))
    .toContain('# typed first, and this while the editor arrives: 0123456789 ABCDEFGHIJ, and after')
})

test('[PF1] the editor comes by itself when the page is idle, and takes no focus', async ({ page }) => {
  await openLab(page)
  await expect(page.locator('#work .monaco-editor .view-line').first()).toBeVisible()
  await expect(page.getByTestId('plain-code')).toHaveCount(0)

  expect(await page.evaluate(() => document.activeElement?.closest('.monaco-editor') === null)).toBe(true)
})

test('[PF6] the frame is drawn before the scripts of the page are there, and gives way to the page', async ({
  page,
}) => {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/lab-[^/]*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  const opening = openLab(page)
  const frame = page.locator('.first-frame')
  await expect(frame.getByText('Orchard')).toBeVisible()
  await expect(page.getByTestId('lab')).toHaveCount(0)

  release()
  await opening
  await expect(frame).toHaveCount(0)
})

test('[PF6] an opening page draws objects and text before the inspector and the dock', async ({ page }) => {
  // The regions of the first drawing.
  await page.addInitScript(() => {
    const drawing = new MutationObserver(() => {
      if (document.querySelector('main[data-region="work"]') === null) return
      drawing.disconnect()
      const regions = [...document.querySelectorAll<HTMLElement>('main, section, aside')]
      Object.assign(window, { drawnFirst: regions.flatMap(({ dataset }) => dataset['region'] ?? []) })
    })
    drawing.observe(document, { childList: true, subtree: true })
  })
  await openLab(page)
  await expect(page.getByRole('region', { name: 'Dock' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toBeVisible()

  const first = await page.evaluate(() => (window as { drawnFirst?: readonly string[] }).drawnFirst)
  expect(first).toEqual(expect.arrayContaining(['objects', 'work', 'rail']))
  expect(first).not.toContain('dock')
  expect(first).not.toContain('inspector')
})
