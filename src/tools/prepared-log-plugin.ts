import { fileURLToPath } from 'node:url'
import { createServer, type Plugin } from 'vite'
import type { recordBookShop } from '#prepared/record-book-shop.ts'

const id = 'virtual:prepared/book-shop'
const recorder = fileURLToPath(new URL('../prepared/record-book-shop.ts', import.meta.url))

interface Recorder {
  readonly recordBookShop: typeof recordBookShop
}

/**
 * Offers `virtual:prepared/book-shop`: the log of the sample cluster, recorded from its story while the page is built, so that
 * it can never be older than the server that reads it. Fails the build when the server refuses a step of the story.
 */
export function preparedLogPlugin(): Plugin {
  let recorded: Promise<string> | null = null
  const record = async (): Promise<string> => {
    // A Vite server without a port: it only loads modules, including those imported later.
    const loader = await createServer({
      configFile: false,
      logLevel: 'error',
      appType: 'custom',
      optimizeDeps: { noDiscovery: true, include: [] },
      server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    })
    try {
      const { recordBookShop: tell } = (await loader.ssrLoadModule(recorder)) as Recorder
      const { log, report } = await tell()
      if (report.refused.length > 0) throw new Error(`the sample's story was refused:\n${report.refused.join('\n')}`)
      return JSON.stringify(log)
    } finally {
      await loader.close()
    }
  }
  return {
    name: 'orchard:prepared-log',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    async load(resolved) {
      if (resolved !== `\0${id}`) return null
      recorded ??= record()
      // A JSON text is parsed faster than an object literal of the same size.
      return `export const preparedLog = JSON.parse(${JSON.stringify(await recorded)})`
    },
  }
}
