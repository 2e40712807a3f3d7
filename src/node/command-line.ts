import { parseArgs } from 'node:util'
import type { AuthorizationMode } from '#server/create-access.ts'
import { parseDuration } from './duration.ts'

/** What a person asked of the program. */
export type Command =
  | { readonly type: 'help' | 'version' }
  | { readonly type: 'serve'; readonly options: ServeOptions }
  /** `nextPorts`: how many ports after `port` may be tried when it is taken. */
  | { readonly type: 'page'; readonly host: string; readonly port: number; readonly nextPorts: number }
  /** `message` says what is wrong, in one line. */
  | { readonly type: 'wrong'; readonly message: string }

export interface ServeOptions {
  readonly host: string
  readonly port: number
  /** Folder of the log; `''` keeps everything in memory. */
  readonly data: string
  /** How long old versions are kept. */
  readonly historyMs: number
  readonly tokenAuthFile: string
  /** `null`: RBAC with a token file, else everybody may everything. */
  readonly authorizationMode: AuthorizationMode | null
  readonly debug: boolean
  /** Background loops to run: `*` for all, `NAME`, `-NAME`. */
  readonly controllers: readonly string[]
}

export const usage = `Usage: orchard <command> [flags]

Commands:
  serve                     run the API server
  page                      serve the built page on this machine

Flags of serve:
  --port N                  port to listen on; 0 lets the system choose (default 8080)
  --host ADDRESS            address to listen on (default 127.0.0.1)
  --data DIR                keep everything in DIR, durable; without it, in memory
  --history DURATION        how long old versions can be read and watched from, such as 40s or 5m (default 5m)
  --token-auth-file FILE    bearer tokens, a line each: token,user,uid,"group1,group2"
  --authorization-mode MODE RBAC or AlwaysAllow (default RBAC with a token file, else AlwaysAllow)
  --controllers LIST        background loops to run: * for all, NAME, -NAME (default *)
  --debug                   turn /debug/ on

Flags of page:
  --port N                  (default 5173, or the next free one; a browser keeps the data of each port apart)

  --help, --version
`

const wrong = (message: string): Command => ({ type: 'wrong', message })

function parsePort(text: string): number | null {
  const port = Number(text)
  return /^\d{1,5}$/.test(text) && port <= 65_535 ? port : null
}

const modes: ReadonlyMap<string, AuthorizationMode> = new Map([
  ['RBAC', 'RBAC'],
  ['AlwaysAllow', 'AlwaysAllow'],
])

function parseServe(args: readonly string[]): Command {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '8080' },
      host: { type: 'string', default: '127.0.0.1' },
      data: { type: 'string', default: '' },
      history: { type: 'string', default: '5m' },
      'token-auth-file': { type: 'string', default: '' },
      'authorization-mode': { type: 'string', default: '' },
      controllers: { type: 'string', default: '*' },
      debug: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return { type: 'help' }
  if (positionals.length > 0) return wrong(`unexpected argument ${JSON.stringify(positionals[0])}`)
  const port = parsePort(values.port)
  if (port === null) return wrong(`--port must be a number from 0 to 65535, not ${JSON.stringify(values.port)}`)
  const historyMs = parseDuration(values.history)
  if (historyMs === null || historyMs <= 0) {
    return wrong(`--history must be a duration such as 40s or 5m, not ${JSON.stringify(values.history)}`)
  }
  const { host, data, debug, 'token-auth-file': tokenAuthFile, 'authorization-mode': mode } = values
  const authorizationMode = mode === '' ? null : modes.get(mode)
  if (authorizationMode === undefined) {
    return wrong(`--authorization-mode must be RBAC or AlwaysAllow, not ${JSON.stringify(mode)}`)
  }
  const controllers = values.controllers.split(',').map((word) => word.trim())
  return {
    type: 'serve',
    options: { host, port, data, historyMs, tokenAuthFile, authorizationMode, debug, controllers },
  }
}

function parsePage(args: readonly string[]): Command {
  const { values } = parseArgs({
    args: [...args],
    options: { port: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } },
  })
  if (values.help) return { type: 'help' }
  if (values.port === undefined) return { type: 'page', host: '127.0.0.1', port: 5173, nextPorts: 10 }
  const port = parsePort(values.port)
  return port === null
    ? wrong(`--port must be a number from 0 to 65535, not ${JSON.stringify(values.port)}`)
    : { type: 'page', host: '127.0.0.1', port, nextPorts: 0 }
}

/** Reads the arguments after the program's name. [ND7] */
export function parseCommandLine(args: readonly string[]): Command {
  const [first, ...rest] = args
  try {
    switch (first) {
      case 'serve':
        return parseServe(rest)
      case 'page':
        return parsePage(rest)
      case undefined:
      case 'help':
      case '--help':
      case '-h':
        return { type: 'help' }
      case 'version':
      case '--version':
        return { type: 'version' }
      default:
        return wrong(`there is no command ${JSON.stringify(first)}`)
    }
  } catch (error) {
    // parseArgs throws on flags that it does not know; its first sentence says which.
    if (error instanceof TypeError) return wrong(error.message.split('. ')[0] ?? error.message)
    throw error
  }
}

/** Whether only this machine can reach an address. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
