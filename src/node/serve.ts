import { readFile } from 'node:fs/promises'
import type { TokenRecord } from '#server/auth/token-file.ts'
import { isLoopback, type ServeOptions } from './command-line.ts'
import { foreignCaller } from './foreign-caller.ts'
import { listen } from './http-host.ts'
import { openApiServer } from './open-api-server.ts'
import { parseTokenFile } from './parse-token-file.ts'

/** Requests under way get so long to end after SIGTERM. */
const GRACE_MS = 10_000

async function readTokens(path: string): Promise<readonly TokenRecord[] | null> {
  if (path === '') return null
  const records = parseTokenFile(await readFile(path, 'utf8'))
  if ('line' in records) throw new Error(`${path}:${records.line}: ${records.message}`)
  return records
}

const baseUrl = ({ address, port, family }: { address: string; port: number; family: string }): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`

/** Runs the server until a signal ends it. @throws the system's error when it cannot start. [ND1] */
export async function serve(options: ServeOptions): Promise<void> {
  const tokens = await readTokens(options.tokenAuthFile)
  if (tokens === null && !isLoopback(options.host)) {
    // Without tokens every caller is the administrator.
    throw new Error(`--host ${options.host} would let the whole network in as administrator; add --token-auth-file`)
  }
  const server = await openApiServer(options, tokens)
  const report = (error: unknown): void => console.error('orchard:', error)
  const host = await listen({
    handle: server.handle,
    host: options.host,
    port: options.port,
    // Without tokens whoever reaches the loop-back is the administrator, so it must be a program of this machine.
    ...(tokens === null ? { foreign: foreignCaller } : {}),
    report,
  }).catch(async (error: unknown) => {
    server.endWatches()
    await server.close()
    throw error
  })
  const place = options.data === '' ? 'in memory' : `in ${options.data}`
  console.log(`Orchard serves at ${baseUrl(host.address)} (${place})`)

  let ending = false
  const end = async (): Promise<void> => {
    if (ending) process.exit(1)
    ending = true
    server.endWatches()
    await host.close(GRACE_MS)
    await server.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void end())
  process.on('SIGINT', () => void end())
}
