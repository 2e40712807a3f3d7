/** What a host knows of a path. Only the host can look: Node at its disk, the page at a virtual folder. */
export type FileFact =
  | { readonly type: 'file' | 'directory' | 'other' }
  /** `reason`: the system's words, `no such file or directory`. */
  | { readonly type: 'missing'; readonly reason: string }

export interface ConfigFiles {
  /** Follows links. */
  stat(path: string): FileFact
}

/** A folder with nothing in it. */
export const noFiles: ConfigFiles = { stat: () => ({ type: 'missing', reason: 'no such file or directory' }) }

/** Files by their paths, and the folders above them. */
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
