import { keepNewest } from '#api/caching/keep-newest.ts'
import type { ContinueTokenInfo, Fact } from '#facts/fact.ts'

/** Recently issued continue tokens, for display: no request depends on them. */
export interface ContinueTokens {
  list(): readonly ContinueTokenInfo[]
  /** Called after a page was served. `used` is the request's token, `''` for a first page. */
  answered(page: Page): void
  /** Called when a token was refused with 410. */
  expired(token: string): void
}

export interface Page {
  readonly used: string
  readonly url: string
  readonly actor: string
  readonly group: string
  readonly resource: string
  readonly namespace: string
  readonly revision: number
  readonly next: { readonly token: string; readonly startKey: string; readonly remaining: number | null } | null
}

const keptMax = 200

export function createContinueTokens(nowMs: () => number, report: (fact: Fact) => void): ContinueTokens {
  const tokens = new Map<string, ContinueTokenInfo>()
  let lastId = 0
  const put = (info: ContinueTokenInfo): void => {
    keepNewest(tokens, [info.token, info], keptMax)
    report({ type: 'continue-token', token: info })
  }
  const finish = (token: string, state: 'expired' | 'finished'): number => {
    const info = tokens.get(token)
    if (info !== undefined) put({ ...info, state })
    return info?.pageCount ?? 1
  }
  return {
    list: () => [...tokens.values()],
    expired: (token) => {
      finish(token, 'expired')
    },
    answered(page) {
      const pages = page.used === '' ? 1 : finish(page.used, 'finished') + 1
      if (page.next === null) return
      const { url, actor, group, resource, namespace, revision, next } = page
      lastId += 1
      put({
        id: lastId,
        url,
        actor,
        group,
        resource,
        namespace,
        revision,
        ...next,
        pageCount: pages,
        createdMs: nowMs(),
        state: 'live',
      })
    },
  }
}
