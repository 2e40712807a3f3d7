/** A fixture for Playwright: the page's API requests reach a server of the test. docs/library/playwright.md */
import {
  type TestType,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
} from '@playwright/test'
import type { OrchardServer } from './orchard-server.js'
import { type FixtureOptions } from './start-server.js'
export type { FixtureOptions } from './start-server.js'
/** Fixtures of a test, and the options that it may set with `test.use`. */
export interface OrchardFixtures {
  /** Options of the server. Default: an empty cluster. */
  orchardOptions: FixtureOptions
  /** The server that answers the page's requests to paths of the API. Closed after the test. */
  orchard: OrchardServer
}
type Test = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & OrchardFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>
/**
 * Playwright's `test` with the fixture `orchard`.
 *
 * @example
 * test.use({ orchardOptions: { objects: shop } })
 * test('an expired list', async ({ page, orchard }) => {
 *   await page.goto('/')
 *   await orchard.expireHistory()
 * })
 */
export declare const test: Test
export { expect } from '@playwright/test'
