// Tests the package as its users get it: packed, installed in an empty folder without a network, imported, type-checked, bundled,
// and judged by recordings of the original.
//   npm run pack-test
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { ensureInstalled } from '../ensure-install.mjs'
import { bundlePage, bundleSmallPage } from './bundle-pages.mjs'
import { declarationFolder, makePackage, packageFolder } from './make-package.mjs'
import { command, entries, packageName, peers } from './package-facts.mjs'
import { startServer } from './start-server.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Gzipped bytes of the element for other pages, which is all that they load of the package. */
const CELL_BYTES_MAX = 3000
/** Families of recordings that are replayed against the packed server: those whose answers do not depend on time. */
const FAMILIES = '^(crud|errors|apply|json-patch|merge-patch|strategic-merge|kinds|crd|rbac)$'

let failures = 0
async function step(name, run) {
  const start = performance.now()
  let problem = ''
  try {
    problem = (await run()) ?? ''
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error)
  }
  if (problem !== '') failures += 1
  console.log(
    `${problem === '' ? 'ok  ' : 'FAIL'} ${name.padEnd(34)} ${((performance.now() - start) / 1000).toFixed(1)} s`,
  )
  if (problem !== '') console.log(problem)
}

const bin = (name) => join(root, 'node_modules/.bin', name)

function run(program, args, cwd, env = {}) {
  const options = { cwd, encoding: 'utf8', timeout: 300_000, env: { ...process.env, ...env } }
  const { status, stdout, stderr, error } = spawnSync(program, args, options)
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? ''}${stdout}${stderr}`)
  return stdout
}

const readDeclarations = () =>
  filesBelow(declarationFolder)
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')

/** The folder of a user, outside of the repository, so that nothing of it is found by accident. */
function prepareUser(tarball) {
  const user = join(tmpdir(), `orchard-pack-${process.pid}`)
  rmSync(user, { recursive: true, force: true })
  mkdirSync(user)
  writeFileSync(join(user, 'package.json'), JSON.stringify({ name: 'user', private: true, type: 'module' }))
  cpSync(join(root, 'examples'), join(user, 'examples'), { recursive: true })
  writeExamples(user)
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--legacy-peer-deps', tarball], user)
  return user
}

/** Writes the examples of docs/library to files: those that call `test` are run, all are type-checked. */
function writeExamples(user) {
  const pages = join(root, 'docs/library')
  const folder = join(user, 'examples/docs')
  mkdirSync(folder)
  for (const page of readdirSync(pages))
    for (const [at, [, code]] of [
      ...readFileSync(join(pages, page), 'utf8').matchAll(/^```ts\n([^]*?)^```$/gm),
    ].entries()) {
      const isTest = code.includes("from 'vitest'")
      writeFileSync(
        join(folder, `${page.replace(/\.md$/, '').toLowerCase()}-${at + 1}${isTest ? '.test' : ''}.ts`),
        code,
      )
    }
}

/** Fails if a file of the package imports anything but its own files, Node and the declared peers. */
function foreignImports() {
  const allowed = new RegExp(`^(?:\\.|node:|(?:${Object.keys(peers).join('|')})(?:/|$))`)
  const found = filesBelow(join(packageFolder, 'dist'))
    .filter((path) => path.endsWith('.js'))
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/^(?:import|export)\b[^'"\n]*?from ?["']([^"']+)["'];?$/gm)].map(
        ([, name]) => name,
      ),
    )
    .filter((name) => !allowed.test(name) && !builtinModules.includes(name))
  return found.length === 0 ? '' : `the package imports ${[...new Set(found)].join(', ')}`
}

/** Fails if an entry for pages and workers reaches a module of Node. */
function nodeInPages() {
  const reached = new Set()
  const visit = (path) => {
    // Comments of bundled packages name files that are not there; a chunk that is missing fails when it is imported.
    if (reached.has(path) || !existsSync(path)) return
    reached.add(path)
    const text = readFileSync(path, 'utf8')
    for (const [, name] of text.matchAll(/(?:from|import) ?\(?["'](\.[^"']+)["']/g)) visit(join(path, '..', name))
  }
  for (const { file, universal } of entries) if (universal) visit(join(packageFolder, 'dist', `${file}.js`))
  const guilty = [...reached].filter((path) => /from ?["']node:/.test(readFileSync(path, 'utf8')))
  return guilty.length === 0 ? '' : `these files of pages import node: ${guilty.join(', ')}`
}

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())

/** Packages that users install themselves: peers, and the dependencies of the examples. Those of the repository are used here. */
const companions = '.bin @kubernetes @playwright @types @vitejs msw react react-dom vite vitest'.split(' ')

function linkCompanions(user) {
  const names = companions.flatMap((name) =>
    name === '.bin' ? readdirSync(join(root, 'node_modules/.bin')).map((program) => `.bin/${program}`) : [name],
  )
  for (const name of names) symlinkSync(join(root, 'node_modules', name), join(user, 'node_modules', name))
}

/** Runs the command of the package as its users do. */
async function runCommand(user) {
  const npx = (...args) => run('npx', ['--offline', packageName, ...args], user).trim()
  const value = npx('eval', '1 + 1')
  if (!value.startsWith('2')) return `eval printed ${value}`
  writeFileSync(
    join(user, 'tracing.yaml'),
    'apiVersion: apiserver.orch.io/v1beta1\nkind: TracingConfiguration\nsamplingRatePerMillion: 1\n',
  )
  npx('check', 'tracing.yaml')
  const server = await startServer(join(user, 'node_modules/.bin', command.name), 'serve', '--port', '0')
  try {
    const { status } = await fetch(`${server.url.replace(/\/$/, '')}/api/v1/namespaces`)
    return status === 200 ? '' : `serve answered ${status}`
  } finally {
    server.end()
  }
}

/** Fails if the element for other pages became larger than allowed. */
function measureCell() {
  const bytes = gzipSync(readFileSync(join(packageFolder, 'dist/lab-cell.js'))).byteLength
  return bytes <= CELL_BYTES_MAX ? '' : `${bytes} bytes gzipped, more than ${CELL_BYTES_MAX}`
}

/** Type-checks a file that uses every entry, and the examples. */
function typeCheck(user, moduleResolution) {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'esnext',
    lib: ['esnext', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: ['node'],
    jsx: 'react-jsx',
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    // The declarations of peers are not ours to check.
    skipLibCheck: true,
    module: moduleResolution === 'nodenext' ? 'nodenext' : 'esnext',
    moduleResolution,
  }
  writeFileSync(join(user, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['examples'] }))
  run(bin('tsc'), ['-p', '.'], user)
}

/** Runs the examples, and those of docs/library, with Vitest and with Playwright. */
function runExamples(user) {
  console.log(
    run(bin('vitest'), ['run', '--root', 'examples', '--reporter', 'dot', 'policy/', 'controller/', 'docs/'], user)
      .trim()
      .split('\n')
      .slice(-4, -2)
      .join('\n'),
  )
  const chromium = run(process.execPath, [join(root, 'src/tools/find-chromium.mjs')], root).trim()
  const page = join(user, 'examples/page')
  run(bin('vite'), ['build'], page)
  console.log(run(bin('playwright'), ['test'], page, { ORCHARD_CHROMIUM: chromium }).trim())
}

/** Replays recordings of the original against a server of the installed package. */
async function replay(user) {
  writeFileSync(
    join(user, 'serve.mjs'),
    `import { createOrchard } from '${packageName}'
