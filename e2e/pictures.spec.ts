import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { fixTime } from './fixed-time.ts'
import { openLab, treeRow } from './lab-page.ts'
import { test } from './page-test.ts'

// Compares each room with a kept picture, in three themes and at three widths. After an intended change:
// `npm run e2e -- pictures --update-snapshots` and `node e2e/pictures/shrink.mjs`; then look at each new picture.
// Decision 0025 gives the reasons.

interface MadeWith {
  readonly platform: string
  readonly chromium: string
}

const madeWith = JSON.parse(readFileSync(new URL('pictures/made-with.json', import.meta.url), 'utf8')) as MadeWith

/** Share of pixels that may differ: rounding at the edges of shapes in the browser that made the pictures. */
const sameBrowserRatio = 0.001
/** Other builds place the edges of letters differently. A panel that is missing or moved is still more than this. */
const otherBrowserRatio = 0.03

const themes = {
  light: { colorScheme: 'light', contrast: 'no-preference' },
  dark: { colorScheme: 'dark', contrast: 'no-preference' },
  contrast: { colorScheme: 'light', contrast: 'more' },
} as const

const sizes = [
  { width: 1440, height: 900 },
  { width: 900, height: 700 },
  { width: 600, height: 800 },
]

/** Opens a room, and waits until what loads last is there. */
const rooms: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  Lab: (page) => expect(page.locator('#work .monaco-editor .view-line').first()).toContainText('apiVersion'),
  Config: async (page) => {
    await expect(page.locator('#work .monaco-editor .view-line').first()).toContainText('apiVersion')
    await expect(page.getByRole('list', { name: 'Expressions of this file' })).toContainText('"ada@example.test"')
  },
  Access: (page) => expect(page.getByText('200 Continues')).toBeAttached(),
}

/** Hides the flags of watches, whose positions depend on when progress was last reported. */
const stylePath = fileURLToPath(new URL('pictures/hide.css', import.meta.url))

/** Measured values, which differ from run to run. */
const measured = (page: Page) => [
  page.getByText(/^Responded in/),
  page.getByText(/^[\d.]+ ms$/),
  page.getByText(/^Answer [\d.]+ ms$/),
  page.getByRole('tab', { name: /^Requests/ }),
  // The token that Config begins with is signed with a new key, whose name stands in its header and in its trial.
  page.getByRole('textbox', { name: 'Token' }),
  page.getByText(/\brs256-/),
  // Counts requests, of which a busy machine has others at that moment.
  page.getByRole('region', { name: 'Most frequent requests' }),
]

test.use({ timezoneId: 'UTC', locale: 'en-US', deviceScaleFactor: 1 })

for (const [theme, media] of Object.entries(themes)) {
  test(`[UI25] the rooms look like their kept pictures, ${theme}`, async ({ page, browser }) => {
    test.skip(process.platform !== madeWith.platform, `the pictures were made on ${madeWith.platform}`)
    const isSame = browser.version().split('.')[0] === madeWith.chromium
    const maxDiffPixelRatio = isSame ? sameBrowserRatio : otherBrowserRatio
    await page.emulateMedia({ ...media, reducedMotion: 'reduce' })
    await fixTime(page)
    await openLab(page, '?worker=dedicated')
    // On a busy machine the page may select another object than usual.
    await treeRow(page, 'Deployment/web').click()
    // A running clock would change ages and seconds.
    await page.getByRole('button', { name: 'Pause the clock' }).click()
    await expect(page.getByRole('button', { name: /^Run the clock/ })).toBeVisible()
    await page.mouse.move(720, 20)
    for (const [room, isReady] of Object.entries(rooms)) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.getByRole('banner').getByRole('link', { name: room, exact: true }).click()
      await isReady(page)
      for (const size of sizes) {
        await page.setViewportSize(size)
        const name = `${room.toLowerCase()}-${theme}-${size.width}.png`
        await expect
          .soft(page)
          .toHaveScreenshot(name, { maxDiffPixelRatio, mask: measured(page), maskColor: '#808080', stylePath })
      }
    }
  })
}
