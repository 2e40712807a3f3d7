import type { Clock } from '#api/clock.ts'
import { virtualFiles } from '#config/rules/files.ts'
import { type ConfigKindName, configKindNames } from '#facts/config-api.ts'
import type { KeptValues } from '#indexeddb/kept-values.ts'
import type { OrchardOptions } from '#server/start-orchard.ts'
import type { ConfigStore } from '#server/settings/running-configs.ts'
import { worldOnDemand } from '#world/world-on-demand.ts'

/** The saved world and configuration files of a cluster. [WO7] [LD8] */
export function worldOptions(
  clock: Clock,
  values: KeptValues,
): Required<Pick<OrchardOptions, 'fetch' | 'sendSpans' | 'debugMore' | 'configHost'>> & {
  readonly configStore: ConfigStore
} {
  const { fetch, sendSpans, debugMore, prepare, fileNames, readFile } = worldOnDemand(clock, {
    load: () => values.get('world'),
    save: (record) => values.put('world', record),
  })
  return {
    fetch,
    sendSpans,
    debugMore,
    // The endpoints prepare the world before the check.
    configHost: { prepare, files: () => virtualFiles(fileNames()), readFile },
    configStore: configStore(values),
  }
}

const configStore = (values: KeptValues): ConfigStore => ({
  async load() {
    const found = await Promise.all(configKindNames.map(async (kind) => [kind, await values.get(kind)] as const))
    return Object.fromEntries(found.filter((entry): entry is [ConfigKindName, string] => typeof entry[1] === 'string'))
  },
  save: (kind, text) => (text === null ? values.delete(kind) : values.put(kind, text)),
})
