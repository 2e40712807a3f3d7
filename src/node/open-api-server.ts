import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import type { ReloadOutcome } from '#facts/config-api.ts'
import { type AbacPolicy, parseAbacPolicies } from '#server/auth/abac/abac-policy.ts'
import { authenticateAllAs, nobody, type Authenticator } from '#server/auth/authenticator.ts'
import { type TokenRecord, tokenFile } from '#server/auth/token-file.ts'
import { createFeatureGates } from '#server/features/feature-gates.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import { type Orchard, type OrchardOptions, startOrchard } from '#server/start-orchard.ts'
import type { DiskContents } from '#server/storage/disk.ts'
import type { Log } from '#server/storage/log.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { systemClock } from '#api/system-clock.ts'
import type { ServeOptions } from './flags/serve-options.ts'
import { readAdmissionConfig } from './admission-config.ts'
import { nodeFiles } from './config-files.ts'
import { claimVocabulary } from './data-vocabulary.ts'
import { openEtcdStore } from './etcd-store.ts'
import type { FetchHandler } from './http/fetch-handler.ts'
import { letSocketsBeRead } from './http/let-sockets-be-read.ts'
import { applyOidcFlags } from './oidc.ts'
import { outboundFetch } from './outbound/outbound-fetch.ts'
import { openFileLog } from './log/file-log.ts'
import { reachableAddress } from './outbound/reachable-address.ts'
import { spanSender } from './outbound/send-spans.ts'
import { followConfigs, loadConfigs, namesConfigs } from './server-config.ts'
import { readSigningKey, signingKeyBeside } from './certificates/signing-key.ts'

/** The server as this host uses it. */
export interface OpenedServer {
  readonly handle: FetchHandler
  /** Reports whether responses may be compressed. */
  compresses(): boolean
  /** Creates the service `orch` for the address that the server listens on. */
  announce(address: AddressInfo): Promise<void>
  /** Ends every open stream, so that clients disconnect and connections can close. */
  endWatches(): void
  /** Waits for pending writes, then closes the log. */
  close(): Promise<void>
}

/** The server of one log. */
export interface LogServer extends OpenedServer {
  readonly log: Log
}

/** The parts that a host adds to the server of one log. */
export interface ServerParts {
  /** The server's authority in PEM, `''` without TLS. */
  readonly rootCertificates: string
  /** The content with which an empty log is initialized. */
  readonly prepared?: DiskContents | undefined
  /** See the record of a cluster. */
  readonly otherLineUpTo?: number | undefined
  readonly createsFirstObjects?: boolean | undefined
  readonly debugMore?: OrchardOptions['debugMore']
}

/**
 * The accepted callers. `open`: every caller on the loopback interface is the administrator; otherwise callers need
 * credentials.
 */
export interface Callers {
  readonly open: boolean
  readonly tokens: readonly TokenRecord[]
}

/**
 * Returns the authenticator for callers without a token: the administrator on a server that needs no credentials,
 * else none.
 */
const authenticatorFor = ({ open }: Callers): Authenticator =>
  open ? authenticateAllAs(loopbackAdministrator, 'the loop-back connection') : nobody

/** The exit code for a lost store, so that a supervisor distinguishes it from a normal exit. [DK17] */
const EXIT_LOST = 3

async function openLog(
  { data, vocabulary, etcd, port }: ServeOptions,
  { prepared, otherLineUpTo }: Pick<ServerParts, 'prepared' | 'otherLineUpTo'>,
): Promise<Log> {
  if (etcd !== null) return openEtcdStore(etcd, vocabulary, port)
  const skipTo = otherLineUpTo === undefined ? undefined : otherLineUpTo + 1
  if (data === '') return createMemoryLog({ clock: systemClock, skipTo, ...(prepared && { contents: prepared }) })
  claimVocabulary(data, vocabulary)
  return openFileLog({
    dir: data,
    clock: systemClock,
    prepared,
    skipTo,
    warn: (message) => console.error(`orchard: ${message}`),
    onLost(error) {
      console.error(`orchard: ${error.message}; nothing can be written to ${data} anymore, so this server exits`)
      process.exit(EXIT_LOST)
    },
  })
}

/** A configured file is read at the start, so that its errors are reported then. */
async function signingKeyOf({
  signingKeyFile,
  data,
}: ServeOptions): Promise<(() => Promise<CryptoKeyPair>) | undefined> {
  if (signingKeyFile !== '') {
    const pair = await readSigningKey(signingKeyFile)
    return async () => pair
  }
  return data === '' ? undefined : () => signingKeyBeside(data)
}

