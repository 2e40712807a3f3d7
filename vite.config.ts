import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { type Connect, defineConfig, type Plugin, type UserConfig } from 'vite'
import { isApiPath } from './src/facts/api-paths.ts'
import { roomAddress } from './src/facts/page-address.ts'
import { compileHintPlugin } from './src/tools/page-build/compile-hint-plugin.ts'
import { licencesPlugin } from './src/tools/page-build/licences-plugin.ts'
import {
  cellLoadPlugin,
  firstLoadPlugin,
  workerEntryPlugin,
  workerLoadPlugin,
} from './src/tools/page-build/first-load-plugin.ts'
import { proofPlugin } from './src/tools/page-build/proof-plugin.ts'
import { serviceWorkerPlugin } from './src/tools/page-build/service-worker-plugin.ts'
import { preparedLogPlugin } from './src/tools/prepared-log-plugin.ts'
import { vocabularyPlugin } from './src/tools/vocabulary/vocabulary-plugin.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Scripts from this origin only; Monaco writes its themes into style elements. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  // The simulated world's names: answered by the service worker, known to no name server.
  "connect-src 'self' https://*.example.test" +
    // The bridge on this machine, which the person allows in the page. [BR2]
    ' ws://127.0.0.1:*' +
    // Servers on this machine, at which the address may point the page. [RS1]
    ' http://127.0.0.1:* http://localhost:* https://127.0.0.1:* https://localhost:*',
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** In the built page only: the development server needs inline scripts of its own. */
const contentSecurityPolicy = (): Plugin => ({
  name: 'orchard:content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_SECURITY_POLICY },
      injectTo: 'head-prepend',
    },
  ],
})

/**
 * A request for the API that slipped past the service worker must not get index.html with 200. The name of a room as a
 * path opens it, as `orchard page` does.
 */
function apiGuard(): Plugin {
  const refuse: Connect.NextHandleFunction = (request, response, next) => {
    const path = (request.url ?? '').replace(/[?#].*$/s, '')
    const room = roomAddress(path)
    if (room !== null) return response.writeHead(302, { location: room }).end()
    if (!isApiPath(path)) return next()
    const message = 'the API server runs inside the page; this address answers only requests made there'
    response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' })
    response.end(
      JSON.stringify({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code: 503 }),
    )
  }
  return {
    name: 'orchard:api-guard',
    configureServer: (server) => void server.middlewares.use(refuse),
    configurePreviewServer: (server) => void server.middlewares.use(refuse),
  }
}

/** Emits `precache.json`: all that the page needs when it is offline, and a version that changes with any of it. */
const precacheList = (): Plugin => ({
  name: 'orchard:precache-list',
  apply: 'build',
  generateBundle: {
    // After Vite has removed the chunks that only import others.
    order: 'post',
    handler(_options, bundle) {
      const files = Object.keys(bundle).filter((name) => !name.endsWith('.map'))
      const hash = createHash('sha256')
      for (const name of files.toSorted()) hash.update(name)
      const list = {
        version: hash.digest('hex').slice(0, 16),
        files: ['theme.js', 'icon.svg', '404.html', 'cell.js', 'cells.html', 'cells.css', ...files],
      }
      this.emitFile({ type: 'asset', fileName: 'precache.json', source: JSON.stringify(list) })
    },
  },
})

/**
 * A dev server answers JSON files as scripts. Vite removes the type from static imports of them, but not from dynamic ones,
 * which a browser refuses then.
 */
const untypedJsonImports = (): Plugin => ({
  name: 'orchard:untyped-json-imports',
  apply: 'serve',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/.*\.ts$/, code: "type: 'json'" },
    handler: (code) => code.replaceAll(/(\bimport\([^()]*?),\s*\{\s*with: \{ type: 'json' \},?\s*\}\s*\)/g, '$1)'),
  },
})

// One for all workers: the story is recorded once a build.
const preparedLog = preparedLogPlugin()

/**
 * The code of the first screen is one file, not a hundred small ones shared with parts that are loaded later. React is a
 * file of its own, because cells need it too and it changes rarely.
 */
const firstLoad = [
  // Not `start.ts` itself: cells import these files, too, and must not start the page.
  { name: 'base', test: /src[\\/]page[\\/](?:open-worker|early-fetch)\.ts|vite[\\/]preload-helper/, priority: 3 },
  { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler|zustand)[\\/]/, priority: 2 },
  // The page's first screen and cells have this much in common; without it a cell would load the whole first screen.
  {
    name: 'cell-common',
    test: /src[\\/](?:ui[\\/](?:cell[\\/]cell-app\.tsx|lab[\\/](?:lesson-progress|actors[\\/]paused-writers)\.ts)|api[\\/]names\.ts|page[\\/](?:host-store|to-wire-request|cell-clusters)\.ts|wire[\\/]connection\.ts|share[\\/]find-link\.ts)/,
    priority: 1.5,
  },
  { name: 'lab', test: /src[\\/]page[\\/]main\.tsx/, priority: 1 },
  { name: 'first-text', test: /src[\\/]ui[\\/]parts[\\/]yaml[\\/]yaml-body\.tsx/ },
]

