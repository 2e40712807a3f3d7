import type { Clock } from '#api/clock.ts'
import type { ApiServer } from './apiserver.ts'
import type { ConfigHost } from './settings/check-text.ts'
import type { ConfigSurface } from './settings/config-endpoints.ts'
import type { ConfigStore, RunningConfigs } from './settings/running-configs.ts'
import { type HostOptions, rejectCalls } from '#server/egress/egress.ts'
import { onDemand } from '#api/loading/on-demand.ts'

export interface ConfigurationOptions extends HostOptions {
  /** Access to the files that configurations name. Default: there are none. */
  readonly configHost?: ConfigHost | undefined
  /** Persists running files across restarts. Default: they are not kept. */
  readonly configStore?: ConfigStore | undefined
  /**
   * The persisted files are put in force when the host calls {@link Configuration.begin}, or for the first request that
   * waits for them. Default: at start.
   */
  readonly startsFilesLater?: boolean | undefined
}

/** The configuration files of a server, and their endpoints under `/debug/`. Their code is loaded when it is needed. */
export interface Configuration {
  /** The files in force, and their replacement. */
  running(): Promise<RunningConfigs>
  /** Begins to put the persisted files in force; does nothing if there are none. */
  begin(): void
  readonly answer: (request: Request, path: string) => Promise<Response | null>
}

const answered = /^\/debug\/(?:config|trials)(?:\/|$)/

/**
 * Activates the persisted configuration files of a server, and allows to replace them. The server is answering meanwhile:
 * what depends on the files waits for them. [LD9]
 */
export async function startConfiguration(
  server: ApiServer,
  options: ConfigurationOptions,
  clock: Clock,
): Promise<Configuration> {
  const { fetch = rejectCalls, configStore } = options
  const { access, dialer, tracing, recent } = server
  const parts = { ...access, dialer, tracing }
  const surface = onDemand(async () => {
    const running = await startFiles(server, options, { parts, clock })
    const all: ConfigSurface = { ...parts, running, recent, fetch, clock, monotonicMs: server.server.monotonicMs }
    const { answerConfig } = await import('./settings/config-endpoints.ts')
    return { running, answer: (request: Request, path: string) => answerConfig(all, request, path) }
  })
  const kept = Object.values((await configStore?.load()) ?? {})
  const hasFiles = kept.some((text) => text !== undefined)
  if (hasFiles) server.waitFor(surface)
  const begin = (): void => {
    // The first request that waits tries again after a failure.
    if (hasFiles) surface.load()?.catch(() => undefined)
  }
  if (options.startsFilesLater !== true) begin()
  return {
    begin,
    async running() {
      await surface.load()
      return surface.loaded().running
    },
    async answer(request, path) {
      if (!answered.test(path)) return null
      await surface.load()
      return surface.loaded().answer(request, path)
    },
  }
}

/** Puts the persisted files in force. */
async function startFiles(
  { server }: ApiServer,
  { configHost, configStore }: ConfigurationOptions,
  { parts, clock }: Pick<ConstructorParameters<typeof RunningConfigs>[0], 'parts' | 'clock'>,
): Promise<RunningConfigs> {
  const { RunningConfigs: Files } = await import('./settings/running-configs.ts')
  const { report, access } = server
  const disallowedIssuers = [access.tokens.issuer]
  const running = new Files({ parts, clock, report, host: configHost, store: configStore, disallowedIssuers })
  await running.start()
  return running
}