/** An explicit name takes precedence over `*`. */
const runsBy =
  (words: readonly string[]) =>
  (name: string): boolean =>
    words.includes(name) || (words.includes('*') && !words.includes(`-${name}`))

const reportReload = (path: string, { isInForce, message }: ReloadOutcome): void =>
  isInForce
    ? console.log(`orchard: ${path} is in force`)
    : console.error(`orchard: ${path} is not valid, the last valid one stays in force: ${message}`)

/** Reports a bug of the server with the request that caused it, by the `Audit-Id` of the response. [ER5] */
const reportPanic = ({ message, auditId }: { readonly message: string; readonly auditId?: string }): void =>
  console.error(`orchard: a bug in the server${auditId === undefined ? '' : ` in request ${auditId}`}: ${message}`)

async function policiesOf({ policyFile }: ServeOptions): Promise<readonly AbacPolicy[] | undefined> {
  return policyFile === '' ? undefined : parseAbacPolicies(policyFile, await readFile(policyFile, 'utf8'))
}

/** Activates the files and flags that configure access, and follows the files. The returned function stops that. */
async function startConfigs({ configuration }: Orchard, options: ServeOptions): Promise<() => void> {
  if (options.oidc === null && !namesConfigs(options)) return () => undefined
  const running = await configuration.running()
  if (options.oidc !== null) await applyOidcFlags(running, options.oidc)
  await loadConfigs(running, options)
  return followConfigs(running, options, reportReload)
}

interface Flags {
  readonly options: ServeOptions
  readonly callers: Callers
}

/** The options that follow from flags and the files that they name. */
async function flagOptions({ options, callers }: Flags): Promise<Omit<OrchardOptions, 'log'>> {
  return {
    clock: systemClock,
    authenticator: authenticatorFor(callers),
    // Without configured tokens, a request with a token is refused instead of being anonymous.
    ...(callers.open ? {} : { tokens: tokenFile(callers.tokens) }),
    abacPolicies: await policiesOf(options),
    authorizationMode: options.authorizationMode ?? (callers.open ? 'AlwaysAllow' : 'RBAC'),
    debug: options.debug,
    issuer: options.issuer,
    accountTokens: options.accountTokens,
    serviceNetwork: options.serviceNetwork,
    watchCacheLagMs: options.watchCacheLagMs,
    signingKey: await signingKeyOf(options),
    runs: runsBy(options.controllers),
    life: { runs: runsBy(options.controllers), nodes: options.nodes },
    ...(options.leaderElect && {
      candidacy: {
        identity: `${hostname()}_${crypto.randomUUID()}`,
        report: (text) => console.error(`orchard: ${text}`),
      },
    }),
    featureGates: createFeatureGates(options.featureGates),
    admission: {
      enabled: options.enabledPlugins,
      disabled: options.disabledPlugins,
      configurations: await readAdmissionConfig(options.admissionConfig),
    },
    runtimeConfig: options.runtimeConfig,
    inFlight: options.inFlight,
    historyMs: options.historyMs,
    // As in the reference, only the age of revisions counts. [RT2]
    revisionsMin: 0,
    isShared: options.etcd !== null,
  }
}

/** Opens the log and creates the server over it. */
export async function openApiServer(
  options: ServeOptions,
  callers: Callers,
  { prepared, otherLineUpTo, createsFirstObjects, rootCertificates, debugMore }: ServerParts,
): Promise<LogServer> {
  const log = await openLog(options, { prepared, otherLineUpTo })
  const spans = spanSender()
  const compresses = compression(options)
  const orchard = await startOrchard({
    ...(await flagOptions({ options, callers })),
    log,
    otherLineUpTo,
    createsFirstObjects,
    rootCertificates,
    onPanic: reportPanic,
    fetch: outboundFetch,
    pause: letSocketsBeRead,
    sendSpans: spans.send,
    configHost: { files: () => nodeFiles, readFile: (path) => readFile(path, 'utf8') },
    debugMore,
  })
  const endFollowing = await startConfigs(orchard, options).catch(async (error: unknown) => {
    orchard.close()
    await log.close()
    throw error
  })
  return {
    log,
    handle: orchard.fetch,
    async announce({ address, port }) {
      // Beside an API server of Kubernetes, the service is that of its own.
      if (options.etcd?.codec !== 'reference') await orchard.announce({ address: reachableAddress(address), port })
    },
    compresses,
    endWatches() {
      endFollowing()
      orchard.close()
      spans.close()
    },
    close: () => log.close(),
  }
}

/** Returns whether the feature gates allow compressed responses. */
export function compression({ featureGates }: ServeOptions): () => boolean {
  const isOn = createFeatureGates(featureGates).enabled('APIResponseCompression')
  return () => isOn
}
