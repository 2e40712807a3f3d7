import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'

/** The built program, run as a user would. */
export const program = join(import.meta.dirname, '../dist/node/orchard.js')

/** Waits for the address that a server prints. Rejects with all that it printed if it ends before. */
export function printedAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const keep = (chunk: unknown): void => void (printed += String(chunk))
    child.stderr?.on('data', keep)
    child.stdout?.on('data', (chunk) => {
      keep(chunk)
      // Output may arrive in parts: an address ends where white space follows.
      const base = /https?:\/\/\S+(?=\s)/.exec(printed)?.[0]
      if (base !== undefined) resolve(base)
    })
    child.once('close', () => reject(new Error(printed)))
  })
}
