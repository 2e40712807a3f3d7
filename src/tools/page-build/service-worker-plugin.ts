import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const entry = fileURLToPath(new URL('../../service-worker/main.ts', import.meta.url))
const FILE = 'direct-answers.js'

/** Bundles what `public/api-sw.js` imports. It is a classic script, because not all browsers load modules in a service worker. */
async function bundled(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2023',
      lib: { entry, formats: ['iife'], name: 'orchard', fileName: () => FILE },
    },
  })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []))
  const script = outputs.find((one) => one.type === 'chunk')
  if (script === undefined) throw new Error(`${FILE} was not built`)
  return script.code
}

/** Serves and emits `direct-answers.js`, the part of the service worker that is written in TypeScript. [TR8] */
export const serviceWorkerPlugin = (): Plugin => ({
  name: 'orchard:service-worker',
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      if (request.url?.replace(/[?#].*$/s, '') !== `/${FILE}`) return next()
      bundled().then((code) => {
        response.setHeader('content-type', 'text/javascript')
        response.end(code)
      }, next)
    })
  },
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: FILE, source: await bundled() })
  },
})
