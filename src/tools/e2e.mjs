// Builds the page when its sources are newer, finds a Chromium and runs Playwright: `npm run e2e [-- playwright's own arguments]`.
import { spawnSync } from 'node:child_process'
import { ensureInstalled } from './ensure-install.mjs'
import { buildWhenOld } from './build-when-old.mjs'
import { runStage, tool } from './run-stage.mjs'

ensureInstalled()
const { findChromium } = await import('./find-chromium.mjs')
const { findHeadlessShell } = await import('./browsers/find-headless-shell.mjs')
const chromium = await findChromium()
if (chromium === '') {
  console.error('No Chromium found, and none could be installed. Set ORCHARD_CHROMIUM to the path of one.')
  process.exit(1)
}
await buildWhenOld('page', runStage)
await buildWhenOld('node', runStage)
const jitter = process.env.ORCHARD_E2E_JITTER ?? ''
if (jitter !== '') console.log(`jitter: ORCHARD_E2E_JITTER=${jitter} repeats these delays`)
const [program, ...args] = tool('playwright', 'test', '--config', 'e2e/playwright.config.ts', ...process.argv.slice(2))
// A browser that was named by hand runs every test; so does the whole browser where there is no headless shell.
const isNamed = (process.env.ORCHARD_CHROMIUM ?? '') !== ''
const env = { ...process.env, ORCHARD_CHROMIUM: chromium }
if (!isNamed) env.ORCHARD_HEADLESS_SHELL = findHeadlessShell()
const { status } = spawnSync(program, args, { stdio: 'inherit', env })
process.exit(status ?? 1)
