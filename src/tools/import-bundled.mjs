// Imports a TypeScript module of this repository in Node, bundled by Vite.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Bundles `entry`, a path from the top of the repository, and imports it. `name` is that of its folder in the cache. */
export async function importBundled(entry, name) {
  const outDir = join(root, 'node_modules/.cache', name)
  mkdirSync(outDir, { recursive: true })
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(root, entry),
      outDir,
      emptyOutDir: true,
      minify: false,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'bundle.mjs' } },
    },
  })
  return import(pathToFileURL(join(outDir, 'bundle.mjs')).href)
}
