import { statSync } from 'node:fs'
import type { ConfigFiles } from '#config/rules/files.ts'

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'no such file or directory'],
  ['ENOTDIR', 'not a directory'],
  ['EACCES', 'permission denied'],
  ['ELOOP', 'too many levels of symbolic links'],
  ['ENAMETOOLONG', 'file name too long'],
])

/** Reads files of this machine. */
export const nodeFiles: ConfigFiles = {
  stat(path) {
    try {
      const stat = statSync(path)
      return { type: stat.isFile() ? 'file' : stat.isDirectory() ? 'directory' : 'other' }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      return { type: 'missing', reason: reasons.get(code) ?? 'input/output error' }
    }
  },
}
