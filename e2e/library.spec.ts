import { expect } from '@playwright/test'
import { digestInNode, type WalkDigest, walkSteps } from './harness/digest-in-node.ts'
import { serveModule } from './harness/serve-module.ts'
import { test } from './page-test.ts'

test('[LIB2] a page stores the same bytes as Node for the same seed, time and requests', async ({ page }) => {
  test.setTimeout(600_000)
  const harness = await serveModule('./library.ts')
  try {
    await page.goto(harness.url)
    await page.waitForFunction('globalThis.digestOfWalk !== undefined')
    const inPage = (await page.evaluate(`digestOfWalk(5, ${walkSteps})`)) as WalkDigest
    expect(inPage.writes).toBeGreaterThan(walkSteps / 2)
    expect(await digestInNode(harness.code, 5, walkSteps)).toEqual(inPage)
  } finally {
    await harness.close()
  }
})
