import { parseArgs } from 'node:util'
import { wrong, type WrongCommand } from '#node/flags/serve-options.ts'

/** The parsed arguments of `orchard scenario`. */
export interface ScenarioCommand {
  readonly type: 'scenario'
  readonly files: readonly string[]
  /** Without a slash at its end. */
  readonly server: string
  /** A bearer token; `''` for none. */
  readonly token: string
}

export const scenarioUsage = `Flags of scenario:
  FILE…                     scenario files, as the page's sheet Record makes them
  --server URL              a running server, or a page behind orchard bridge; ends with /clusters/NAME for one of
                            several clusters (default ORCHARD_URL, else http://127.0.0.1:8080)
  --token TOKEN             bearer token of the caller
  Exit code 0: every answer was as recorded; 1: one was not; 2: a file could not be read.
`

/** Parses the flags of `orchard scenario`. @throws TypeError for flags that do not exist */
export function parseScenario(
  args: readonly string[],
  defaultServer: string = process.env['ORCHARD_URL'] ?? 'http://127.0.0.1:8080',
): ScenarioCommand | { readonly type: 'help' } | WrongCommand {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      server: { type: 'string', default: defaultServer },
      token: { type: 'string', default: '' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return { type: 'help' }
  if (positionals.length === 0) return wrong('scenario needs a file')
  const { server, token } = values
  if (!/^https?:$/.test(URL.canParse(server) ? new URL(server).protocol : ''))
    return wrong(`--server must be an address such as http://127.0.0.1:8080, not ${JSON.stringify(server)}`)
  return { type: 'scenario', files: positionals, server: server.replace(/\/+$/, ''), token }
}
