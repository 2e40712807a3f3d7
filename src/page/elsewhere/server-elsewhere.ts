const PARAMETER = 'server'

/** Name of the part of the address after `#` that carries a token, and of what the tab's storage keeps of it. */
const TOKEN = 'token'

/** A server outside of this browser that the page shows. */
export interface ServerElsewhere {
  /** Without a slash at the end. */
  readonly url: string
  /** A bearer token; `''` for none. */
  readonly token: string
}

/** Hosts that the Content-Security-Policy of the page lets it reach. */
const reachable: ReadonlySet<string> = new Set(['localhost', '127.0.0.1'])

/**
 * Returns the URL of a server without a slash at its end, or a sentence that says why the page cannot use it. [ELS1]
 */
export function parseServer(text: string): { readonly url: string } | { readonly fault: string } {
  const shown = JSON.stringify(text)
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    return { fault: `server=${shown} is no address of a server such as http://127.0.0.1:8080.` }
  const { origin, pathname, hostname, search, hash, username, password } = new URL(text)
  if ([search, hash, username, password].some((part) => part !== ''))
    return { fault: `server=${shown} must be an address without a user, a query and a fragment.` }
  if (!reachable.has(hostname))
    return {
      fault: `This page reaches servers at localhost and 127.0.0.1 only, not ${shown}: forward a port of this machine to it.`,
    }
  return { url: origin + pathname.replace(/\/+$/, '') }
}

/**
 * Returns the server of the address, with the token after its `#`. The token is taken out of the address, so
 * that it is in no history and no copied link, and kept for reloads of this tab.
 */
export function serverElsewhere(): ServerElsewhere | { readonly fault: string } {
  const parsed = parseServer(new URLSearchParams(location.search).get(PARAMETER) ?? '')
  if ('fault' in parsed) return parsed
  const kept = `orchard.${TOKEN} ${parsed.url}`
  const given = new URLSearchParams(location.hash.slice(1)).get(TOKEN)
  if (given !== null) {
    history.replaceState(null, '', `${location.pathname}${location.search}`)
    sessionStorage.setItem(kept, given)
  }
  return { url: parsed.url, token: given ?? sessionStorage.getItem(kept) ?? '' }
}
