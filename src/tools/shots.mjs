// `npm run shots [-- NAME …]`: makes the pictures of the README from what the page shows: the Lab on its sample, and demos that
// are paused where a picture is due. Builds the page when its sources are newer.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './ensure-install.mjs'
import { buildWhenOld } from './build-when-old.mjs'
import { runStage } from './run-stage.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const port = Number(process.env.ORCHARD_E2E_PORT ?? 4187)
const address = `http://127.0.0.1:${port}/`

/** Waits until the editor has drawn its text in the colours of the language. */
const coloured = (page) =>
  page.waitForFunction(() => {
    const tokens = [...document.querySelectorAll('.view-line span span')]
    return new Set(tokens.map(({ className }) => className)).size > 1
  })

/** name of docs/NAME.png: what the address opens, and what has to be shown before the picture is taken */
const shots = {
  lab: {
    search: '?kind=apps.v1.deployments&ns=shop&obj=web&dock=watches',
    ready: async (page) => {
      await page.locator('[data-object="Deployment/web"]').first().waitFor()
      await page.getByText('stock page').first().waitFor()
      await coloured(page)
    },
  },
  lesson: {
    search: '?demo=race-409&pace=8',
    ready: async (page) => {
      const lesson = page.locator('[data-region="lesson"]')
      await lesson.locator('li[aria-current="step"]', { hasText: 'Bob writes first' }).getByText('Done.').waitFor()
      await page.keyboard.press('Space')
      await page.locator('[aria-label="Demo"][data-phase="paused"]').waitFor()
      await page.getByTestId('answer-status').waitFor()
      await coloured(page)
    },
  },
}

/** Starts the page's server; resolves when it answers. */
async function serve() {
  const server = spawn(process.execPath, [`${root}dist/node/orchard.js`, 'page', '--port', String(port)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (let tries = 0; tries < 200; tries += 1) {
    const isUp = await fetch(address).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isUp) return server
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  server.kill()
  throw new Error(`the page is not served at ${address}`)
}

async function take(browser, name) {
  const { search, ready } = shots[name]
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript(() => {
    localStorage.setItem('orchard.welcome', '{"seen":true}')
    localStorage.setItem('orchard.coach', '{"at":9}')
  })
  await page.goto(`${address}${search}`)
  await ready(page)
  await page.screenshot({ path: `${root}docs/${name}.png`, animations: 'disabled', caret: 'hide' })
  await page.close()
  console.log(`docs/${name}.png`)
}

ensureInstalled()
const names = process.argv.slice(2)
const unknown = names.filter((name) => !Object.hasOwn(shots, name))
if (unknown.length > 0)
  throw new Error(`no such picture: ${unknown.join(', ')}; known are ${Object.keys(shots).join(', ')}`)
await buildWhenOld('page', runStage)
await buildWhenOld('node', runStage)
const { findChromium } = await import('./find-chromium.mjs')
const { chromium } = await import('@playwright/test')
const server = await serve()
const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  for (const name of names.length === 0 ? Object.keys(shots) : names) await take(browser, name)
} finally {
  await browser.close()
  server.kill()
}
