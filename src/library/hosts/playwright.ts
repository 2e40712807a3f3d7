/** A fixture for Playwright: the page's API requests reach a server of the test. docs/library/playwright.md */
import {
  test as plain,
  type TestType,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
} from '@playwright/test'
import { isApiPath } from '#facts/api-paths.ts'
import type { OrchardServer } from '#library/orchard-server.ts'
import { listen } from './node.ts'
import { type FixtureOptions, startServer } from './start-server.ts'

export type { FixtureOptions } from './start-server.ts'

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
export const test: Test = plain.extend<OrchardFixtures>({
  orchardOptions: [{}, { option: true }],
  orchard: [
    async ({ orchardOptions, page }, use) => {
      await using server = await startServer(orchardOptions)
      await using listening = await listen(server)
      // Passed on, not fulfilled: a fulfilled response cannot be a stream.
      await page.route(
        (url) => isApiPath(url.pathname),
        (route, request) => {
          const { pathname, search } = new URL(request.url())
          return route.continue({ url: `${listening.url}${pathname}${search}` })
        },
      )
      await use(server)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