const textsName = (id: string): string => (id.includes('vocabulary=kubernetes') ? 'kubernetes-texts' : 'texts')

const inWorkers = [
  // One file for each vocabulary: documents of all kinds need the texts of all groups.
  { name: textsName, test: /src[\\/]server[\\/]kinds[\\/]texts[\\/]/, priority: 2 },
  // Not in the worker's own script, which code that is loaded later must not import: see `workerEntryPlugin`.
  { name: 'server', test: /src[\\/]worker[\\/]start-host\.ts/, priority: 1 },
]

/** The page: what a browser loads, workers and service worker included. */
function pageConfig(): UserConfig {
  return {
    // Relative, so that the built page also works below a path.
    base: './',
    plugins: [
      react(),
      proofPlugin(),
      licencesPlugin(),
      contentSecurityPolicy(),
      apiGuard(),
      firstLoadPlugin(),
      compileHintPlugin(/^assets\/(?:react|cell-common|lab|first-text)-[\w-]+\.js$/),
      cellLoadPlugin(),
      serviceWorkerPlugin(),
      precacheList(),
      // A dev server, `npm run dev`, answers the modules of workers with the plugins of the page.
      { ...vocabularyPlugin(), apply: 'serve' },
      untypedJsonImports(),
      { ...preparedLog, apply: 'serve' },
    ],
    // The public-suffix list is 300 kB of msw and serves only mocked cookies, of which there are none.
    resolve: { alias: { 'tough-cookie': at('./src/page/tough-cookie-stub.ts') } },
    server: { port: 5173, host: '127.0.0.1' },
    preview: { port: 4173, host: '127.0.0.1' },
    worker: {
      format: 'es',
      plugins: () => [vocabularyPlugin(), preparedLog, workerLoadPlugin(), workerEntryPlugin()],
      // Other hosts load the kinds on demand; the worker has all of them at once.
      rolldownOptions: {
        checks: { ineffectiveDynamicImport: false },
        output: { codeSplitting: { groups: inWorkers } },
      },
    },
    build: {
      outDir: 'dist/page',
      target: 'es2023',
      sourcemap: true,
      chunkSizeWarningLimit: 4500,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { index: at('index.html'), cell: at('cell.html') },
        // Without this, whoever prints YAML loads its parser, too: the library's index imports both.
        treeshake: { moduleSideEffects: [{ test: /node_modules[\\/]yaml[\\/]/, sideEffects: false }] },
        output: { codeSplitting: { groups: firstLoad } },
      },
    },
  }
}

/** `--mode node`: the server as one file that Node runs. */
function nodeConfig(): UserConfig {
  return {
    publicDir: false,
    plugins: [vocabularyPlugin()],
    ssr: { noExternal: true },
    build: {
      ssr: 'src/node/main.ts',
      outDir: 'dist/node',
      target: 'node20',
      sourcemap: true,
      minify: false,
      rolldownOptions: {
        output: { entryFileNames: 'orchard.js', chunkFileNames: '[name]-[hash].js', banner: '#!/usr/bin/env node' },
      },
    },
  }
}

/** Imports that an entry of the package leaves to its user's packages; everything else is bundled. */
const peers = /^(?:node:|msw(?:\/|$)|vitest$|@playwright\/test$)/

const kindSets = ['core', 'workloads', 'policy', 'infrastructure']

/** `--mode library`: the entries of the package, which share their chunks. Not minified: that is for whoever bundles it. */
function libraryConfig(): UserConfig {
  const library = (name: string): string => at(`./src/library/${name}.ts`)
  // Entries only so that each set has files of its own, which a bundler of users leaves out with the set.
  const ofKindSet = (name: string): [string, string][] => [
    [`kinds/${name}`, library(`sets/${name}`)],
    [`kinds/kubernetes-${name}`, `${library(`sets/${name}`)}?vocabulary=kubernetes`],
  ]
  const entry = {
    index: library('orchard'),
    kubernetes: `${library('orchard')}?vocabulary=kubernetes`,
    kinds: library('kinds'),
    'kubernetes-kinds': `${library('kinds')}?vocabulary=kubernetes`,
    ...Object.fromEntries(kindSets.flatMap(ofKindSet)),
    cel: library('cel'),
    config: library('config'),
    browser: library('browser'),
    msw: library('hosts/msw'),
    node: library('hosts/node'),
    vitest: library('hosts/vitest'),
    playwright: library('hosts/playwright'),
    // The same script that pages load from a host. Its declarations: src/library/hosts/lab-cell.ts
    'lab-cell': at('./public/cell.js'),
  }
  return {
    publicDir: false,
    plugins: [vocabularyPlugin()],
    build: {
      outDir: 'dist/library/dist',
      target: 'es2023',
      minify: false,
      lib: { entry, formats: ['es'] },
      rolldownOptions: {
        external: peers,
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  }
}

const configs: Readonly<Record<string, () => UserConfig>> = { node: nodeConfig, library: libraryConfig }

export default defineConfig(({ mode }) => (configs[mode] ?? pageConfig)())
