/** Fixtures and matchers for Vitest: each test has a server of its own. docs/library/vitest.md */
import { type TestAPI } from 'vitest'
import type { OrchardServer } from './orchard-server.js'
import { type FixtureOptions } from './start-server.js'
export { cassette } from './cassette.js'
export type { CassetteFetch, CassetteOptions, CassetteTape } from './cassette.js'
export type { FixtureOptions } from './start-server.js'
/** Fixtures of a test. */
export interface OrchardFixtures {
  /** A fork of the server that the file describes; closed after the test. */
  readonly orchard: OrchardServer
}
/**
 * Returns `test` with the fixture `orchard`. The server is started once a file; each test has a fork of it, so no test
 * sees what another did.
 *
 * @example
 * const test = orchardTest({ objects: shop, loops: ['garbage-collector'] })
 * test('a name is taken', async ({ orchard }) => {
 *   expect(await orchard.fetch('/api/v1/namespaces', { method: 'POST', body })).toBeStatus(409, 'AlreadyExists')
 * })
 */
export declare function orchardTest(options?: FixtureOptions): TestAPI<OrchardFixtures>
/** `orchardTest()` of an empty cluster. */
export declare const test: TestAPI<OrchardFixtures>
declare module 'vitest' {
  interface Matchers<T> {
    /** Checks the status code of a response, and the reason of its Status. @example await expect(answer).toBeStatus(409, 'Conflict') */
    toBeStatus(code: number, reason?: string): Promise<T>
    /** Checks that a server has the object with this path, and with these fields. */
    toHaveObject(path: string, fields?: object): Promise<T>
  }
}
