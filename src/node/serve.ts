import { readFile, writeFile } from 'node:fs/promises'
import type { TokenRecord } from '#server/auth/token-file.ts'
import { systemClock } from '#api/system-clock.ts'
import { isLoopback } from './command-line.ts'
import type { ServeOptions } from './flags/serve-options.ts'
import { foreignCaller } from './outbound/foreign-caller.ts'
import { listen } from './http/http-host.ts'
import { toKubeconfig } from './kubeconfig.ts'
import type { HostTls } from './http/listener.ts'
import { openClusters } from './clusters/open-clusters.ts'
import { type Callers, openApiServer } from './open-api-server.ts'
import { parseTokenFile } from './parse-token-file.ts'
import { readAuthorities } from './certificates/read-authorities.ts'
import { serverUrl } from './server-url.ts'
import { openTlsIdentities, type TlsIdentities, tlsFolder } from './certificates/tls-files.ts'

/** The time that requests in flight have to finish after SIGTERM. */
const GRACE_MS = 10_000

async function readTokens(path: string): Promise<readonly TokenRecord[]> {
  if (path === '') return []
  const records = parseTokenFile(await readFile(path, 'utf8'))
  if ('line' in records) throw new Error(`${path}:${records.line}: ${records.message}`)
  return records
}

/**
 * Returns the accepted callers. If credentials are configured, every caller needs them; beyond the loopback interface
 * they are mandatory. @throws Error if there are none.
 */
async function callersOf({
  host,
  tls,
  tokenAuthFile,
  clientCaFile,
  authenticationConfig,
  oidc,
}: ServeOptions): Promise<Callers> {
  const open = oidc === null && [tokenAuthFile, clientCaFile, authenticationConfig].every((file) => file === '')
  if (open && !isLoopback(host) && !tls) {
    // Without credentials every caller would be the administrator.
    throw new Error(
      `--host ${host} would make everyone on the network an administrator; add --token-auth-file or --tls`,
    )
  }
  return { open: open && isLoopback(host), tokens: await readTokens(tokenAuthFile) }
}

const identitiesOf = ({ tls, data, host }: ServeOptions): Promise<TlsIdentities> | null =>
  tls ? openTlsIdentities(data === '' ? '' : tlsFolder(data), host, systemClock.now()) : null

async function toHostTls({ authority, server }: TlsIdentities, clientCaFile: string): Promise<HostTls> {
  const others = await readAuthorities(clientCaFile)
  return { cert: server.certificate, key: server.key, clientAuthorities: [authority.certificate, ...others] }
}

/** Runs the server until a signal ends it. @throws the system's error if it cannot start. [ND1] */
export async function serve(options: ServeOptions): Promise<void> {
  const callers = await callersOf(options)
  const identities = await identitiesOf(options)
  const tls = identities === null ? null : await toHostTls(identities, options.clientCaFile)
  const rootCertificates = identities?.authority.certificate ?? ''
  const server = options.clusters
    ? await openClusters(options, callers, rootCertificates)
    : await openApiServer(options, callers, { rootCertificates })
  const host = await listen({
    handle: server.handle,
    compresses: server.compresses,
    host: options.host,
    port: options.port,
    // If loopback callers are administrators, requests from web pages must be refused.
    ...(callers.open ? { foreign: (headers) => foreignCaller(headers, options.allowedOrigins) } : {}),
    allowedOrigins: options.allowedOrigins,
    strictTransport: options.strictTransport,
    ...(tls === null ? {} : { tls }),
    report: (error) => console.error('orchard:', error),
  }).catch(async (error: unknown) => {
    server.endWatches()
    await server.close()
    throw error
  })
  await server.announce(host.address).catch((error: unknown) => console.error('orchard:', error))
  const url = serverUrl(host.address, options.tls)
  if (options.kubeconfig !== '') await writeKubeconfig(options.kubeconfig, url, { identities, callers })
  const place = placeOf(options)
  console.log(`Orchard serves at ${url} (${place})`)

  let ending = false
  const end = async (): Promise<void> => {
    if (ending) process.exit(1)
    ending = true
    server.endWatches()
    await host.close(GRACE_MS)
    await server.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void end())
  process.on('SIGINT', () => void end())
}

function placeOf({ data, etcd }: ServeOptions): string {
  if (etcd !== null) return `in etcd at ${etcd.servers.join(', ')}, under ${etcd.prefix}`
  return data === '' ? 'in memory' : `in ${data}`
}

interface Credentials {
  readonly identities: TlsIdentities | null
  readonly callers: Callers
}

/** Contains a key, so only its owner may read it. */
async function writeKubeconfig(path: string, server: string, { identities, callers }: Credentials): Promise<void> {
  const text = toKubeconfig({
    name: 'orchard',
    server,
    authority: identities?.authority.certificate ?? '',
    client: identities?.admin ?? null,
    token: identities === null ? (callers.tokens[0]?.token ?? '') : '',
  })
  await writeFile(path, text, { mode: 0o600 })
}
