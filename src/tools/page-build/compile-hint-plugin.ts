import type { Plugin, Rolldown } from 'vite'

/** V8 compiles the functions of a file that begins with this comment while the file arrives, in another thread. */
const HINT = '//# allFunctionsCalledOnLoad\n'

/**
 * Marks the files whose names match, so that their functions are compiled before they are called. V8 would else skip each
 * of them first and compile it in the main thread when it is called, which was a quarter of the work of a first visit.
 * For other browsers this is a comment. [PF6]
 */
export const compileHintPlugin = (files: RegExp): Plugin => ({
  name: 'orchard:compile-hint',
  apply: 'build',
  generateBundle: {
    // After Vite has put its own first line into the files.
    order: 'post',
    handler: (_options, bundle) => markFiles(bundle, files),
  },
})

/** Puts the hint before the code of each script whose name matches, and moves its source map by that line. */
export function markFiles(bundle: Rolldown.OutputBundle, files: RegExp): void {
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk' || !files.test(file.fileName)) continue
    file.code = HINT + file.code
    const map = bundle[`${file.fileName}.map`]
    if (map?.type !== 'asset') continue
    const content = JSON.parse(String(map.source)) as { mappings: string }
    map.source = JSON.stringify({ ...content, mappings: `;${content.mappings}` })
  }
}
