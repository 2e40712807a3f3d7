// The first visit: what comes over the wire, and when the page can be used on a slow machine.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { setTimeout as sleep } from 'node:timers/promises'
import { browserCpuMs, mainThreadOf, round } from './main-thread.mjs'

const built = fileURLToPath(new URL('../../dist/page', import.meta.url))
/** A new browser loads pages of its own windows first, which take the processor from the page. */
const BROWSER_STARTS_MS = 2500

const kilo = (bytes) => round(bytes / 1024, 0)

const gzipped = (file) => {
  try {
    return statSync(file).isFile() ? gzipSync(readFileSync(file)).byteLength : 0
  } catch {
    // Responses without a body, such as redirects.
    return 0
  }
}

/** The static imports of a built script, by name. */
const importsOf = (name) =>
  [
    ...readFileSync(join(built, 'assets', name), 'utf8').matchAll(
      /(?:^|[;}\s])(?:import|export)\s*(?:[\w$*{][^()'"`]*?from\s*)?['"`]\.\/([^'"`]+\.js)['"`]/g,
    ),
  ].map(([, found]) => found)

/** Returns `first` and all scripts that they import statically. */
function withImports(first) {
  const all = new Set(first)
  for (const name of all) for (const found of importsOf(name)) all.add(found)
  return all
}

const scriptsNamed = (pattern) => readdirSync(join(built, 'assets')).filter((name) => pattern.test(name))

/** Returns a function that tells whether a path belongs to the editor: loaded by its script only, or by Monaco. */
function editorTest() {
  const own = withImports(scriptsNamed(/^(?:lab|first-text|index|intercept)-.*\.js$/))
  const editor = [...withImports(scriptsNamed(/^editor-kit-.*\.js$/))].filter((name) => !own.has(name))
  return (path) =>
    editor.some((name) => path.endsWith(`/${name}`)) || /editor|monaco|codicon|jsonMode|json\.worker/.test(path)
}

/**
 * Opens the page once and returns the gzipped kilobytes that it loaded until it was usable: `own` without fonts, `fonts`,
 * `editor`, and `later`, which the worker loaded up to that moment.
 */
async function loadOnce(context, base, throttle) {
  const page = await context.newPage()
  await sleep(BROWSER_STARTS_MS)
  const main = await mainThreadOf(page)
  if (throttle > 1) await main.session.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  const files = new Set()
  page.on('request', (request) => {
    // The service worker fetches everything again, for use without a network.
    if (request.serviceWorker() === null) files.add(new URL(request.url()).pathname)
  })
  const seen = { interactiveMs: 0, firstContentMs: 0, allCpuMs: 0 }
  const allBeforeMs = await browserCpuMs(context)
  const spent = await main.cost(async () => {
    await page.goto(base)
    seen.interactiveMs = await page.evaluate(whenUsable)
    seen.allCpuMs = (await browserCpuMs(context)) - allBeforeMs
    seen.firstContentMs = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    )
  })
  await sleep(throttle > 1 ? 0 : 4000)
  await page.close()
  return { ...seen, cpuMs: spent.task, files }
}

/** Runs in the page: resolves when objects are listed and a frame with them was drawn. */
const whenUsable = () =>
  new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('[data-object]') === null) requestAnimationFrame(look)
      else requestAnimationFrame(() => resolve(performance.now()))
    }
    look()
  })

/** The file of the SharedWorker and its static imports, which do not appear among the page's requests. */
const workerFiles = () => [...withImports(scriptsNamed(/^shared-.*\.js$/))].map((name) => join(built, 'assets', name))

/** Measures the bytes of the first load with a new profile. */
export async function measureBytes(context, base) {
  const { files } = await loadOnce(context, base, 1)
  const sums = { own: 0, fonts: 0, editor: 0 }
  const list = []
  const isEditor = editorTest()
  const paths = [...files]
  // The editor begins when the page has nothing else to do: what follows is loaded ahead, for parts that are not open.
  const editorAt = paths.findIndex(isEditor)
  // After `precache.json` the page fetches the whole build for use without a network: do not count that.
  const end = paths.indexOf('/precache.json')
  for (const [at, path] of (end === -1 ? paths : paths.slice(0, end)).entries()) {
    if (editorAt !== -1 && at > editorAt && !isEditor(path)) continue
    const file = join(built, path === '/' ? 'index.html' : path)
    const bytes = gzipped(file)
    const sort = path.endsWith('.woff2') ? 'fonts' : isEditor(path) ? 'editor' : 'own'
    if (bytes === 0 || /(?:shared|server)-/.test(path)) continue
    sums[sort] += bytes
    list.push([path, kilo(bytes)])
  }
  const worker = workerFiles().reduce((sum, file) => sum + gzipped(file), 0)
  return {
    files: list,
    rows: [
      ['first load, page without editor and fonts, gzipped', `${kilo(sums.own)} kB`, '<= 250 kB'],
      ['first load, fonts', `${kilo(sums.fonts)} kB`, ''],
      ['first load, editor', `${kilo(sums.editor)} kB`, ''],
      ["first load, the server's worker, gzipped", `${kilo(worker)} kB`, '<= 350 kB'],
    ],
  }
}

/** Measures the times of a first visit with the CPU slowed down four times. */
export async function measureStart(context, base) {
  const { interactiveMs, firstContentMs, cpuMs, allCpuMs } = await loadOnce(context, base, 4)
  return [
    ['first content, CPU 4x slower', `${round(firstContentMs, 0)} ms`, '< 500 ms'],
    ['interactive, CPU 4x slower', `${round(interactiveMs, 0)} ms`, '< 1500 ms'],
    ['CPU of the main thread until then, slowed down', `${round(cpuMs, 0)} ms`, ''],
    ['CPU of all processes until then, the main thread slowed down', `${round(allCpuMs, 0)} ms`, ''],
  ]
}
