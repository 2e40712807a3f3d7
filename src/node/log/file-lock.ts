import { randomUUID } from 'node:crypto'
import { closeSync, fstatSync, linkSync, openSync, readFileSync, renameSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { StorageError } from '#server/storage/log.ts'
import { syncFolderNow, writeSynced } from './durable-file.ts'

/** The exclusive right to write a folder, kept as a file that names its holder. */
export interface FileLock {
  /** False once somebody has taken the lock away: nothing may be written any more. */
  isHeld(): boolean
  release(): void
}

interface Holder {
  readonly pid: number
  /** When that process was started, as the system counts: a process number may be given again. `''` where it can't be known. */
  readonly started: string
  readonly token: string
}

/** Locks of this very process, since its own number says nothing about them. */
const own = new Set<string>()
const TRIES_MAX = 5

/**
 * Takes the lock of `folder`; one left by a dead process is taken over.
 * @throws StorageError fenced when a living process holds it
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
  throw new StorageError('fenced', `the lock ${path} can't be had: others take it again and again`)
}

const heldBy = (other: Holder, path: string): StorageError =>
  new StorageError('fenced', `process ${other.pid} has this store open (its lock is ${path})`)

/** A link appears with its content or not at all, and never replaces another. */
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

/** Takes a dead holder's lock away. Renamed first: of two that try, one finds in its hands what it did not judge. */
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
  // Empty or cut short by a power cut: it does not say who held it, so a person must decide.
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
    // Not allowed to signal it: it is there.
    return codeOf(error) === 'EPERM'
  }
  const started = startOf(String(holder.pid))
  return started === '' || holder.started === '' || started === holder.started
}

/** Start of a process in ticks since the machine started, `''` where the system does not say. */
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
