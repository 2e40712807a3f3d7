import { timingSafeEqual } from 'node:crypto'
import { CLUSTER_HEADER } from '#facts/clusters-api.ts'
import { ACTING_AS_GROUPS_HEADER, ACTING_AS_HEADER, ACTING_AS_UID_HEADER, TERMINAL_HEADER } from '#facts/debug-api.ts'
import { bearerToken, type TokenRecord } from '#server/auth/token-file.ts'
import type { HeaderList } from '#wire/protocol.ts'

/** The credentials that a bridge knows. */
export interface BridgeCallers {
  /** Without a token, a client is the user whom the person chose in the page. */
  readonly open: boolean
  /** The token of the kubeconfig: the user whom the person chose. `''` for none. */
  readonly token: string
  readonly users: readonly TokenRecord[]
}

/** Only the bridge may set these: they say who a client is and which cluster it reaches. */
const own = new Set([ACTING_AS_HEADER, ACTING_AS_GROUPS_HEADER, ACTING_AS_UID_HEADER, CLUSTER_HEADER, TERMINAL_HEADER])

const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.byteLength === right.byteLength && timingSafeEqual(left, right)
}

const withoutToken = (headers: HeaderList): HeaderList =>
  headers.filter(([name]) => name.toLowerCase() !== 'authorization')

/**
 * Returns the headers that the tab receives for a request. They identify the client: as a user of the token file, the user
 * that the page has chosen (`chosen`), the owner of a token that the server in the tab authenticates, or as anonymous. [BR4]
 */
export function callerHeaders({ open, token, users }: BridgeCallers, raw: HeaderList): HeaderList {
  const headers = raw.filter(([name]) => !own.has(name.toLowerCase()))
  const given = bearerToken(new Headers(headers.map(([name, value]): [string, string] => [name, value])))
  const known = given === '' ? undefined : users.find((user) => isSame(user.token, given))
  if (known !== undefined) {
    return [
      ...withoutToken(headers),
      [TERMINAL_HEADER, 'named'],
      [ACTING_AS_HEADER, known.user],
      [ACTING_AS_GROUPS_HEADER, known.groups.join(',')],
      [ACTING_AS_UID_HEADER, known.uid],
    ]
  }
  const isChosen = given === '' ? open : token !== '' && isSame(token, given)
  return isChosen ? [...withoutToken(headers), [TERMINAL_HEADER, 'chosen']] : [...headers, [TERMINAL_HEADER, 'own']]
}
