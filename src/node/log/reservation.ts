import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { writeDurably } from './durable-file.ts'

/** The state in the file next to the log, by which a lost end of the log is detected. */
interface Noted {
  /** An upper bound of the assigned revisions. */
  readonly reserved: number
  /** The name of the newest log file; `''` for none. */
  readonly newest: string
  /** The revision of the last entry at a clean shutdown; -1 while the log is open. */
  readonly closedAt: number
  /** A revision that was durable when this was written. Older versions did not note it. */
  readonly durable?: number
}

/** The log as it was found. */
interface Found {
  readonly last: number
  readonly names: readonly string[]
  readonly empty: string
}

/** The number of revisions reserved at once. After a crash the unused ones are skipped. */
const BLOCK = 4_096
/** Blocks to skip if the reservation itself is lost: more than are written between two reservations. */
const LOST_BLOCKS = 256

/**
 * Keeps a block of revisions reserved, so that no assigned revision is ever reused, whatever part of the log is lost.
 * [DK16]
 */
export class Reservation {
  readonly #path: string
  readonly #folder: string
  #noted: Noted = { reserved: 0, newest: '', closedAt: -1 }

  constructor(folder: string) {
    this.#folder = folder
    this.#path = join(folder, 'reserved')
  }

  /**
   * Compares the recorded state with the log. Returns the revision to continue from, and a message for each possible
   * loss. `last` is the newest revision in the log, `empty` the name of its newest file if that has no content.
   */
  open(
    last: number,
    names: readonly string[],
    empty: string,
  ): { readonly from: number; readonly warnings: readonly string[] } {
    if (!existsSync(this.#path)) return { from: last, warnings: [] }
    const noted = parse(readFileSync(this.#path, 'utf8'))
    if (noted === null) {
      const from = last + LOST_BLOCKS * BLOCK
      return {
        from,
        warnings: [`${this.#path} is damaged: revisions continue at ${from + 1}, so that none is reused`],
      }
    }
    this.#noted = noted
    const from = noted.closedAt >= 0 && noted.closedAt <= last ? last : Math.max(last, noted.reserved)
    const loss = this.#lossOf(noted, { last, names, empty })
    return { from, warnings: loss === null ? [] : [loss] }
  }

  #lossOf({ newest, closedAt, durable = 0 }: Noted, { last, names, empty }: Found): string | null {
    const path = join(this.#folder, newest)
    const advice = `writes after revision ${last} are lost. Stop the server and copy the file back if you have it`
    if (newest !== '' && !names.includes(newest)) return `${path} is missing: ${advice}`
    if (newest !== '' && newest === empty && closedAt < 0)
      return `${path} is empty: unless the server was stopped when it created this file, ${advice}`
    const ended = `the log in ${this.#folder} ends at revision ${last}, but`
    if (durable > last) return `${ended} had reached ${durable}: the writes in between are lost`
    return closedAt > last ? `${ended} was closed at ${closedAt}: the writes in between are lost` : null
  }

  /**
   * Must be called before revisions up to `revision` are written; those up to `durable` are. @throws the system's error
   */
  reserve(revision: number, durable: number): void {
    if (revision <= this.#noted.reserved && this.#noted.closedAt < 0) return
    this.#write({ ...this.#noted, reserved: Math.max(this.#noted.reserved, revision + BLOCK), closedAt: -1, durable })
  }

  /** Records the name of a new log file. */
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
