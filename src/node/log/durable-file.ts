import {
  chmodSync,
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** The store contains every Secret, so only its owner may read it. [DK14] */
export const FOLDER_MODE = 0o700
export const FILE_MODE = 0o600

/** Writes a small file atomically and durably: after a power failure it has its whole content or is absent. [DK15] */
export function writeDurably(path: string, text: string): void {
  const draft = `${path}.tmp`
  writeSynced(draft, text)
  renameSync(draft, path)
  syncFolderNow(dirname(path))
}

/** Writes `text` and syncs it to disk. The name is durable after {@link syncFolderNow}. */
export function writeSynced(path: string, text: string): void {
  const fd = openSync(path, 'w', FILE_MODE)
  try {
    writeSync(fd, text)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Makes the directory entries of a folder durable. */
export function syncFolderNow(folder: string): void {
  // Windows cannot open a folder, and persists names without a sync.
  if (process.platform === 'win32') return
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/**
 * Creates a folder for its owner only. Removes others' permissions from an existing one, because older versions left
 * it open to all. [DK14]
 */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
  if (process.platform === 'win32') return
  chmodSync(folder, FOLDER_MODE)
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === true) chmodSync(path, FILE_MODE)
  }
}
