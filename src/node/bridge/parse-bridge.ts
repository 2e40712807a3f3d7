import { parseArgs } from 'node:util'
import type { ClusterWords } from '#facts/clusters-api.ts'
import { parsePort } from '#node/flags/read-values.ts'
import { wrong, type WrongCommand } from '#node/flags/serve-options.ts'

/** The parsed arguments of `orchard bridge`. */
export interface BridgeOptions {
  readonly port: number
  /** The port at which the tab connects; 0 lets the system choose. */
  readonly linkPort: number
  readonly tls: boolean
  /** Files; `''` for none. */
  readonly kubeconfig: string
  readonly tokenAuthFile: string
  readonly vocabulary: ClusterWords
  /** A file for what clients see; `''` for none. */
  readonly cassette: string
  /** Address of the page, for the printed link. */
  readonly page: string
}

export const bridgeUsage = `Flags of bridge:
  --port N                  port for clients; 0 lets the system choose (default 8090)
  --tls                     HTTPS with a self-issued certificate; needs --kubeconfig or --token-auth-file
  --kubeconfig FILE         write a kubeconfig with a token of this run
  --vocabulary WORDS        the words of the clients: orch, or kubernetes for kubectl; the page offers a cluster with
                            these words (default orch)
  --token-auth-file FILE    bearer tokens of users, one per line: token,user,uid,"group1,group2"
  --page URL                address of the page that may connect (default http://localhost:5173/)
  --cassette FILE           record what clients see, for orchard replay
  --link-port N             port for the page (default: the system chooses)
`

/** Parses the flags of `orchard bridge`. @throws TypeError for flags that do not exist */
export function parseBridge(
  args: readonly string[],
): { readonly type: 'help' } | { readonly type: 'bridge'; readonly options: BridgeOptions } | WrongCommand {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '8090' },
      'link-port': { type: 'string', default: '0' },
      tls: { type: 'boolean', default: false },
      kubeconfig: { type: 'string', default: '' },
      'token-auth-file': { type: 'string', default: '' },
      cassette: { type: 'string', default: '' },
      vocabulary: { type: 'string', default: 'orch' },
      page: { type: 'string', default: 'http://localhost:5173/' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return { type: 'help' }
  const { tls, kubeconfig, vocabulary, page, cassette, 'token-auth-file': tokenAuthFile } = values
  const [port, linkPort] = [parsePort(values.port), parsePort(values['link-port'])]
  if (port === null) return wrong(`--port must be a number from 0 to 65535, not ${JSON.stringify(values.port)}`)
  if (linkPort === null)
    return wrong(`--link-port must be a number from 0 to 65535, not ${JSON.stringify(values['link-port'])}`)
  if (vocabulary !== 'orch' && vocabulary !== 'kubernetes')
    return wrong(`--vocabulary must be orch or kubernetes, not ${JSON.stringify(vocabulary)}`)
  if (!URL.canParse(page) || !/^https?:$/.test(new URL(page).protocol))
    return wrong(`--page must be an address such as http://localhost:5173/, not ${JSON.stringify(page)}`)
  if (tls && kubeconfig === '' && tokenAuthFile === '')
    return wrong('--tls needs --kubeconfig or --token-auth-file: without a token every client would be anonymous')
  return { type: 'bridge', options: { port, linkPort, tls, kubeconfig, tokenAuthFile, vocabulary, page, cassette } }
}
