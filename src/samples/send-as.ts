import { ACTING_AS_GROUPS_HEADER, ACTING_AS_HEADER } from '#facts/debug-api.ts'
import type { Actor } from './book-shop/cast.ts'

/** Returns a fetch function that sends requests as an actor of the sample, to paths of the server at `origin`. */
export function sendAs(fetcher: typeof fetch, origin: string, actor: Actor): typeof fetch {
  return (path, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('accept', 'application/json')
    headers.set(ACTING_AS_HEADER, actor.name)
    headers.set(ACTING_AS_GROUPS_HEADER, actor.groups.join(','))
    return fetcher(new URL(String(path), origin).href, { ...init, headers })
  }
}
