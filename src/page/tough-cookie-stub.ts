/*
 * Replaces tough-cookie, in which msw keeps mocked cookies; nothing here mocks cookies. Configured in vite.config.ts.
 */

export const Cookie = { fromJSON: (): null => null }

export class MemoryCookieStore {
  readonly idx = {}
}

export class CookieJar {
  getCookiesSync(): readonly never[] {
    return []
  }

  async setCookie(): Promise<void> {}
}
