import type { Clock } from '#api/clock.ts'
import type { ApiServer } from './apiserver.ts'
import type { ConfigHost } from './settings/check-text.ts'
import { answerConfig } from './settings/config-endpoints.ts'
import { type ConfigStore, RunningConfigs } from './settings/running-configs.ts'
import { type HostOptions, rejectCalls } from '#server/egress/egress.ts'

export interface ConfigurationOptions extends HostOptions {
  /** Access to the files that configurations name. Default: there are none. */
  readonly configHost?: ConfigHost | undefined
  /** Persists running files across restarts. Default: they are not kept. */
  readonly configStore?: ConfigStore | undefined
}

/** The configuration files of a server, and their endpoints under `/debug/`. */
export interface Configuration {
  readonly running: RunningConfigs
  readonly answer: (request: Request, path: string) => Promise<Response | null>
}

/** Activates the persisted configuration files of a server, and allows to replace them. */
export async function startConfiguration(
  server: ApiServer,
  { fetch = rejectCalls, configHost, configStore }: ConfigurationOptions,
  clock: Clock,
): Promise<Configuration> {
  const { access, dialer, tracing, recent } = server
  const { report } = server.server
  const { authentication, authorization } = access
  const parts = { authentication, authorization, dialer, tracing }
  const disallowedIssuers = [server.server.access.tokens.issuer]
  const running = new RunningConfigs({ parts, clock, report, host: configHost, store: configStore, disallowedIssuers })
  await running.start()
  const surface = { ...parts, running, recent, fetch, clock, monotonicMs: server.server.monotonicMs }
  return { running, answer: (request, path) => answerConfig(surface, request, path) }
}
