/*
 * Stands in for tough-cookie, which msw keeps mocked cookies in; nothing here mocks cookies. vite.config.ts names it.
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
