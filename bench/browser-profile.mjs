// A Chromium with a persistent profile: an incognito profile keeps IndexedDB in memory, where strict durability is free.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']

/** Runs `work` with a browser context whose profile is on disk and is deleted afterwards. */
export async function withBrowser(work) {
  const { chromium } = await import('@playwright/test')
  const { findChromium } = await import('../src/tools/find-chromium.mjs')
  const executablePath = await findChromium()
  if (executablePath === '') throw new Error('no Chromium: set ORCHARD_CHROMIUM to the path of one')
  const profile = mkdtempSync(join(tmpdir(), 'orchard-bench-profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    viewport: { width: 1440, height: 900 },
    args: flags,
  })
  try {
    return await work(context)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}
