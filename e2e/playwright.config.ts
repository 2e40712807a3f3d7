import { defineConfig } from '@playwright/test'
import { BASE_URL, CHROMIUM_FLAGS, PORT } from './chromium.ts'

const report = process.env['ORCHARD_E2E_REPORT']
const chromium = process.env['ORCHARD_CHROMIUM']

/** Run it by `npm run e2e`, which builds the page and finds a Chromium (ORCHARD_CHROMIUM) first. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../node_modules/.cache/orchard-e2e',
  // Generous, for machines that do other things too: what waits ends as soon as it is there.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // A whole run tries a failed test once more; Playwright calls that flaky and says so.
  retries: report === undefined ? 0 : 1,
  // Each test has a browser profile of its own, but the machine's two cores are shared.
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: report === undefined ? [['list']] : [['dot'], ['json', { outputFile: report }]],
  use: {
    baseURL: BASE_URL,
    viewport: { width: 1440, height: 900 },
    launchOptions: { ...(chromium === undefined ? {} : { executablePath: chromium }), args: CHROMIUM_FLAGS },
  },
  webServer: {
    command: `node dist/node/orchard.js page --port ${PORT}`,
    cwd: '..',
    url: BASE_URL,
    reuseExistingServer: false,
    stdout: 'ignore',
  },
})
