import { defineConfig, type LaunchOptions } from '@playwright/test'
import { BASE_URL, CHROMIUM_FLAGS, PORT } from './chromium.ts'

const report = process.env['ORCHARD_E2E_REPORT']
const chromium = process.env['ORCHARD_CHROMIUM']
// Empty where there is none: the whole browser runs every test then.
const shell = process.env['ORCHARD_HEADLESS_SHELL'] || chromium

/** Lets the files of the page arrive late in a run with jitter: docs/reliability.md. */
const jitter = (process.env['ORCHARD_E2E_JITTER'] ?? '') === '' ? '' : '--import ./e2e/jitter/delay-files.mjs '

/** Options that start the browser at `path`; Playwright's own without one. */
const launched = (path: string | undefined): { launchOptions: LaunchOptions } => ({
  launchOptions: { ...(path === undefined || path === '' ? {} : { executablePath: path }), args: CHROMIUM_FLAGS },
})

/**
 * Specs with a test of a minute or more, much of which is waiting: a worker of their own runs them beside the others, so
 * that none of them runs alone at the end, and none holds up a core that it does not use.
 */
const long = ['worker-kills.spec.ts', 'long-watch.spec.ts', 'terminal.spec.ts', 'lab-work-a11y.spec.ts']

/** Specs that need the whole browser: it places letters between pixels otherwise than the headless shell does. */
const whole = ['pictures.spec.ts']

/** Run by `npm run e2e`, which first builds the page and finds a Chromium and its headless shell. */
export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'long', testMatch: long, workers: 1 },
    // Those of engines/ run in other browsers, by `npm run engines`.
    { name: 'short', testMatch: '*.spec.ts', testIgnore: ['engines/**', ...long, ...whole], workers: 2 },
    { name: 'whole', testMatch: whole, workers: 1, use: launched(chromium) },
  ],
  // The kept pictures of pictures.spec.ts.
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  outputDir: '../node_modules/.cache/orchard-e2e',
  // Generous, for busy machines: a wait ends as soon as its condition holds.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // A whole run retries a failed test once; Playwright reports it as flaky then.
  retries: report === undefined ? 0 : 1,
  // Each test has a separate browser profile, but they share the machine's two cores. The projects divide the workers.
  workers: 3,
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: report === undefined ? [['list']] : [['dot'], ['json', { outputFile: report }]],
  use: {
    baseURL: BASE_URL,
    viewport: { width: 1440, height: 900 },
    // Flights and fading rings are drawn by the processor here. Specs of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    ...launched(shell),
  },
  webServer: {
    command: `node ${jitter}dist/node/orchard.js page --port ${PORT}`,
    cwd: '..',
    url: BASE_URL,
    reuseExistingServer: false,
    stdout: 'ignore',
  },
})
