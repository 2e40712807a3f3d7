/** Port of the page under test. */
export const PORT = Number(process.env['ORCHARD_E2E_PORT'] ?? 4187)
export const BASE_URL = `http://127.0.0.1:${PORT}/`

/** Headless, without sandbox (containers run as root) and without background network requests. */
export const CHROMIUM_FLAGS: string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
