import { defineConfig } from '@playwright/test'
import { BASE_URL, PORT } from '../chromium.ts'

const report = process.env['ORCHARD_E2E_REPORT']

/** Run by `npm run engines`, which finds or installs the browsers and names them in the environment. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../node_modules/.cache/orchard-engines',
  // Generous, for busy machines: a wait ends as soon as its condition holds.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // As in e2e/playwright.config.ts: a whole run retries a failed test once, in a new browser, and reports it as flaky.
  retries: report === undefined ? 0 : 1,
  workers: 1,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: report === undefined ? [['list']] : [['list'], ['json', { outputFile: report }]],
  use: { baseURL: BASE_URL },
  webServer: {
    command: `node dist/node/orchard.js page --port ${PORT}`,
    cwd: '../..',
    url: BASE_URL,
    reuseExistingServer: false,
    stdout: 'ignore',
  },
})
