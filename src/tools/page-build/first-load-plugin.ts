import { gzipSync } from 'node:zlib'
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

/** Gzipped kilobytes of the first load: all that is shown before the editor, fonts apart. The aim is 250. [PF6] */
const KILOBYTES_MAX = 250

/** Scripts that load the others: what they import is the first load. `intercept.ts` and `yaml-body.tsx` follow at once. */
const firstModules = /\/src\/(?:page\/(?:start\.ts|main\.tsx|intercept\.ts)|ui\/parts\/yaml\/yaml-body\.tsx)$/

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

/** Returns the files of the first load with their gzipped sizes in bytes. */
function firstLoad(bundle: Bundle): readonly (readonly [name: string, bytes: number])[] {
  const files = new Set<string>()
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => firstModules.test(id)))
      addWithImports(bundle, chunk.fileName, files)
  return [...files].map((name) => {
    const file = bundle[name]
    return [name, file === undefined ? 0 : gzipped(file.type === 'chunk' ? file.code : file.source)]
  })
}

const tagOf = (rel: string, name: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel, crossorigin: '', href: `./${name}` },
  injectTo: 'head',
})

/**
 * Lets the browser fetch the page's file and styles together with the script that imports them, and fails the build when
 * the first load is too large. [PF6]
 */
export const firstLoadPlugin = (): Plugin => ({
  name: 'orchard:first-load',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {}, filename }) {
      if (!filename.endsWith('index.html')) return []
      const names = Object.keys(bundle)
      // Styles of the controls that all share stand before those of the places that change them.
      const styles = [/^assets\/cell-common-[\w-]+\.css$/, /^assets\/lab-[\w-]+\.css$/].flatMap((one) =>
        names.filter((name) => one.test(name)),
      )
      const scripts = names.filter((name) => /^assets\/(?:lab|react|cell-common|first-text)-[\w-]+\.js$/.test(name))
      return [
        ...scripts.map((name) => tagOf('modulepreload', name)),
        ...styles.map((name) => tagOf('stylesheet', name)),
      ]
    },
  },
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const files = firstLoad(bundle)
      const kilobytes = files.reduce((sum, [, bytes]) => sum + bytes, 0) / 1024
      if (kilobytes <= KILOBYTES_MAX) return
      const largest = files.toSorted(([, a], [, b]) => b - a).slice(0, 10)
      this.error(
        `the first load is ${kilobytes.toFixed(0)} kB gzipped, at most ${KILOBYTES_MAX} are allowed: import parts ` +
          `that are not on the first screen when they are opened. The largest files:\n${largest.map((row) => row.join(' ')).join('\n')}`,
      )
    },
  },
})
