import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const page = '<!doctype html><title>Harness</title><script type="module" src="/module.js"></script>'

interface ServedModule {
  readonly url: string
  close(): Promise<void>
}

/** Bundles `entry` (a path beside this file) and serves it in an empty page, on an origin of its own. */
export async function serveModule(entry: string): Promise<ServedModule> {
  const code = await bundle(fileURLToPath(new URL(entry, import.meta.url)))
  const server: Server = createServer((message, out) => {
    const isModule = message.url === '/module.js'
    out.writeHead(200, { 'content-type': isModule ? 'text/javascript' : 'text/html' })
    out.end(isModule ? code : page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function bundle(input: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, minify: false, rolldownOptions: { input, output: { codeSplitting: false } } },
  })
  const [output] = Array.isArray(result) ? result : [result]
  const chunk = output !== undefined && 'output' in output ? output.output[0] : undefined
  if (chunk === undefined) throw new Error(`nothing was built of ${input}`)
  return chunk.code
}
