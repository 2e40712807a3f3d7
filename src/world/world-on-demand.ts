import type { Clock } from '#api/clock.ts'
import type { World } from './world.ts'
import type { WorldStore } from './world-context.ts'

/** A world that is opened by its first use, in the shapes that a server takes. */
export interface WorldOnDemand extends Pick<World, 'fetch' | 'sendSpans'> {
  /** Answers requests under `/debug/world`; `null` for other paths. */
  readonly debugMore: World['control']
  /** Opens the world, so that `fileNames` is complete. */
  readonly prepare: () => Promise<void>
  /** The names of the files that configuration can refer to; none before the world is open. */
  readonly fileNames: () => readonly string[]
  /** @throws Error in Go's words if the file does not exist */
  readonly readFile: (path: string) => Promise<string>
}

/** Loads and opens the world late, because most visits never need it. [WO7] [LD8] */
export function worldOnDemand(clock: Clock, store: WorldStore): WorldOnDemand {
  let opened: Promise<World> | null = null
  let loaded: World | null = null
  const open = async (): Promise<World> => {
    const { openWorld } = await import('./world.ts')
    return (loaded = await openWorld(clock, store))
  }
  const world = (): Promise<World> => (opened ??= open())
  return {
    fetch: async (request, options) => (await world()).fetch(request, options),
    sendSpans: async (endpoint, bytes, dial) => (await world()).sendSpans(endpoint, bytes, dial),
    debugMore: async (request, path) =>
      path.startsWith('/debug/world') ? (await world()).control(request, path) : null,
    prepare: async () => void (await world()),
    fileNames: () => Object.keys(loaded?.state().files ?? {}),
    readFile: async (path) => {
      const { files } = (await world()).state()
      const text = Object.hasOwn(files, path) ? files[path] : undefined
      if (text === undefined) throw new Error(`open ${path}: no such file or directory`)
      return text
    },
  }
}
