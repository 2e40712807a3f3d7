import type { OpenedCluster, StoredCluster } from '#clusters/cluster-host.ts'
import { keptSigningKey } from '#indexeddb/signing-key.ts'
import { actingAs } from '#server/auth/acting-as.ts'
import { authenticateAllAs, firstOf } from '#server/auth/authenticator.ts'
import { exceptTerminal } from '#server/auth/except-terminal.ts'
import { newSigningKey } from '#server/auth/service-account-tokens.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import { createSimulatedClock, realTimeWith } from '#server/debug/simulated-clock.ts'
import { everyKind } from '#server/kind-sets/every-kind.ts'
import { type OrchardOptions, startOrchard } from '#server/start-orchard.ts'
import type { DiskContents } from '#server/storage/disk.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import type { WireExtras } from '#wire/served-port.ts'
import { memorySettings, signingKeyName } from './cluster-storage.ts'
import { keptGates } from './kept-gates.ts'
import { worldOptions } from './open-world.ts'

interface TrialStart {
  readonly content: DiskContents
  /** The cluster that the trial left. */
  readonly settingsOf: StoredCluster | null
}

/** Starts the server of a trial: everything is in memory, and no controller runs. [MC12] */
export async function openTrial(
  trial: StoredCluster,
  { content, settingsOf }: TrialStart,
  control: NonNullable<OrchardOptions['debugMore']>,
): Promise<OpenedCluster<WireExtras>> {
  const clock = createSimulatedClock(realTimeWith(trial.clockOffsetMs ?? 0))
  const source = settingsOf ?? trial
  const settings = await memorySettings(source)
  const world = worldOptions(clock, settings)
  const log = createMemoryLog({ clock, contents: content })
  const server = await startOrchard({
    kinds: everyKind,
    log,
    clock,
    authenticator: firstOf([actingAs, exceptTerminal(authenticateAllAs(loopbackAdministrator, 'this page'))]),
    authorizationMode: 'RBAC',
    createsFirstObjects: false,
    featureGates: await keptGates(settings),
    debug: true,
    ...world,
    debugMore: async (request, path) =>
      (await control(request, path)) ?? (await world.debugMore?.(request, path)) ?? null,
    // It accepts the tokens of its cluster.
    signingKey: () => keptSigningKey(signingKeyName(source), newSigningKey),
    runs: () => false,
  })
  return {
    log,
    handle: (request) => server.fetch(request),
    async close() {
      server.close()
      await log.close()
    },
  }
}
