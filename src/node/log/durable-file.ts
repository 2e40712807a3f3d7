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

/** The store holds every Secret: it is for its owner only. [DK14] */
export const FOLDER_MODE = 0o700
export const FILE_MODE = 0o600

/** Writes a small file that would survive a power cut; it has its content or is not there. [DK15] */
export function writeDurably(path: string, text: string): void {
  const draft = `${path}.tmp`
  writeSynced(draft, text)
  renameSync(draft, path)
  syncFolderNow(dirname(path))
}

/** Writes `text` and waits until it is on the disk; the name is durable after {@link syncFolderNow}. */
export function writeSynced(path: string, text: string): void {
  const fd = openSync(path, 'w', FILE_MODE)
  try {
    writeSync(fd, text)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Makes the names in a folder durable. */
export function syncFolderNow(folder: string): void {
  // Windows can't open a folder, and keeps names without being asked.
  if (process.platform === 'win32') return
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Makes `folder`, or takes from others what rights they have in it: older versions left it open to all. [DK14] */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
  if (process.platform === 'win32') return
  chmodSync(folder, FOLDER_MODE)
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === true) chmodSync(path, FILE_MODE)
  }
}
