import { expect, type Page } from '@playwright/test'
import { configMaps, request } from './api-page.ts'
import { openDockTab, openLab, treeRow } from './lab-page.ts'
import { editorOnDemand, test } from './page-test.ts'
import { choose, create, merge, openLane, replaceWord } from './work-page.ts'

interface Stop {
  readonly region: string
  readonly name: string
}

/**
 * Returns the region and the name of the focused element; empty texts for the body. Plain elements, such as scrollers
 * that the browser makes focusable, have no name.
 */
const focused = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const active = document.activeElement
    if (active === null || active === document.body) return { region: '', name: '' }
    const region = active.closest<HTMLElement>('[data-region]')?.dataset['region'] ?? 'none'
    const label = active instanceof HTMLInputElement ? active.labels?.[0]?.textContent : null
    const text = active.matches('div:not([role]), [role=presentation]') ? '' : active.textContent
    return { region, name: active.getAttribute('aria-label') ?? label ?? text }
  })

const skipLink = 'To the editor'

/** Presses Tab from the skip link until the focus leaves the page or is there again, and returns each stop. */
async function tabThrough(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<readonly Stop[]> {
  await page.getByRole('link', { name: skipLink }).focus()
  const stops: Stop[] = []
  for (;;) {
    await page.keyboard.press(key)
    const stop = await focused(page)
    // The browser's own controls come between the end and the start of the page.
    if (stop.region === '' && stops.length === 0) continue
    if (stop.region === '' || stop.name === skipLink || stops.length > 150) return stops
    stops.push(stop)
  }
}

/**
 * Returns the regions in the order of their stops; a region that is left and visited again is there twice. The handles
 * between regions belong to none.
 */
const regionsOf = (stops: readonly Stop[]): readonly string[] =>
  stops
    .map(({ region }) => region)
    .filter((region) => region !== 'none')
    .filter((region, at, all) => region !== all[at - 1])

const rooms = [
  { room: 'Lab', regions: ['header', 'objects', 'work', 'inspector', 'dock', 'rail'] },
  { room: 'Config', regions: ['header', 'objects', 'work', 'inspector', 'dock', 'rail'] },
  { room: 'Access', regions: ['header', 'objects', 'work', 'inspector', 'rail'] },
]

for (const { room, regions } of rooms) {
  test(`[UI21] [KB11] Tab and F6 visit the regions of ${room} in order, there and back`, async ({ page }) => {
    await openLab(page)
    await page.getByRole('banner').getByRole('link', { name: room, exact: true }).click()
    const loaded = page.locator('#work').locator(room === 'Access' ? 'select' : '.view-line')
    await expect(loaded.first()).toBeVisible()
    const stops = await tabThrough(page, 'Tab')
    expect(regionsOf(stops)).toEqual(regions)
    expect(stops.filter(({ name }) => name.trim() === '')).toEqual([])
    expect(regionsOf(await tabThrough(page, 'Shift+Tab'))).toEqual(regions.toReversed())
    await expect(page.getByTestId('yaml-draft')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Orchard: ${room}`)
    await page.getByRole('link', { name: skipLink }).focus()
    const visited: string[] = []
    for (const _ of regions) {
      await page.keyboard.press('F6')
      visited.push((await focused(page)).region)
    }
    expect(visited).toEqual(regions)
    // The link goes to the text, where the room has one.
    await page.getByRole('link', { name: skipLink }).press('Enter')
    await expect(page.locator('#work:focus, #work :is([role="textbox"], textarea):focus')).toHaveCount(1)
  })
}

/** Presses each key in each region of the open room, and returns after which the body had the focus. */
async function keysThatLose(page: Page, keys: readonly string[]): Promise<readonly string[]> {
  const lost: string[] = []
  for (const region of ['objects', 'work', 'inspector', 'dock', 'rail']) {
    const here = page.locator(`[data-region="${region}"]`)
    for (const key of (await here.first().isVisible()) ? keys : []) {
      await page.keyboard.press(key)
      if ((await focused(page)).region === '') lost.push(`${region}: ${key}`)
    }
  }
  return lost
}

test('[UI22] no key drops the focus to the body, in any region of a room', async ({ page }) => {
  await openLab(page)
  const keys = ['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft', 'End', 'Home', 'Enter', 'Escape', 'Escape', 'F6']
  for (const room of ['Config', 'Access', 'Lab']) {
    await page.getByRole('banner').getByRole('link', { name: room, exact: true }).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Orchard: ${room}`)
    expect(await keysThatLose(page, keys), room).toEqual([])
  }
})

test('[UI21] Tab leaves the editor, and indents once the person has typed', async ({ page }) => {
  await openLab(page)
  await create(page, 'palette', { colour: 'green' })
  await choose(page, 'ConfigMap/palette')
  const editor = page.getByRole('textbox', { name: /palette as YAML/ })
  await editor.focus()
  await page.keyboard.press('Tab')
  await expect(editor).not.toBeFocused()
  await expect(page.getByTestId('yaml-draft')).toHaveCount(0)
  await replaceWord(page, 'green', 'violet')
  await page.keyboard.press('End')
  await page.keyboard.press('Tab')
  await expect(editor).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(editor).not.toBeFocused()
  expect((await focused(page)).region).not.toBe('work')
})

test('[UI22] a control that goes away hands the focus to its region', async ({ page }) => {
  await openLab(page)
  await create(page, 'palette', { colour: 'green' })
  await choose(page, 'ConfigMap/palette')
  const tab = page.getByRole('tab', { name: 'YAML', exact: true })
  await replaceWord(page, 'green', 'violet')
  await page.getByTestId('yaml-discard').press('Enter')
  await expect(tab).toBeFocused()
  await replaceWord(page, 'green', 'violet')
  await page.getByTestId('yaml-update').press('Enter')
  await expect(tab).toBeFocused()
  // The editor of an object that someone else deletes.
  await page.getByRole('textbox', { name: /palette as YAML/ }).focus()
  await request(page, `${configMaps}/palette`, { method: 'DELETE' })
  await expect(treeRow(page, 'ConfigMap/palette')).toHaveCount(0)
  await expect.poll(async () => (await focused(page)).region).toBe('work')
})

test('[UI22] a row that goes away hands the focus to the row in its place', async ({ page }) => {
  await editorOnDemand(page)
  await openLab(page)
  await create(page, 'palette', { colour: '0' })
  for (const colour of ['1', '2', '3']) await merge(page, 'palette', { colour })
  await choose(page, 'ConfigMap/palette')
  const story = page.getByRole('complementary', { name: 'Inspector' }).locator('li button')
  await story.last().focus()
  await request(page, '/debug/compact', { method: 'POST', body: {} })
  await expect.poll(async () => (await focused(page)).region).toBe('inspector')
  await openDockTab(page, /Watches/)
  await openLane(page, 'Most recent')
  await openLane(page, 'Most recent')
  const close = page.getByRole('button', { name: /^Close watch/ })
  await expect(close).toHaveCount(2)
  await close.first().press('Enter')
  await expect(close).toHaveCount(1)
  await expect.poll(async () => (await focused(page)).region).toBe('dock')
})

test('[UI22] a closed sheet hands the focus back', async ({ page }) => {
  await editorOnDemand(page)
  await openLab(page)
  const clusterMenu = page.getByRole('button', { name: 'bookshop', exact: true })
  await clusterMenu.press('Enter')
  await page.getByRole('menuitem', { name: 'Import…' }).press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(clusterMenu).toBeFocused()
})

test('[UI23] a folded column leaves a handle, which brings it back', async ({ page }) => {
  await editorOnDemand(page)
  await openLab(page)
  for (const [key, name] of [
    ['Control+b', 'Show objects'],
    ['Control+i', 'Show inspector'],
  ] as const) {
    await page.keyboard.press(key)
    const handle = page.getByRole('button', { name })
    await expect(handle).toBeVisible()
    await handle.press('Enter')
    await expect(handle).toHaveCount(0)
  }
})
