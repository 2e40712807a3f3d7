import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { Builder, By, Capabilities, error as refusals, Key, type WebDriver } from 'selenium-webdriver'
import type { Engine, Tab } from './engine.ts'

/** Paths of the programs that make a WebKitGTK without a screen. */
export interface WebKitPrograms {
  readonly driver: string
  readonly browser: string
  readonly screen: string
}

const STEP_MS_MAX = 60_000

/** Starts WebKitGTK's MiniBrowser on a virtual screen and drives it over WebDriver. */
export async function startWebKit(programs: WebKitPrograms): Promise<Engine> {
  const started: ChildProcess[] = []
  const stop = (): void => started.forEach((child) => child.kill())
  try {
    const screen = spawn(
      programs.screen,
      ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp', '-noreset'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
    )
    started.push(screen)
    const [display] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer]
    const port = await freePort()
    const env = { ...process.env, DISPLAY: `:${display.toString().trim()}` }
    started.push(spawn(programs.driver, [`--port=${port}`], { stdio: 'ignore', env }))
    const driver = await openSession(`http://127.0.0.1:${port}`, programs.browser)
    await driver.manage().window().setRect({ x: 0, y: 0, width: 1440, height: 900 })
    const version = (await driver.getCapabilities()).get('browserVersion') as string
    // The session begins with a window, which becomes the first tab.
    let opened = false
    return {
      version: `WebKitGTK ${version}`,
      openTab: () => {
        const isFirst = !opened
        opened = true
        return openTab(driver, isFirst)
      },
      close: () => driver.quit().finally(stop),
    }
  } catch (error) {
    stop()
    throw error
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** Opens a session as soon as the driver accepts connections. */
async function openSession(server: string, binary: string): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
    timeouts: { script: STEP_MS_MAX, pageLoad: STEP_MS_MAX },
  })
  for (let left = 100; ; left -= 1) {
    const ready = await fetch(`${server}/status`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return new Builder().usingServer(server).withCapabilities(capabilities).build()
    if (left === 0) throw new Error('WebKitWebDriver does not answer')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const passing = [
  refusals.NoSuchElementError,
  refusals.StaleElementReferenceError,
  refusals.ElementNotInteractableError,
  refusals.ElementClickInterceptedError,
]

/** Returns false for an error that ends when the page has drawn the element, and throws any other. */
function isPassing(error: unknown): false {
  if (passing.some((known) => error instanceof known)) return false
  throw error
}

/** Commands of WebDriver go to the window that was chosen last, so each begins with the choice of its own window. */
async function openTab(driver: WebDriver, isFirst: boolean): Promise<Tab> {
  if (!isFirst) await driver.switchTo().newWindow('window')
  const handle = await driver.getWindowHandle()
  const here = async (): Promise<WebDriver> => {
    await driver.switchTo().window(handle)
    return driver
  }
  const keys = async (text: string): Promise<void> => (await here()).actions().sendKeys(text).perform()
  return {
    goto: async (url) => (await here()).get(url),
    reload: async () => (await here()).navigate().refresh(),
    run: async (work, argument) => answerOf(await (await here()).executeAsyncScript(scriptOf(work), argument)) as never,
    click: async (selector, maxMs = STEP_MS_MAX) => {
      const window = await here()
      // The page can draw an element anew, or move it, between its search and the click.
      await window.wait(
        () =>
          window
            .findElement(By.css(selector))
            .click()
            .then(() => true, isPassing),
        maxMs,
      )
    },
    type: keys,
    press: (key) => keys(key === 'Enter' ? Key.ENTER : Key.HOME),
    // Classic WebDriver reports none.
    errors: () => [],
    picture: async (path) => writeFile(path, Buffer.from(await (await here()).takeScreenshot(), 'base64')),
    close: async () => {
      await (await here()).close()
      const [next] = await driver.getAllWindowHandles()
      if (next !== undefined) await driver.switchTo().window(next)
    },
  }
}

/** Returns a script that runs `work` with the first argument and reports its value or its error. */
const scriptOf = (work: (argument: never) => unknown): string => `
  const [argument, done] = arguments
  Promise.resolve().then(() => (${work.toString()})(argument)).then(
    (value) => done({ value }),
    (error) => done({ error: String(error) }),
  )`

function answerOf(answer: unknown): unknown {
  const { value, error } = answer as { value?: unknown; error?: string }
  if (error !== undefined) throw new Error(error)
  return value
}
