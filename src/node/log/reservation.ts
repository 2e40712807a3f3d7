import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { writeDurably } from './durable-file.ts'

/** What the file beside the log remembers, so that a lost end of the log is noticed. */
interface Noted {
  /** No revision above it was ever handed out. */
  readonly reserved: number
  /** Name of the newest log file, `''` for none. */
  readonly newest: string
  /** Revision of the last entry when the log was closed in good order, -1 while it is open. */
  readonly closedAt: number
}

/** Revisions that are reserved at once. After a crash what is left of them is skipped. */
const BLOCK = 4_096
/** Skipped where the reservation itself is lost: more than anybody writes between two of them. */
const LOST_BLOCKS = 256

/** Keeps a block of revisions reserved, so that one that was handed out is never given again, whatever of the log is lost. [DK16] */
export class Reservation {
  readonly #path: string
  readonly #folder: string
  #noted: Noted = { reserved: 0, newest: '', closedAt: -1 }

  constructor(folder: string) {
    this.#folder = folder
    this.#path = join(folder, 'reserved')
  }

  /**
   * Compares what is noted with what was found. Answers where revisions go on, and a sentence for each thing that may be
   * missing. `last` is the newest revision found.
   */
  open(last: number, names: readonly string[]): { readonly from: number; readonly warnings: readonly string[] } {
    if (!existsSync(this.#path)) return { from: last, warnings: [] }
    const noted = parse(readFileSync(this.#path, 'utf8'))
    if (noted === null) {
      const from = last + LOST_BLOCKS * BLOCK
      return {
        from,
        warnings: [`${this.#path} is damaged: revisions go on at ${from + 1}, so that none is given twice`],
      }
    }
    this.#noted = noted
    const warnings: string[] = []
    if (noted.newest !== '' && !names.includes(noted.newest))
      warnings.push(
        `${join(this.#folder, noted.newest)} is missing: what was written after revision ${last} is lost. Stop the server and copy the file back if you have it`,
      )
    else if (noted.closedAt > last)
      warnings.push(
        `the log in ${this.#folder} ends at revision ${last}, but was closed at ${noted.closedAt}: what was written between them is lost`,
      )
    const from = noted.closedAt >= 0 && noted.closedAt <= last ? last : Math.max(last, noted.reserved)
    return { from, warnings }
  }

  /** Before revisions up to `revision` are written. @throws the system's error */
  reserve(revision: number): void {
    if (revision <= this.#noted.reserved && this.#noted.closedAt < 0) return
    this.#write({ ...this.#noted, reserved: Math.max(this.#noted.reserved, revision + BLOCK), closedAt: -1 })
  }

  /** A new log file was made. */
  noteNewest(newest: string): void {
    this.#write({ ...this.#noted, newest, closedAt: -1 })
  }

  close(last: number): void {
    if (this.#noted.reserved > 0) this.#write({ ...this.#noted, closedAt: last })
  }

  #write(noted: Noted): void {
    const text = JSON.stringify(noted)
    writeDurably(this.#path, `${text}\n${crc32(text)}\n`)
    this.#noted = noted
  }
}

function parse(file: string): Noted | null {
  const [text = '', sum] = file.split('\n')
  if (text === '' || sum !== String(crc32(text))) return null
  return JSON.parse(text) as Noted
}
