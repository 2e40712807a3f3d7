import type { AdmissionPlugin } from '#server/admission/chain/plugin.ts'
import { AdmissionConfigError } from '#server/admission/chain/admission-config-error.ts'
import { admissionPluginNames, type AdmissionSettings, isPluginOn } from './admission-settings.ts'
import { alwaysDeny } from './optional/always-deny.ts'
import type { PluginFactory, PluginPorts } from './plugin-factory.ts'

/** The plugins of a server, and their dependencies. */
export interface ChainParts extends PluginPorts {
  /** Makes the plugins of the kinds that are served, in any order. */
  readonly factories: readonly PluginFactory[]
  /** Plugins that watch objects. They run between the others and quota. */
  readonly dynamic: readonly AdmissionPlugin[]
  /** Plugins that ask an authorizer. */
  readonly checks: readonly AdmissionPlugin[]
}

/**
 * Returns the plugins that are on, in the order in which they run. @throws AdmissionConfigError if one of them lacks a
 * configuration
 */
export function admissionPlugins(parts: ChainParts, settings: AdmissionSettings): readonly AdmissionPlugin[] {
  const { configurations = {} } = settings
  if (configurations.eventLimits === undefined && isPluginOn('EventRateLimit', settings))
    throw new AdmissionConfigError(
      'failed to initialize admission: couldn\'t init admission plugin "EventRateLimit": limits: Invalid value: []: must not be empty',
    )
  const own = parts.factories.map((make) => make(parts, configurations)).toSorted((a, b) => rankOf(a) - rankOf(b))
  const all: readonly AdmissionPlugin[] = [
    ...own.filter((plugin) => rankOf(plugin) < dynamicRank),
    ...parts.dynamic,
    // Late, so that only requests that all other plugins allow are counted.
    ...own.filter((plugin) => rankOf(plugin) > dynamicRank),
    ...parts.checks,
    alwaysDeny,
  ]
  return all.filter(({ name }) => isPluginOn(name, settings))
}

const rankOf = ({ name }: AdmissionPlugin): number => admissionPluginNames.indexOf(name)
const dynamicRank = admissionPluginNames.indexOf('MutatingAdmissionPolicy')
