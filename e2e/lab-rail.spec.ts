import { expect, type Page } from '@playwright/test'
import { configMap, configMaps, request } from './api-page.ts'
import { leaveFields, openDockTab, openLab, railOf, railValue, treeRow } from './lab-page.ts'
import { test } from './page-test.ts'
import { openLane } from './work-page.ts'

// The rail moves, as for a person.
test.use({ loadsEditor: false, contextOptions: { reducedMotion: 'no-preference' } })

/** Writes many small objects concurrently, like many clients. */
const writeMany = (page: Page, count: number): Promise<void> =>
  page.evaluate(
    async ([path, total]) => {
      const one = async (at: number): Promise<void> => {
        const body = JSON.stringify({ metadata: { name: `many-${at}` } })
        const response = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
        await response.arrayBuffer()
      }
      for (let at = 0; at < total; at += 50) {
        await Promise.all(Array.from({ length: Math.min(50, total - at) }, (_, offset) => one(at + offset)))
      }
    },
    [configMaps, count] as const,
  )

test('[RL8] [RL6] [RL4] keys and pointer move the rail, whose value text describes the write, and the past is shown everywhere', async ({
  page,
}) => {
  await openLab(page)
  const rail = railOf(page)
  await expect(rail).toHaveAttribute('aria-valuetext', /^Live\. Revision \d+, /)
  const live = await railValue(page)
  await rail.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(rail).toHaveAttribute('aria-valuetext', /^Viewing the past\. Revision \d+, /)
  expect(await railValue(page)).toBeLessThan(live)
  await page.keyboard.press('End')
  await expect(rail).toHaveAttribute('aria-valuetext', /^Live/)

  await page.getByRole('treegrid').focus()
  const newest = await railValue(page)
  await page.keyboard.press('[')
  await page.keyboard.press('[')
  await expect.poll(() => railValue(page)).toBeLessThan(newest - 1)
  await page.keyboard.press(']')
  await page.keyboard.press(']')
  await expect(page.getByText(/^Viewing revision/)).toHaveCount(0)
  await page.keyboard.press('[')
  await railOf(page).focus()
  await page.keyboard.press('End')
  await expect(page.getByText(/^Viewing revision/)).toHaveCount(0)

  await treeRow(page, 'Deployment/web').click()
  await leaveFields(page)
  await page.keyboard.press('Shift+{')
  await expect(railOf(page)).toHaveAttribute('aria-valuetext', /Deployment web/)
  await page.keyboard.press('End')

  const box = await railOf(page).boundingBox()
  if (box === null) throw new Error('the rail has no box')
  await page.getByRole('searchbox', { name: 'Filter objects' }).fill('newcomer')
  await request(page, configMaps, { method: 'POST', body: configMap('newcomer') })
  await expect(treeRow(page, 'ConfigMap/newcomer')).toBeVisible()
  await page.mouse.move(box.x + box.width - 60, box.y + 37)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 400, box.y + 37, { steps: 8 })
  await page.mouse.up()
  await expect(page.getByText(/^Viewing revision \d+$/)).toBeVisible()
  await expect(treeRow(page, 'ConfigMap/newcomer')).toHaveCount(0)
  await page.mouse.move(box.x + box.width - 400, box.y + 37)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 20, box.y + 37, { steps: 8 })
  await page.mouse.up()
  await expect(page.getByText(/^Viewing revision/)).toHaveCount(0)
  await expect(treeRow(page, 'ConfigMap/newcomer')).toBeVisible()
})

test('[RL3] [UI8] hundreds of writes are drawn as small glyphs, thousands as columns with a lens; only rows in view are in the DOM', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await openLab(page)
  await expect(page.locator('[data-rv]').first()).toBeVisible()
  await writeMany(page, 100)
  await expect.poll(() => page.locator('[data-rv]').count()).toBeGreaterThan(140)
  await writeMany(page, 1200)
  await expect.poll(() => page.locator('[data-rv]').count()).toBe(15)

  expect(await page.locator('[data-revision]').count()).toBeLessThan(40)
  await page.getByRole('grid', { name: /Revisions/ }).focus()
  for (let turn = 0; turn < 4; turn += 1) await page.keyboard.press('PageDown')
  await expect(page.locator('[data-revision]').first()).toBeVisible()
  expect(await page.locator('[data-revision]').count()).toBeLessThan(40)
})

test('[RL9] a write of this page is animated to the rail, but not with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openLab(page)
  await page.evaluate(() => {
    const seen = { flights: 0 }
    Object.assign(window, { seen })
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        seen.flights += [...addedNodes].filter((node) => node.nodeName === 'svg').length
    }).observe(document.body, { childList: true })
  })
  const flights = () => page.evaluate(() => (window as typeof window & { seen: { flights: number } }).seen.flights)
  const create = async () => {
    await page.getByRole('button', { name: 'Create from sample' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /ConfigMap/ })
      .click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await create()
  await expect(treeRow(page, 'ConfigMap/config-map-1')).toBeVisible()
  expect(await flights()).toBe(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await create()
  await expect.poll(flights).toBe(1)
})

test('[PF5] a ring that leaves the rail ends its animation, the rings on the rail keep theirs', async ({ page }) => {
  await page.addInitScript(() => {
    const rings: Animation[] = []
    Object.assign(window, { rings })
    const animate = Element.prototype.animate
    Element.prototype.animate = function (frames, options) {
      if (this.localName !== 'i') return animate.call(this, frames, options)
      // Long enough that no ring fades by itself before newer writes take its place.
      const fading = animate.call(this, frames, 600_000)
      rings.push(fading)
      return fading
    }
  })
  await openLab(page)
  await openDockTab(page, /Revisions/)
  const states = () =>
    page.evaluate(() => {
      const { rings } = window as typeof window & { rings: readonly Animation[] }
      const of = (isShown: boolean) =>
        rings
          .filter(({ effect }) => (effect as KeyframeEffect).target?.isConnected === isShown)
          .map(({ playState }) => playState)
      return { shown: [...new Set(of(true))], gone: [...new Set(of(false))] }
    })
  await writeMany(page, 1)
  await expect.poll(async () => (await states()).shown).toEqual(['running'])
  await writeMany(page, 5)
  await expect.poll(states).toEqual({ shown: ['running'], gone: ['idle'] })
})

test('[RL10] the card of a write names the watch that delivered it, with the time', async ({ page }) => {
  await openLab(page)
  await openDockTab(page, /Watches/)
  await openLane(page, 'Most recent')
  const { body } = await request(page, configMaps, { method: 'POST', body: configMap('delivered') })
  const glyph = page.locator(`[data-rv="${body.metadata?.resourceVersion}"]`)
  // The lane may begin with the ConfigMap that every namespace gets.
  await expect(page.getByRole('list', { name: 'Watches' })).toContainText(/[1-9] ev/)
  await expect(async () => {
    await page.mouse.move(0, 0)
    await glyph.hover({ force: true })
    await expect(page.getByText(/^delivered to A in \d+ ms$/)).toBeVisible({ timeout: 2_000 })
  }).toPass()
})
