import type { Clock } from '#api/clock.ts'
import { virtualFiles } from '#config/rules/files.ts'
import { type ConfigKindName, configKindNames } from '#facts/config-api.ts'
import type { KeptValues } from '#indexeddb/kept-values.ts'
import type { OrchardOptions } from '#server/start-orchard.ts'
import type { ConfigStore } from '#server/settings/running-configs.ts'
import { openWorld, type World } from '#world/world.ts'

/**
 * The saved world and configuration files of a cluster. Opened on first use: most visits never need them.
 * [WO7] [LD8]
 */
export function worldOptions(
  clock: Clock,
  values: KeptValues,
): Required<Pick<OrchardOptions, 'fetch' | 'sendSpans' | 'debugMore' | 'configHost'>> & {
  readonly configStore: ConfigStore
} {
  let opened: Promise<World> | null = null
  let loaded: World | null = null
  const world = (): Promise<World> =>
    (opened ??= openWorld(clock, {
      load: () => values.get('world'),
      save: (record) => values.put('world', record),
    }).then((made) => (loaded = made)))
  return {
    fetch: async (request, options) => (await world()).fetch(request, options),
    sendSpans: async (endpoint, bytes, dial) => (await world()).sendSpans(endpoint, bytes, dial),
    debugMore: async (request, path) =>
      path.startsWith('/debug/world') ? (await world()).control(request, path) : null,
    configHost: {
      // The endpoints open the world before the check.
      prepare: async () => void (await world()),
      files: () => virtualFiles(Object.keys(loaded?.state().files ?? {})),
      readFile: async (path) => {
        const { files } = (await world()).state()
        const text = Object.hasOwn(files, path) ? files[path] : undefined
        if (text === undefined) throw new Error(`open ${path}: no such file or directory`)
        return text
      },
    },
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
