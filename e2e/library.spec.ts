import { expect, test } from '@playwright/test'
import { digestInNode, type WalkDigest } from './harness/digest-in-node.ts'
import { serveModule } from './harness/serve-module.ts'

/** 1,000 by hand: docs/reliability.md */
const steps = Number(process.env['ORCHARD_SEED_WRITES'] ?? 120)

test('[LIB2] a page stores the same bytes as Node for the same seed, time and requests', async ({ page }) => {
  test.setTimeout(600_000)
  const harness = await serveModule('./library.ts')
  try {
    await page.goto(harness.url)
    await page.waitForFunction('globalThis.digestOfWalk !== undefined')
    const inPage = (await page.evaluate(`digestOfWalk(5, ${steps})`)) as WalkDigest
    expect(inPage.writes).toBeGreaterThan(steps)
    expect(await digestInNode(harness.code, 5, steps)).toEqual(inPage)
  } finally {
    await harness.close()
  }
})
