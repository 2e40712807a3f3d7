import { fileURLToPath } from 'node:url'
import { createServer, type Plugin } from 'vite'
import type { recorders } from '#prepared/record-samples.ts'

const prefix = 'virtual:prepared/'
const recorder = fileURLToPath(new URL('../prepared/record-samples.ts', import.meta.url))

interface Recorder {
  readonly recorders: typeof recorders
}

/**
 * Offers `virtual:prepared/NAME`: the log of a sample cluster, recorded from its story while the page is built, so that it can
 * never be older than the server that reads it. Fails the build when the server refuses a step of the story.
 */
export function preparedLogPlugin(): Plugin {
  const recorded = new Map<string, Promise<string>>()
  const record = async (name: string): Promise<string> => {
    // A Vite server without a port: it only loads modules, including those imported later.
    const loader = await createServer({
      configFile: false,
      logLevel: 'error',
      appType: 'custom',
      optimizeDeps: { noDiscovery: true, include: [] },
      server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    })
    try {
      const { recorders: all } = (await loader.ssrLoadModule(recorder)) as Recorder
      const tell = all[name]
      if (tell === undefined) throw new Error(`there is no story of a sample ${name}`)
      const { log, report } = await tell()
      if (report.refused.length > 0) throw new Error(`the sample's story was refused:\n${report.refused.join('\n')}`)
      return JSON.stringify(log)
    } finally {
      await loader.close()
    }
  }
  return {
    name: 'orchard:prepared-log',
    resolveId: (source) => (source.startsWith(prefix) ? `\0${source}` : null),
    async load(resolved) {
      if (!resolved.startsWith(`\0${prefix}`)) return null
      const name = resolved.slice(prefix.length + 1)
      const log = recorded.get(name) ?? record(name)
      recorded.set(name, log)
      // A JSON text is parsed faster than an object literal of the same size.
      return `export const preparedLog = JSON.parse(${JSON.stringify(await log)})`
    },
  }
}
