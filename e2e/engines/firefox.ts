import { type Browser, launch, type Page } from 'puppeteer-core'
import type { Engine, Tab } from './engine.ts'

const STEP_MS_MAX = 60_000

/** Starts Debian's Firefox and drives it over WebDriver BiDi. Playwright drives only builds of its own. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    timeout: 120_000,
    protocolTimeout: 120_000,
    defaultViewport: { width: 1440, height: 900 },
  })
  return {
    version: await browser.version(),
    openTab: () => openTab(browser),
    close: () => browser.close(),
  }
}

/** Firefox reports as an error that a page was left while it loaded a file through its service worker. */
const leftBehind = /^Failed to load ‘\S+\.(?:js|css|woff2|ttf)’\. A ServiceWorker intercepted the request/
/** The same of a font, whose loading ended with NS_BINDING_ABORTED. */
const leftFont = /^downloadable font: download failed .* status=2152398850 /
const failedImport = /^TypeError: error loading dynamically imported module: /

async function openTab(browser: Browser): Promise<Tab> {
  const page: Page = await browser.newPage()
  const errors: string[] = []
  let isLeaving = false
  page.on('pageerror', (error) => {
    const message = error instanceof Error ? error.message : String(error)
    if ([leftBehind, leftFont].some((each) => each.test(message))) return
    if (!isLeaving || !failedImport.test(message)) errors.push(message)
  })
  /** The page that is left ends the loading of its modules with errors. */
  const leave = async (go: () => Promise<unknown>): Promise<void> => {
    isLeaving = true
    await go()
    isLeaving = false
  }
  return {
    goto: (url) => leave(() => page.goto(url, { waitUntil: 'domcontentloaded' })),
    reload: () => leave(() => page.reload({ waitUntil: 'domcontentloaded' })),
    run: (work, argument) => page.evaluate(work as never, argument as never) as never,
    // A locator searches again when the page has drawn the element anew between its search and the click.
    click: (selector, maxMs = STEP_MS_MAX) => page.locator(selector).setTimeout(maxMs).click(),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    errors: () => errors,
    picture: async (path) => void (await page.screenshot({ path: path as `${string}.png` })),
    close: () => page.close(),
  }
}