import { listen } from '${packageName}/node'
const server = await createOrchard({
  // The recorded server had no controller manager: nothing collected objects whose owners are absent.
  loops: ['namespace', 'api-services', 'service-addresses'],
  users: [
    { token: 'admin-token', name: 'admin', uid: 'admin-uid', groups: ['system:masters'] },
    { token: 'alice-token', name: 'alice', uid: 'alice-uid', groups: ['dev', 'ops'] },
    { token: 'bob-token', name: 'bob', uid: 'bob-uid', groups: ['dev'] },
  ],
})
console.log((await listen(server)).url)
`,
  )
  const server = await startServer(join(user, 'serve.mjs'))
  try {
    const printed = run(
      process.execPath,
      [join(root, 'src/tools/conformance.mjs'), '--url', server.url, '--family', FAMILIES],
      root,
    )
    console.log(printed.trimEnd().split('\n').at(-1))
  } finally {
    server.end()
  }
}

ensureInstalled()
const before = readDeclarations()
await makePackage()
await step('declarations are those of api/', () =>
  readDeclarations() === before ? '' : 'a declaration has changed: api/ is up to date now, commit it',
)
await step('imports only Node and its peers', foreignImports)
await step('pages need nothing of Node', nodeInPages)
await step('publint', () => void run(bin('publint'), ['run', packageFolder, '--strict', '--pack', 'npm'], root))
const packed = run('npm', ['pack', '--silent', '--pack-destination', tmpdir()], packageFolder).trim()
const tarball = join(tmpdir(), packed)
console.log(`     ${packed}: ${(statSync(tarball).size / 1000).toFixed(0)} kB`)
// Judges the declarations as every way of importing finds them; without the network.
await step('are the types wrong', () => void run(bin('attw'), [tarball, '--profile', 'esm-only'], root))
await step('the element is small', measureCell)
let user = ''
await step('installs in an empty folder, offline', () => void (user = prepareUser(tarball)))
if (user !== '') {
  await step(
    'works in Node, and by require()',
    () => void run(process.execPath, ['examples/every-entry/check.mjs'], user),
  )
  await step('its command works by npx', () => runCommand(user))
  linkCompanions(user)
  await step('types under nodenext', () => typeCheck(user, 'nodenext'))
  await step('types under bundler', () => typeCheck(user, 'bundler'))
  await step('bundles into a page', () => bundlePage(user))
  await step('bundles with a set of kinds', () => bundleSmallPage(user))
  await step('runs the examples', () => runExamples(user))
  await step('answers as recorded', () => replay(user))
  rmSync(user, { recursive: true, force: true })
}
rmSync(tarball, { force: true })
process.exit(failures === 0 ? 0 : 1)
