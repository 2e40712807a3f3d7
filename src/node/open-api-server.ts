import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import type { ReloadOutcome } from '#facts/config-api.ts'
import { everybodyIs, nobody, type Authenticator } from '#server/auth/authenticator.ts'
import { type TokenRecord, tokenFile } from '#server/auth/token-file.ts'
import { createFeatureGates } from '#server/features/feature-gates.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import { startOrchard } from '#server/start-orchard.ts'
import type { Log } from '#server/storage/log.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { systemClock } from '#api/system-clock.ts'
import type { ServeOptions } from './command-line.ts'
import { nodeFiles } from './config-files.ts'
import { claimVocabulary } from './data-vocabulary.ts'
import type { FetchHandler } from './http/fetch-handler.ts'
import { outboundFetch } from './outbound/outbound-fetch.ts'
import { openFileLog } from './log/file-log.ts'
import { reachableAddress } from './outbound/reachable-address.ts'
import { spanSender } from './outbound/send-spans.ts'
import { followConfigs, loadConfigs } from './server-config.ts'
import { readSigningKey, signingKeyBeside } from './certificates/signing-key.ts'

/** The core with its log, as this host uses it. */
export interface OpenedServer {
  readonly handle: FetchHandler
  /** Whether answers may be compressed. */
  compresses(): boolean
  /** Makes the service by which the cluster knows this server, where it listens. */
  announce(address: AddressInfo): Promise<void>
  /** Ends every open stream, so that clients go and connections can close. */
  endWatches(): void
  /** Waits for writes under way, then closes the log. */
  close(): Promise<void>
}

/** Who may call. `open`: whoever can reach the loop-back is the administrator; otherwise callers need credentials. */
export interface Callers {
  readonly open: boolean
  readonly tokens: readonly TokenRecord[]
}

/** Who a caller without a token is: where nobody needs one, whoever can reach the loop-back is the administrator; else nobody. */
const authenticatorFor = ({ open }: Callers): Authenticator =>
  open ? everybodyIs(loopbackAdministrator, 'the loop-back connection') : nobody

/** The store is lost: a supervisor must not take this for an ordinary end. [DK17] */
const EXIT_LOST = 3

async function openLog({ data, vocabulary }: ServeOptions): Promise<Log> {
  if (data === '') return createMemoryLog({ clock: systemClock })
  claimVocabulary(data, vocabulary)
  return openFileLog({
    dir: data,
    clock: systemClock,
    warn: (message) => console.error(`orchard: ${message}`),
    onLost(error) {
      console.error(`orchard: ${error.message}; nothing can be written to ${data} any more, so this server ends`)
      process.exit(EXIT_LOST)
    },
  })
}

/** A file that somebody names is read at once, so that its faults are seen at the start. */
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

/** What is named decides, then the star. */
const runsBy =
  (words: readonly string[]) =>
  (name: string): boolean =>
    words.includes(name) || (words.includes('*') && !words.includes(`-${name}`))

const tellReload = (path: string, { isInForce, message }: ReloadOutcome): void =>
  isInForce
    ? console.log(`orchard: ${path} is in force`)
    : console.error(`orchard: ${path} is not in force, the last good one stays: ${message}`)

/** A bug of ours, with the request that met it: its id is the `Audit-Id` of the answer. [ER5] */
const tellPanic = ({ message, auditId }: { readonly message: string; readonly auditId?: string }): void =>
  console.error(`orchard: the server met a bug${auditId === undefined ? '' : ` in request ${auditId}`}: ${message}`)

/** Opens the log and makes the server over it. */
export async function openApiServer(options: ServeOptions, callers: Callers): Promise<OpenedServer> {
  const log = await openLog(options)
  const featureGates = createFeatureGates(options.featureGates)
  const spans = spanSender()
  const orchard = await startOrchard({
    log,
    clock: systemClock,
    authenticator: authenticatorFor(callers),
    // Without any, whoever shows a token is refused, and not taken for nobody.
    ...(callers.open ? {} : { tokens: tokenFile(callers.tokens) }),
    authorizationMode: options.authorizationMode ?? (callers.open ? 'AlwaysAllow' : 'RBAC'),
    debug: options.debug,
    onPanic: tellPanic,
    fetch: outboundFetch,
    sendSpans: spans.send,
    configHost: { files: () => nodeFiles, readFile: (path) => readFile(path, 'utf8') },
    issuer: options.issuer,
    watchCacheLagMs: options.watchCacheLagMs,
    signingKey: await signingKeyOf(options),
    runs: runsBy(options.controllers),
    featureGates,
    serviceAccountAdmission: options.admissionPlugins.includes('ServiceAccount'),
    nodeRestriction: options.admissionPlugins.includes('NodeRestriction'),
    historyMs: options.historyMs,
    // Age alone decides, as in the reference. [RT2]
    revisionsMin: 0,
  })
  const { running } = orchard.configuration
  await loadConfigs(running, options).catch(async (error: unknown) => {
    orchard.close()
    await log.close()
    throw error
  })
  const endFollowing = followConfigs(running, options, tellReload)
  return {
    handle: orchard.fetch,
    announce: ({ address, port }) => orchard.announce({ address: reachableAddress(address), port }),
    compresses: () => featureGates.enabled('APIResponseCompression'),
    endWatches() {
      endFollowing()
      orchard.close()
      spans.close()
    },
    close: () => log.close(),
  }
}
