// Bundles pages of the examples as their users do, and measures what they load. Part of pack-test.
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

/**
 * Gzipped kilobytes that a page loads before its server answers, with all kinds and with the smallest set, and with all that
 * it loads later; above them the test fails.
 */
const PAGE_KILOBYTES_MAX = 350
const SMALL_PAGE_KILOBYTES_MAX = 240
const WHOLE_PAGE_KILOBYTES_MAX = 650

/** Bundles a page of the examples. Returns its files, and the gzipped kilobytes of some of them. */
async function bundle(user, page) {
  const { output } = await build({
    root: user,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: join(user, 'page'),
      target: 'es2023',
      rolldownOptions: { input: join(user, 'examples/every-entry', page) },
    },
  })
  const chunks = new Map(output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]))
  const sizeOf = (names) =>
    [...names].reduce((sum, name) => sum + gzipSync(chunks.get(name)?.code ?? '').byteLength, 0) / 1000
  return { chunks, sizeOf }
}

/** Adds to a set of files those that they import. */
function withImports(chunks, names) {
  // A set also visits what is added meanwhile.
  for (const name of names) for (const imported of chunks.get(name)?.imports ?? []) names.add(imported)
  return names
}

const entriesOf = (chunks) => [...chunks.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName)

/** The file with all kinds, which a server without the option `kinds` loads before its first answer. */
const withAllKinds = (chunks) =>
  [...chunks.values()].filter(({ exports: names }) => names.includes('everyKind')).map(({ fileName }) => fileName)

/** Bundles a page with a server. Fails if what it loads at first has become larger than allowed. */
export async function bundlePage(user) {
  const { chunks, sizeOf } = await bundle(user, 'page.ts')
  const kinds = withAllKinds(chunks)
  if (kinds.length === 0) return 'no file of the page has all kinds'
  const first = withImports(chunks, new Set([...entriesOf(chunks), ...kinds]))
  const [atFirst, inAll] = [sizeOf(first), sizeOf(chunks.keys())].map((size) => size.toFixed(0))
  console.log(
    `     a page with a server: ${atFirst} kB gzipped in ${first.size} files, with all that loads later ${inAll}`,
  )
  if (sizeOf(first) > PAGE_KILOBYTES_MAX) return `more than ${PAGE_KILOBYTES_MAX} kB at first`
  // The loops of a controller manager are loaded when they start, and have a limit of their own.
  const loops = [...chunks.keys()].filter((name) => name.includes('controller-manager'))
  const loopKilobytesMax = 70
  if (loops.some((name) => sizeOf([name]) > loopKilobytesMax)) return `loops of more than ${loopKilobytesMax} kB`
  const rest = sizeOf(chunks.keys()) - sizeOf(loops)
  return rest <= WHOLE_PAGE_KILOBYTES_MAX ? '' : `more than ${WHOLE_PAGE_KILOBYTES_MAX} kB in all, without the loops`
}

/** Bundles a page with the smallest set of kinds. Fails if it has become larger than allowed, or loads all kinds. */
export async function bundleSmallPage(user) {
  const { chunks, sizeOf } = await bundle(user, 'small-page.ts')
  const first = withImports(chunks, new Set(entriesOf(chunks)))
  console.log(`     a page with the set core: ${sizeOf(first).toFixed(1)} kB gzipped in ${first.size} files`)
  if (withAllKinds(chunks).some((name) => first.has(name))) return 'it loads all kinds'
  return sizeOf(first) <= SMALL_PAGE_KILOBYTES_MAX ? '' : `more than ${SMALL_PAGE_KILOBYTES_MAX} kB at first`
}
