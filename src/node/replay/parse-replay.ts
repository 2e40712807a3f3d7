import { parseArgs } from 'node:util'
import { parsePort } from '#node/flags/read-values.ts'
import { wrong, type WrongCommand } from '#node/flags/serve-options.ts'
import type { ReplaySpeed } from '#record/player.ts'

/** The parsed arguments of `orchard replay`. */
export interface ReplayOptions {
  readonly file: string
  readonly port: number
  readonly speed: ReplaySpeed
}

export const replayUsage = `Flags of replay:
  FILE                      a cassette, as orchard bridge --cassette writes it
  --port N                  port to listen on; 0 lets the system choose (default 8090)
  --speed SPEED             1, 10 or any other factor; step: Enter, or POST /replay/step, delivers the next piece of
                            each stream (default 1)
`

/** Parses the flags of `orchard replay`. @throws TypeError for flags that do not exist */
export function parseReplay(
  args: readonly string[],
): { readonly type: 'help' } | { readonly type: 'replay'; readonly options: ReplayOptions } | WrongCommand {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '8090' },
      speed: { type: 'string', default: '1' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return { type: 'help' }
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) return wrong('replay needs one file')
  const port = parsePort(values.port)
  if (port === null) return wrong(`--port must be a number from 0 to 65535, not ${JSON.stringify(values.port)}`)
  const speed = /^\d{1,4}(?:\.\d{1,3})?x?$/.test(values.speed) ? Number(values.speed.replace('x', '')) : 0
  if (values.speed !== 'step' && speed === 0)
    return wrong(`--speed must be a factor such as 10, or step, not ${JSON.stringify(values.speed)}`)
  return { type: 'replay', options: { file, port, speed: values.speed === 'step' ? 'step' : speed } }
}
