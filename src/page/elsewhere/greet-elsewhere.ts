import type { Owner } from './call-elsewhere.ts'
import type { ServerElsewhere } from './server-elsewhere.ts'

/** Returns the user of a token. Every user is allowed to create this review. */
const WHO_PATH = '/apis/authentication.orch.io/v1/selfsubjectreviews'
/** The first path that the Lab reads. */
const LAB_PATH = '/debug/storage'

interface SelfSubjectReview {
  readonly status?: { readonly userInfo?: { readonly username?: string; readonly groups?: readonly string[] } }
}

/**
 * Returns the user that the server takes this page for, or a sentence that says why the page cannot show the server.
 * [ELS1]
 */
export async function greetElsewhere(
  { url, token }: ServerElsewhere,
  origin: string,
  network: typeof fetch,
): Promise<Owner | { readonly fault: string }> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(token !== '' && { authorization: `Bearer ${token}` }),
  }
  const asked = JSON.stringify({ apiVersion: 'authentication.orch.io/v1', kind: 'SelfSubjectReview' })
  try {
    const who = await network(url + WHO_PATH, { method: 'POST', headers, body: asked, credentials: 'omit' })
    if (!who.ok) return { fault: faultOf(who.status, url, token) }
    const owner = ownerOf((await who.json()) as SelfSubjectReview)
    const lab = await network(url + LAB_PATH, { headers, credentials: 'omit' })
    await lab.body?.cancel()
    if (lab.status === 404)
      return { fault: `The server at ${url} does not serve what the Lab reads: start it with --debug.` }
    if (!lab.ok)
      return { fault: `${owner.name} may not read what the Lab shows of ${url}: use the token of an administrator.` }
    return owner
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error
    return {
      fault: `No server answers at ${url}, or it does not allow this page: start it with --cors-allowed-origins ${origin}.`,
    }
  }
}

function faultOf(status: number, url: string, token: string): string {
  if (status === 401 && token !== '')
    return `The server at ${url} refuses the token: give another one behind #token= in the address.`
  if (status === 401 || status === 403)
    return `The server at ${url} asks for a token: give one behind #token= in the address.`
  if (status === 404)
    return `The server at ${url} is no Orchard of this page's vocabulary: start it without --vocabulary kubernetes.`
  return `The server at ${url} answered ${status} when it was asked who this page is.`
}

const ownerOf = ({ status }: SelfSubjectReview): Owner => ({
  name: status?.userInfo?.username ?? '',
  groups: status?.userInfo?.groups ?? [],
})
