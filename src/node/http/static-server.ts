import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize, sep } from 'node:path'
import { isApiPath } from '#facts/api-paths.ts'

const mediaTypes: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json'],
  ['.map', 'application/json'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.woff2', 'font/woff2'],
  ['.ttf', 'font/ttf'],
  ['.wasm', 'application/wasm'],
  ['.yaml', 'application/yaml'],
])

/** Files with a hash in their name may be cached forever; all others are revalidated. */
const cacheControl = (path: string): string =>
  path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'

function refuse(out: ServerResponse, code: number, message: string): void {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code }
  out.writeHead(code, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  out.end(`${JSON.stringify(status)}\n`)
}

/** Returns the file of a path below `root`, or `null`, also for a path that leaves `root`. */
async function fileOf(root: string, path: string): Promise<{ readonly file: string; readonly size: number } | null> {
  const file = normalize(join(root, path === '/' ? 'index.html' : path))
  if (!file.startsWith(root + sep)) return null
  try {
    const found = await stat(file)
    return found.isFile() ? { file, size: found.size } : null
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}

function pathOf(message: IncomingMessage): string | null {
  try {
    const path = decodeURIComponent((message.url ?? '/').replace(/[?#].*$/s, ''))
    return path.startsWith('/') && !path.includes('\0') ? path : null
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

async function answer(root: string, message: IncomingMessage, out: ServerResponse): Promise<void> {
  const path = pathOf(message)
  if (path === null) return refuse(out, 400, 'the path cannot be read')
  // A request for the API that arrives here bypassed the page's service worker; index.html would be a wrong 200.
  if (isApiPath(path)) return refuse(out, 503, 'the API server runs inside the page; only requests made there reach it')
  if (message.method !== 'GET' && message.method !== 'HEAD') return refuse(out, 405, 'only files are served here')
  const found = await fileOf(root, path)
  if (found === null) return refuse(out, 404, 'there is no such file')
  out.writeHead(200, {
    'content-type': mediaTypes.get(extname(found.file)) ?? 'application/octet-stream',
    'content-length': found.size,
    'cache-control': cacheControl(path),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
  })
  if (message.method === 'HEAD') out.end()
  else
    createReadStream(found.file)
      .on('error', () => out.destroy())
      .pipe(out)
}

/** A running static file server. */
export interface StaticHost {
  readonly address: AddressInfo
  close(): Promise<void>
}

/** Serves the built page on this machine. @throws the system's error if the port is in use. [ND8] */
export async function servePage(root: string, { host, port }: { host: string; port: number }): Promise<StaticHost> {
  const server = createServer((message, out) => {
    answer(normalize(root), message, out).catch(() => out.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    address: server.address() as AddressInfo,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
