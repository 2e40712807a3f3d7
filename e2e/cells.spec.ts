import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { findings } from './axe-findings.ts'
import { BASE_URL } from './chromium.ts'
import { serveModule } from './harness/serve-module.ts'
import { test } from './page-test.ts'

const built = join(import.meta.dirname, '../dist/page')
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** A static host that serves the built folder below a path, and an article of another site. */
function serveBelow(prefix: string, article: string): Promise<Server> {
  const server = createServer((request, out) => {
    const path = (request.url ?? '').replace(/[?#].*$/s, '')
    if (path === '/article') return void out.writeHead(200, { 'content-type': 'text/html' }).end(article)
    const file = join(built, path.slice(prefix.length) || 'index.html')
    const isThere = path.startsWith(prefix) && !path.includes('..') && existsSync(file) && statSync(file).isFile()
    if (!isThere) return void out.writeHead(404).end()
    out.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'access-control-allow-origin': '*',
    })
    createReadStream(file).pipe(out)
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

const frameOf = (page: Page, title: string) => page.frameLocator(`iframe[title="${title}"]`)

test('[EM1] [EM5] [EM8] the documentation page shows an object and its past in a cell, passes axe, and moves no text', async ({
  page,
}) => {
  await page.goto('./cells.html')
  const below = page.getByRole('heading', { name: 'Attributes' })
  const top = (): Promise<number> => below.evaluate((heading) => heading.getBoundingClientRect().top + scrollY)
  const topBefore = await top()
  const cell = frameOf(page, 'Deployment web with its revisions')
  await expect(cell.getByText('replicas:').first()).toBeVisible()
  await below.scrollIntoViewIfNeeded()
  await expect(frameOf(page, 'A watch of ConfigMaps').getByText('No event yet.')).toBeVisible()
  expect(await top()).toBe(topBefore)
  const rail = cell.getByRole('slider', { name: 'Revision' })
  const newest = await rail.getAttribute('aria-valuenow')
  await rail.press('Home')
  await expect(rail).not.toHaveAttribute('aria-valuenow', newest ?? '')
  // A narrow cell is as high as its head, its text and its foot: the rail beside them adds nothing.
  await page.setViewportSize({ width: 390, height: 844 })
  const heights = (): Promise<number> =>
    cell.getByTestId('cell').evaluate((box) => {
      const inFlow = [...box.children].filter((part) => getComputedStyle(part).position === 'static')
      const content = inFlow.reduce((sum, part) => sum + part.getBoundingClientRect().height, 0)
      return Math.round(box.getBoundingClientRect().height - content)
    })
  await expect.poll(heights).toBeLessThan(4)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await findings(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(cell.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await findings(page)).toEqual([])
})

test('[EM2] [EM3] a request of one cell is seen by the watch of another: they share a cluster', async ({ page }) => {
  await page.goto('./cells.html')
  const watch = frameOf(page, 'A watch of ConfigMaps')
  await page.locator('lab-cell[show="watch"]').scrollIntoViewIfNeeded()
  await expect(watch.getByText('WATCH')).toBeVisible()
  const request = frameOf(page, 'A request that creates a ConfigMap')
  await request.getByRole('button', { name: 'Send' }).click()
  await expect(request.getByText('201', { exact: true })).toBeVisible()
  await expect(watch.getByText('mine')).toBeVisible()
  await request.getByRole('button', { name: 'Send' }).click()
  await expect(request.getByText('409', { exact: true })).toBeVisible()
})

test('[EM10] a cell plays a step of a lesson: a mistake, the answer, the checks, and the next step', async ({
  page,
}) => {
  await page.goto('./cells.html')
  const lesson = frameOf(page, 'A step of the lesson A 409 race')
  await page.locator('lab-cell').last().scrollIntoViewIfNeeded()
  await expect(lesson.getByText('step 2 of 4')).toBeVisible()
  const checks = lesson.getByRole('list', { name: 'Checks' })
  await expect(checks).toContainText('not yet')
  await lesson.getByRole('button', { name: 'Hint' }).click()
  await expect(lesson.getByRole('list', { name: 'Hints' })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await lesson.getByRole('button', { name: 'Answer', exact: true }).click()
  await lesson.getByRole('button', { name: 'Send' }).click()
  await expect(lesson.getByRole('region', { name: 'Answer of the server' })).toContainText('409')
  await expect(lesson.getByText('Done.')).toBeVisible()
  await expect(checks).not.toContainText('not yet')
  await lesson.getByRole('button', { name: 'Next step' }).click()
  await expect(lesson.getByText('step 3 of 4')).toBeVisible()
  await expect(checks).toContainText('not yet')
  await expect(lesson.getByRole('slider', { name: 'Revision' })).toBeVisible()
})

test('[EM10] in forced colours the tick of a check that is true can be seen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('./cells.html')
  const lesson = frameOf(page, 'A step of the lesson A 409 race')
  await page.locator('lab-cell').last().scrollIntoViewIfNeeded()
  const tick = lesson.getByRole('listitem').filter({ hasText: 'is still Bob' }).locator('[data-on]')
  await expect(tick).toBeVisible()
  const isSeen = (element: Element): boolean => {
    const { color, backgroundColor } = getComputedStyle(element)
    return color !== backgroundColor
  }
  expect(await tick.evaluate(isSeen)).toBe(true)
})

test('[EM1] [EM4] [EM9] below a path of another origin the page opens and its cells run in an article', async ({
  page,
}) => {
  const policy = "default-src 'none'; script-src ORIGIN; frame-src ORIGIN"
  const article = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><title>Article</title><script type="module" src="CELLS/cell.js"></script>
    <lab-cell show="request" request="GET /api/v1/namespaces" title="Namespaces">saved text</lab-cell>`
  const host = await serveBelow('/tools/orchard/', '')
  const root = `http://localhost:${(host.address() as AddressInfo).port}/tools/orchard`
  const site = await serveBelow('/none/', article.replace('CELLS', root).replaceAll('ORIGIN', new URL(root).origin))
  try {
    await page.goto(`${root}/`)
    await expect(page.locator('[data-rv]').first()).toBeVisible()
    // The same site with another port: some browsers block the storage of embedded pages of other sites.
    await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/article`)
    const cell = frameOf(page, 'Namespaces')
    await cell.getByRole('button', { name: 'Send' }).click()
    await expect(cell.getByText('200', { exact: true })).toBeVisible()
    // The strictest policy that lets it load leaves it its rules.
    await expect(page.locator('iframe[title="Namespaces"]')).toHaveCSS('border-top-width', '0px')
    const isSlotHidden = () =>
      page.locator('lab-cell').evaluate((element) => element.shadowRoot?.querySelector('slot')?.hidden)
    await expect.poll(isSlotHidden).toBe(true)
    // A browser may block the storage of embedded pages: the text of the article stays, and the cell says why.
    await page.addInitScript(() => {
      const get = (): never => {
        throw new DOMException('blocked', 'SecurityError')
      }
      if (location.pathname.endsWith('/cell.html')) Object.defineProperty(window, 'localStorage', { get })
    })
    await page.reload()
    await expect(cell.getByText('This cell cannot run here: this browser blocks')).toBeVisible()
    await expect(cell.getByRole('link', { name: 'Open in Orchard' })).toBeVisible()
    await expect.poll(isSlotHidden).toBe(false)
    await expect.poll(async () => (await page.locator('lab-cell').boundingBox())?.height ?? 0).toBeLessThan(80)
  } finally {
    host.close()
    site.close()
  }
})

test('[EM7] the element of the package shows the page of its host, and keeps its text without one', async ({
  page,
}) => {
  const harness = await serveModule('./lab-cell.ts')
  const warnings: string[] = []
  page.on('console', (message) => warnings.push(message.text()))
  try {
    const hosts = new URLSearchParams([
      ['host', BASE_URL],
      ['host', 'javascript:0'],
    ])
    await page.goto(`${harness.url}?${hosts.toString()}`)
    const cell = frameOf(page, 'Namespaces')
    await cell.getByRole('button', { name: 'Send' }).click()
    await expect(cell.getByText('200', { exact: true })).toBeVisible()
    await expect(page.locator('lab-cell').last()).toBeVisible()
    expect(
      await page
        .locator('lab-cell')
        .last()
        .evaluate((element) => element.shadowRoot?.querySelector('iframe')),
    ).toBe(null)
    await expect.poll(() => warnings.filter((text) => text.startsWith('lab-cell: ')).length).toBe(1)
  } finally {
    await harness.close()
  }
})
