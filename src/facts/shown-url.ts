/** Reports whether a query parameter may hold a credential. `continue` holds a position of a list, which is none. */
export const isSecretParameter = (name: string): boolean =>
  /token|secret|password|passwd|credential|assertion|api[-_]?key|signature|authorization|code$/i.test(name)

/** A JSON Web Token, whatever the name of its parameter. */
const webToken = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/

const REMOVED = 'REMOVED'

/** Returns the path and query of a request for facts and lists of requests: without values that may be credentials. [DB15] */
export function shownUrl(url: string): string {
  const mark = url.indexOf('?')
  if (mark < 0) return url
  return `${url.slice(0, mark + 1)}${url
    .slice(mark + 1)
    .split('&')
    .map(shownPair)
    .join('&')}`
}

function shownPair(pair: string): string {
  const end = pair.indexOf('=')
  if (end < 0) return pair
  const name = pair.slice(0, end)
  return isSecretParameter(decoded(name)) || webToken.test(decoded(pair.slice(end + 1))) ? `${name}=${REMOVED}` : pair
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
