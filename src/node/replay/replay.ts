import { readFile } from 'node:fs/promises'
import { CassetteError, parseCassette } from '#record/cassette.ts'
import { listen } from '#node/http/http-host.ts'
import { foreignCaller } from '#node/outbound/foreign-caller.ts'
import { serverUrl } from '#node/server-url.ts'
import type { ReplayOptions } from './parse-replay.ts'
import { replayHandler } from './replay-handler.ts'

/** Answers requests by a cassette until a signal ends it. @throws Error for a file that is none [RCD7] */
export async function replay({ file, port, speed }: ReplayOptions): Promise<void> {
  const text = await readFile(file, 'utf8')
  const player = replayHandler(readCassette(file, text), speed)
  const host = await listen({
    handle: player.handle,
    host: '127.0.0.1',
    port,
    foreign: foreignCaller,
    report: (error) => console.error('orchard:', error),
  })
  console.log(
    `Orchard replays ${file} at ${serverUrl(host.address, false)} (${speed === 'step' ? 'step by step' : `${speed}x`})`,
  )
  if (speed === 'step') {
    process.stdin.on('data', () => console.log(`orchard: ${player.step()} delivered`))
    // A terminal that is not there does not keep the program alive.
    process.stdin.unref()
  }
  const end = (): void => void host.close(0).then(() => process.exit(0))
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
}

function readCassette(file: string, text: string): ReturnType<typeof parseCassette> {
  try {
    return parseCassette(text)
  } catch (error) {
    throw error instanceof CassetteError ? new Error(`${file}: ${error.message}`) : error
  }
}
