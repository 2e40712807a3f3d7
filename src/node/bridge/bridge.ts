import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { linkText } from '#bridge/greeting.ts'
import { systemClock } from '#api/system-clock.ts'
import type { TokenRecord } from '#server/auth/token-file.ts'
import { openTlsIdentities } from '#node/certificates/tls-files.ts'
import { listen } from '#node/http/http-host.ts'
import { toKubeconfig } from '#node/kubeconfig.ts'
import { foreignCaller } from '#node/outbound/foreign-caller.ts'
import { parseTokenFile } from '#node/parse-token-file.ts'
import { serverUrl } from '#node/server-url.ts'
import { openCassette } from '#node/replay/cassette-writer.ts'
import { bridgeHandler } from './bridge-handler.ts'
import { openPageLink } from './page-link.ts'
import type { BridgeOptions } from './parse-bridge.ts'

const host = '127.0.0.1'

async function readUsers(path: string): Promise<readonly TokenRecord[]> {
  if (path === '') return []
  const records = parseTokenFile(await readFile(path, 'utf8'))
  if ('line' in records) throw new Error(`${path}:${records.line}: ${records.message}`)
  return records
}

/** 192 bits: too many to guess, and short enough to copy. */
const newSecret = (): string => randomBytes(24).toString('base64url')

/** Returns the text that the bridge prints: its address, and the commands to connect a page and clients. */
export function bridgeText(
  { page, kubeconfig, tls }: BridgeOptions,
  { url, link }: { readonly url: string; readonly link: string },
): string {
  const address = new URL(page)
  address.hash = `bridge=${link}`
  return [
    `Orchard's bridge listens at ${url}`,
    '',
    `Open the page and allow the bridge there:  ${address.href}`,
    `In a page that is open already: Terminal clients, and paste  ${link}`,
    '',
    'Then type',
    ...(tls ? [] : [`  curl ${url}/api/v1/namespaces`]),
    ...(kubeconfig === '' ? [] : [`  KUBECONFIG=${kubeconfig} kubectl get namespaces`]),
    '',
  ].join('\n')
}

/** A watch that breaks off because the page has gone is no error of the bridge. */
function report(error: unknown): void {
  if (!(error instanceof TypeError)) console.error('orchard:', error)
}

/** Runs the bridge until a signal ends it. @throws the system's error if it cannot start [BR1] */
export async function bridge(options: BridgeOptions): Promise<void> {
  const users = await readUsers(options.tokenAuthFile)
  const identities = options.tls ? await openTlsIdentities('', host, systemClock.now()) : null
  const secret = newSecret()
  const token = options.kubeconfig === '' ? '' : newSecret()
  // Over TLS and with a list of users, clients need a token.
  const open = identities === null && users.length === 0
  let [server, kubeconfig] = ['', '']
  const link = await openPageLink({
    secret,
    port: options.linkPort,
    origin: new URL(options.page).origin,
    opened: () => ({ type: 'opened', server, kubeconfigPath: options.kubeconfig, kubeconfig, needsToken: !open }),
    changed: (cluster) =>
      console.log(cluster === null ? 'orchard: the page has gone' : `orchard: ${cluster} answers in the page`),
  })
  const cassette = options.cassette === '' ? null : openCassette(options.cassette, () => performance.now())
  const handle = bridgeHandler(link.client, { open, token, users })
  const api = await listen({
    handle: cassette?.record(handle) ?? handle,
    host,
    port: options.port,
    foreign: foreignCaller,
    ...(identities === null
      ? {}
      : { tls: { cert: identities.server.certificate, key: identities.server.key, clientAuthorities: [] } }),
    report,
  }).catch((error: unknown) => {
    link.close()
    throw error
  })
  server = serverUrl(api.address, options.tls)
  kubeconfig =
    options.kubeconfig === ''
      ? ''
      : toKubeconfig({
          name: 'orchard',
          server,
          authority: identities?.authority.certificate ?? '',
          client: null,
          token,
        })
  if (kubeconfig !== '') await writeFile(options.kubeconfig, kubeconfig, { mode: 0o600 })
  const { port } = link.address
  console.log(bridgeText(options, { url: server, link: linkText({ port, secret, vocabulary: options.vocabulary }) }))
  const end = (): void => {
    link.close()
    void api
      .close(0)
      .then(() => cassette?.close())
      .then(() => process.exit(0))
  }
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
}
