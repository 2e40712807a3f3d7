import { randomUUID } from 'node:crypto'
import { closeSync, fstatSync, linkSync, openSync, readFileSync, renameSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { StorageError } from '#server/storage/log.ts'
import { syncFolderNow, writeSynced } from './durable-file.ts'

/** The exclusive right to write a folder, held as a file that names its holder. */
export interface FileLock {
  /** Returns false after another process has taken the lock: nothing may be written anymore. */
  isHeld(): boolean
  release(): void
}

interface Holder {
  readonly pid: number
  /** The start time of the process, as the system counts it, because process ids are reused. `''` if unknown. */
  readonly started: string
  readonly token: string
}

/** Locks of this process, since its own process id does not distinguish them. */
const own = new Set<string>()
const TRIES_MAX = 5

/**
 * Acquires the lock of `folder`. The lock of a dead process is taken over.
 * @throws StorageError fenced if a running process holds it
 */
export function takeFileLock(folder: string): FileLock {
  const path = join(folder, 'lock')
  const holder: Holder = { pid: process.pid, started: startOf('self'), token: randomUUID() }
  const draft = join(folder, `lock.${holder.token}`)
  writeSynced(draft, JSON.stringify(holder))
  try {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      if (tryLink(draft, path)) {
        syncFolderNow(folder)
        return hold(path, holder)
      }
      const other = readHolder(path)
      if (other === null) continue
      if (isAlive(other)) throw heldBy(other, path)
      remove(path, other, holder)
    }
  } finally {
    unlinkSync(draft)
  }
  throw new StorageError('fenced', `the lock ${path} cannot be acquired: other processes keep taking it`)
}

const heldBy = (other: Holder, path: string): StorageError =>
  new StorageError('fenced', `process ${other.pid} has this store open (its lock is ${path})`)

/** A link appears atomically with its content and never replaces an existing file. */
function tryLink(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

function hold(path: string, holder: Holder): FileLock {
  const fd = openSync(path, 'r')
  own.add(holder.token)
  const isHeld = (): boolean => fstatSync(fd).nlink > 0
  return {
    isHeld,
    release() {
      if (!own.delete(holder.token)) return
      if (readHolder(path)?.token === holder.token) unlinkSync(path)
      closeSync(fd)
    },
  }
}

/**
 * Removes the lock of a dead process. It is renamed first: of two processes that try, one finds that it renamed
 * another lock than the one that it examined.
 */
function remove(path: string, dead: Holder, holder: Holder): void {
  const aside = `${path}.${holder.token}.dead`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  const taken = readHolder(aside)
  if (taken !== null && taken.token !== dead.token) tryLink(aside, path)
  unlinkSync(aside)
}

function readHolder(path: string): Holder | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (isHolder(value)) return value
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    if (!(error instanceof SyntaxError))
      throw new StorageError('fenced', `the lock ${path} can't be read: ${String(error)}`)
  }
  // Empty or truncated by a power failure: it does not name its holder, so an operator must decide.
  throw new StorageError(
    'fenced',
    `the lock ${path} is damaged. If no other server uses this folder, remove it and start again: rm '${path}'`,
  )
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== 'object' || value === null) return false
  const { pid, started, token } = value as Partial<Record<keyof Holder, unknown>>
  return Number.isSafeInteger(pid) && typeof started === 'string' && typeof token === 'string'
}

function isAlive(holder: Holder): boolean {
  if (holder.pid === process.pid) return own.has(holder.token)
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    // Not permitted to signal the process: it exists.
    return codeOf(error) === 'EPERM'
  }
  const started = startOf(String(holder.pid))
  return started === '' || holder.started === '' || started === holder.started
}

/** Returns the start time of a process in ticks since boot; `''` if the system does not provide it. */
function startOf(process: string): string {
  try {
    const stat = readFileSync(`/proc/${process}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch (error) {
    if (codeOf(error) !== '') return ''
    throw error
  }
}

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
