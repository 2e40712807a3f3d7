import type { Clock } from '#api/clock.ts'
import type { AdmissionPlugin } from '#server/admission/chain/plugin.ts'
import type { PodSecurityObserver } from '#server/admission/pod-security/observer.ts'
import type { PluginConfigurations } from './admission-settings.ts'

/** The dependencies of plugins, besides the request. */
export interface PluginPorts {
  readonly clock: Clock
  readonly random: (length: number) => string
  readonly podSecurity: PodSecurityObserver
}

/** Makes a plugin for one server. */
export type PluginFactory = (ports: PluginPorts, configurations: PluginConfigurations) => AdmissionPlugin
