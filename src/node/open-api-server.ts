import { type ApiServer, createApiServer } from '#server/apiserver.ts'
import { everybodyIs, firstOf, type Authenticator } from '#server/auth/authenticator.ts'
import { alwaysAllow } from '#server/auth/authorizer.ts'
import { type TokenRecord, tokenFile } from '#server/auth/token-file.ts'
import { anonymous, loopbackAdministrator } from '#server/auth/user-info.ts'
import { randomName } from '#server/random-name.ts'
import type { Log } from '#server/storage/log.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { systemClock } from '#server/system-clock.ts'
import { authenticatedOnly } from './authenticated-only.ts'
import type { ServeOptions } from './command-line.ts'
import type { FetchHandler } from './fetch-handler.ts'

/** The core with its log, as this host uses it. */
export interface OpenedServer {
  readonly handle: FetchHandler
  /** Ends every open stream, so that clients go and connections can close. */
  endWatches(): void
  /** Waits for writes under way, then closes the log. */
  close(): Promise<void>
}

/** Who a caller is: by token where there is a file of them, else whoever can reach the loop-back is the administrator. */
const authenticatorFor = (tokens: readonly TokenRecord[] | null): Authenticator =>
  tokens === null
    ? everybodyIs(loopbackAdministrator, 'the loop-back connection')
    : firstOf([tokenFile(tokens), everybodyIs(anonymous, 'no credentials')])

async function openLog({ data }: ServeOptions): Promise<Log> {
  if (data === '') return createMemoryLog({ clock: systemClock })
  throw new Error('--data is not there yet')
}

/** Opens the log and makes the server over it. `tokens` null: every caller is the administrator. */
export async function openApiServer(
  options: ServeOptions,
  tokens: readonly TokenRecord[] | null,
): Promise<OpenedServer> {
  const log = await openLog(options)
  const server: ApiServer = createApiServer({
    log,
    clock: systemClock,
    uid: () => crypto.randomUUID(),
    random: randomName,
    authenticator: authenticatorFor(tokens),
    authorizer: tokens === null ? alwaysAllow : authenticatedOnly,
  })
  await server.ready
  return {
    handle: server.fetch,
    endWatches: () => server.close(),
    close: () => log.close(),
  }
}
