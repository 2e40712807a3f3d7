import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../../', import.meta.url))

/** Imports and re-exports of files of ours; those of types only are erased. */
const specifiers = /(?:\bfrom|\bimport)\s*\(?\s*'([#.][^'?]*)'/g
const typeImports = /^(?:import|export) type [^'"]*? from '[^']*'/gm

const targetOf = (file: string, specifier: string): string =>
  specifier.startsWith('#') ? join(source, specifier.slice(1)) : join(dirname(file), specifier)

/**
 * Returns a function that reports whether a module of ours, or one that it imports, has words of the vocabulary in its literals.
 * `hasWords` decides for one module alone.
 */
export function speakingModules(hasWords: (path: string, text: string) => boolean): (path: string) => boolean {
  const importers = new Map<string, string[]>()
  const read = new Set<string>()
  const speaking = new Set<string>()
  const readAll = (start: string): void => {
    const waiting = [start]
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (read.has(path)) continue
      read.add(path)
      const text = readFileSync(path, 'utf8')
      if (hasWords(path, text)) spread(path)
      if (path.endsWith('.json')) continue
      for (const [, specifier = ''] of text.replace(typeImports, '').matchAll(specifiers)) {
        const target = targetOf(path, specifier)
        importers.set(target, [...(importers.get(target) ?? []), path])
        if (speaking.has(target)) spread(path)
        waiting.push(target)
      }
    }
  }
  const spread = (start: string): void => {
    const waiting = [start]
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (speaking.has(path)) continue
      speaking.add(path)
      waiting.push(...(importers.get(path) ?? []))
    }
  }
  return (path) => {
    readAll(path)
    return speaking.has(path)
  }
}
