/** The state of a path. Only the host can access files: Node its disk, the page a virtual folder. */
export type FileFact =
  | { readonly type: 'file' | 'directory' | 'other' }
  /** `reason`: the system's message, `no such file or directory`. */
  | { readonly type: 'missing'; readonly reason: string }

export interface ConfigFiles {
  /** Follows symbolic links. */
  stat(path: string): FileFact
}

/** An empty folder. */
export const noFiles: ConfigFiles = { stat: () => ({ type: 'missing', reason: 'no such file or directory' }) }

/** Returns a virtual folder with the given files and their parent folders. */
export function virtualFiles(paths: Iterable<string>): ConfigFiles {
  const files = new Set(paths)
  return {
    stat(path) {
      if (files.has(path)) return { type: 'file' }
      const folder = path.endsWith('/') ? path : `${path}/`
      for (const file of files) if (file.startsWith(folder)) return { type: 'directory' }
      return { type: 'missing', reason: 'no such file or directory' }
    },
  }
}
