/** Fixtures and matchers for Vitest: each test has a server of its own. docs/library/vitest.md */
import { expect, test as plain, type TestAPI } from 'vitest'
import type { OrchardServer } from '#library/orchard-server.ts'
import { type FixtureOptions, startServer } from './start-server.ts'

export { cassette } from './cassette.ts'
export type { CassetteFetch, CassetteOptions, CassetteTape } from './cassette.ts'
export type { FixtureOptions } from './start-server.ts'

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
export function orchardTest(options: FixtureOptions = {}): TestAPI<OrchardFixtures> {
  let first: Promise<OrchardServer> | undefined
  return plain.extend<OrchardFixtures>({
    // Vitest reads the names of the fixtures that this one needs from the pattern: none.
    // oxlint-disable-next-line no-empty-pattern
    orchard: async ({}, use) => {
      const server = await (await (first ??= startServer(options))).fork()
      try {
        await use(server)
      } finally {
        await server.close()
      }
    },
  })
}

/** `orchardTest()` of an empty cluster. */
export const test: TestAPI<OrchardFixtures> = orchardTest()

interface MatcherResult {
  readonly pass: boolean
  readonly message: () => string
  readonly actual?: unknown
  readonly expected?: unknown
}

/** Checks the status code of a response, and the reason of its Status. */
async function toBeStatus(response: Response, code: number, reason?: string): Promise<MatcherResult> {
  const text = await response.clone().text()
  const found = reasonOf(text)
  const wanted = reason === undefined ? `${code}` : `${code} ${reason}`
  return {
    pass: response.status === code && (reason === undefined || found === reason),
    message: () => `expected ${wanted}, got ${response.status} ${found}: ${text.slice(0, 500)}`,
    actual: { code: response.status, reason: found },
    expected: { code, reason },
  }
}

function reasonOf(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    const reason = typeof value === 'object' && value !== null && 'reason' in value ? value.reason : ''
    return typeof reason === 'string' ? reason : ''
  } catch {
    return ''
  }
}

/** Checks that a server has an object, and its fields. */
async function toHaveObject(server: OrchardServer, path: string, fields: object = {}): Promise<MatcherResult> {
  const response = await server.fetch(path)
  if (!response.ok) return { pass: false, message: () => `expected an object at ${path}, got ${response.status}` }
  const object: unknown = await response.json()
  const pass = isLike(object, fields)
  const verb = pass ? 'not to have' : 'to have'
  return { pass, message: () => `expected ${path} ${verb} these fields`, actual: object, expected: fields }
}

function isLike(object: unknown, fields: object): boolean {
  try {
    expect(object).toMatchObject(fields)
    return true
  } catch {
    return false
  }
}

expect.extend({ toBeStatus, toHaveObject })

declare module 'vitest' {
  interface Matchers<T> {
    /** Checks the status code of a response, and the reason of its Status. @example await expect(answer).toBeStatus(409, 'Conflict') */
    toBeStatus(code: number, reason?: string): Promise<T>
    /** Checks that a server has the object with this path, and with these fields. */
    toHaveObject(path: string, fields?: object): Promise<T>
  }
}
