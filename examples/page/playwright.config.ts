import { defineConfig } from '@playwright/test'

/** The page is built before, and served by Vite; a browser that is installed elsewhere is named by ORCHARD_CHROMIUM. */
const port = Number(process.env['ORCHARD_EXAMPLE_PORT'] ?? 4179)
const executablePath = process.env['ORCHARD_CHROMIUM']

export default defineConfig({
  testDir: '.',
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions: executablePath === undefined ? {} : { executablePath, args: ['--no-sandbox'] },
  },
  webServer: { command: `npx vite preview --port ${port} --host 127.0.0.1`, port, reuseExistingServer: false },
})
