import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isApiPath } from '#facts/api-paths.ts'
import { roomAddress } from '#facts/page-address.ts'
import { chooseCoding, listsEtag } from './accept-encoding.ts'
import { StaticFiles } from './static-files.ts'

/** Files with a hash in their name may be cached forever; all others are revalidated. */
const cacheControl = (path: string): string =>
  path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'

function refuse(out: ServerResponse, code: number, message: string): void {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code }
  out.writeHead(code, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  out.end(`${JSON.stringify(status)}\n`)
}

const safeHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const

/** The page and the script of cells are made for other sites; nothing else may be framed or read by them. [EM4] */
function headersOf(path: string): Readonly<Record<string, string>> {
  const { 'content-security-policy': policy, ...others } = safeHeaders
  if (path === '/cell.html') return others
  if (path === '/cell.js') return { ...safeHeaders, 'access-control-allow-origin': '*' }
  return { ...others, 'content-security-policy': policy }
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

/** Reports whether a person typed the address or followed a link, and so gets a page instead of a Status. */
const wantsPage = ({ headers }: IncomingMessage): boolean =>
  headers['sec-fetch-mode'] === 'navigate' || (headers.accept ?? '').includes('text/html')

/** Answers an address without a file: to persons with the room of that name or the 404 page, to programs with a Status. [ND17] */
async function answerUnknown(
  files: StaticFiles,
  path: string,
  message: IncomingMessage,
  out: ServerResponse,
): Promise<void> {
  if (!wantsPage(message)) return refuse(out, 404, 'there is no such file')
  const room = roomAddress(path)
  if (room !== null) {
    out.writeHead(302, { location: room, 'cache-control': 'no-store' }).end()
    return
  }
  const found = await files.find('/404.html')
  if (found === null) return refuse(out, 404, 'there is no such file')
  const { bytes } = await found.send(null)
  out.writeHead(404, { ...safeHeaders, 'content-type': found.mediaType, 'cache-control': 'no-store' })
  // The links of the file are relative to the page's root, wherever the unknown address is.
  out.end(bytes.toString('utf8').replaceAll('href="./', 'href="/'))
}

async function answer(files: StaticFiles, message: IncomingMessage, out: ServerResponse): Promise<void> {
  const path = pathOf(message)
  if (path === null) return refuse(out, 400, 'the path cannot be read')
  // A request for the API that arrives here bypassed the page's service worker; index.html would be a wrong 200.
  if (isApiPath(path)) return refuse(out, 503, 'the API server runs inside the page; only requests made there reach it')
  if (message.method !== 'GET' && message.method !== 'HEAD') return refuse(out, 405, 'only files are served here')
  const found = await files.find(path)
  if (found === null) return answerUnknown(files, path, message, out)
  const { headers } = message
  const { bytes, coding, etag } = await found.send(chooseCoding(headers['accept-encoding']))
  const common = {
    etag,
    'cache-control': cacheControl(path),
    ...(found.varies && { vary: 'accept-encoding' }),
    ...headersOf(path),
  }
  if (listsEtag(headers['if-none-match'], etag)) {
    out.writeHead(304, common)
    out.end()
    return
  }
  out.writeHead(200, {
    ...common,
    'content-type': found.mediaType,
    'content-length': bytes.byteLength,
    ...(coding !== null && { 'content-encoding': coding }),
  })
  if (message.method === 'HEAD') out.end()
  else out.end(bytes)
}

/** A running static file server. */
export interface StaticHost {
  readonly address: AddressInfo
  close(): Promise<void>
}

/** Serves the built page on this machine. @throws the system's error if the port is in use. [ND8] [ND16] */
export async function servePage(root: string, { host, port }: { host: string; port: number }): Promise<StaticHost> {
  const files = new StaticFiles(root)
  const server = createServer((message, out) => {
    answer(files, message, out).catch(() => out.destroy())
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
