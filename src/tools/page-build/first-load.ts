import { gzipSync } from 'node:zlib'
import type { Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

const gzipped = (content: string | Uint8Array): number => gzipSync(content).byteLength

/** Adds `name` and the chunks that it imports statically, with their styles. */
function addWithImports(bundle: Bundle, name: string, files: Set<string>): void {
  const chunk = bundle[name]
  if (chunk === undefined || files.has(name)) return
  files.add(name)
  if (chunk.type !== 'chunk') return
  for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
  for (const imported of chunk.imports) addWithImports(bundle, imported, files)
}

/** The files that load before the chunks with `modules` run, with their gzipped sizes in bytes. */
function loadOf(bundle: Bundle, modules: RegExp): readonly (readonly [name: string, bytes: number])[] {
  const files = new Set<string>()
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => modules.test(id)))
      addWithImports(bundle, chunk.fileName, files)
  return [...files].map((name) => {
    const file = bundle[name]
    return [name, file === undefined ? 0 : gzipped(file.type === 'chunk' ? file.code : file.source)]
  })
}

/** Modules that load together, and their limit in gzipped kilobytes. */
export interface LoadBudget {
  readonly name: string
  readonly modules: RegExp
  readonly kilobytesMax: number
  /** The advice to whoever exceeds it. */
  readonly advice: string
}

/** Returns the complaint about a load that is larger than its budget; `null` if it is not. */
export function overBudget(bundle: Bundle, { name, modules, kilobytesMax, advice }: LoadBudget): string | null {
  const files = loadOf(bundle, modules)
  const kilobytes = files.reduce((sum, [, bytes]) => sum + bytes, 0) / 1024
  if (kilobytes <= kilobytesMax) return null
  const largest = files.toSorted(([, a], [, b]) => b - a).slice(0, 10)
  const list = largest.map((row) => row.join(' ')).join('\n')
  return `${name} is ${kilobytes.toFixed(0)} kB gzipped, at most ${kilobytesMax} are allowed: ${advice}. The largest files:\n${list}`
}
