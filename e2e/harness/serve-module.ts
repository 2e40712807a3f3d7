import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { vocabularyPlugin } from '#tools/vocabulary/vocabulary-plugin.ts'

const page =
  '<!doctype html><html lang="en"><title>Harness</title><link rel="stylesheet" href="/module.css">' +
  '<body><script type="module" src="/module.js"></script></body></html>'

interface ServedModule {
  readonly url: string
  /** The module with all that it imports. */
  readonly code: string
  close(): Promise<void>
}

/** Bundles `entry` (a path relative to this file) and serves it in an empty page on a separate origin. */
export async function serveModule(entry: string): Promise<ServedModule> {
  const { code, styles } = await bundle(fileURLToPath(new URL(entry, import.meta.url)))
  const server: Server = createServer((message, out) => {
    const [type, body] =
      message.url === '/module.js'
        ? ['text/javascript', code]
        : message.url === '/module.css'
          ? ['text/css', styles]
          : ['text/html', page]
    out.writeHead(200, { 'content-type': type })
    out.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    code,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        // Chromium may hold a connection on which it never sent a request; `close` would wait for it.
        server.closeAllConnections()
      }),
  }
}

interface Bundle {
  readonly code: string
  /** All style sheets that the module imports; `''` for none. */
  readonly styles: string
}

async function bundle(input: string): Promise<Bundle> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [vocabularyPlugin()],
    build: { write: false, minify: false, rolldownOptions: { input, output: { codeSplitting: false } } },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (output === undefined || !('output' in output)) throw new Error(`nothing was built of ${input}`)
  const [chunk, ...others] = output.output
  const styles = others.flatMap((file) =>
    file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : [],
  )
  return { code: chunk.code, styles: styles.join('\n') }
}
