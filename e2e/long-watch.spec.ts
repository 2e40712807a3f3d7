import { expect } from '@playwright/test'
import { configMap, configMaps, eventsOf, openPage, request, startWatch } from './api-page.ts'
import { test } from './page-test.ts'

/**
 * Chromium looks every 30 s for service workers that were idle for 30 s, so it has stopped one after a minute.
 * ORCHARD_LONG_WATCH=1 makes it ten minutes.
 */
const SILENT_MS = process.env['ORCHARD_LONG_WATCH'] === undefined ? 70_000 : 600_000

// Nobody writes YAML in these tests.
test.use({ loadsEditor: false })

test('[TR3] a watch still delivers events after a long idle time', async ({ page }) => {
  test.setTimeout(SILENT_MS + 60_000)
  await openPage(page)
  await startWatch(page, 'long', `${configMaps}?watch=1&labelSelector=mark!=long`)

  await page.waitForTimeout(SILENT_MS)
  await request(page, configMaps, { method: 'POST', body: configMap('late') })

  await expect.poll(() => eventsOf(page, 'long')).toEqual(['ADDED late'])
})
