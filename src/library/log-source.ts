import type { Clock } from '#api/clock.ts'
import type { Log } from '#server/storage/log.ts'
import type { LogSource } from './orchard-server.ts'

/** A {@link LogSource} as the library knows it. */
export interface OpenableLog extends LogSource {
  open(clock: Clock): Promise<Log>
}

export const isOpenable = (source: LogSource): source is OpenableLog =>
  'open' in source && typeof source.open === 'function'
