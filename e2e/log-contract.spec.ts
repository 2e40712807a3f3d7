import { expect } from '@playwright/test'
import type { ContractResult } from '#testing/log-contract/log-contract.ts'
import { serveModule } from './harness/serve-module.ts'
import { test } from './page-test.ts'

test("the log on the browser's own IndexedDB passes the contract suite of a log", async ({ page }) => {
  const harness = await serveModule('./log-contract.ts')
  await page.goto(harness.url)
  await page.waitForFunction('window.runContract !== undefined')

  const results = (await page.evaluate('window.runContract()')) as readonly ContractResult[]

  await harness.close()
  expect(results.filter(({ error }) => error !== null)).toEqual([])
  expect(results.length).toBeGreaterThan(20)
})
