// Builds the package into dist/library: JavaScript, declarations, the command, package.json, README and licence.
//   npm run build:library
import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWhenOld } from '../build-when-old.mjs'
import { ensureInstalled } from '../ensure-install.mjs'
import { runStage, tool } from '../run-stage.mjs'
import { writeDeclarations } from './emit-types.mjs'
import { command, entries, packageName, peers } from './package-facts.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))
export const packageFolder = join(root, 'dist/library')
/** The declarations in the repository, which a build brings up to date. */
export const declarationFolder = join(root, 'api')

/** Each entry with its declarations first, as `exports` wants it. */
const exportsOf = () =>
  Object.fromEntries([
    ...entries.map(({ name, file, types }) => [name, { types: `./dist/${types}.d.ts`, default: `./dist/${file}.js` }]),
    ['./package.json', './package.json'],
  ])

function manifest() {
  const { version, description, license, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return {
    name: packageName,
    version,
    description,
    license,
    type: 'module',
    bin: { [command.name]: `./dist/${command.file}` },
    exports: exportsOf(),
    files: ['dist', 'NOTICE'],
    // Importing these adds matchers to Vitest's `expect`, and defines the element.
    sideEffects: ['./dist/vitest.js', './dist/lab-cell.js'],
    engines,
    peerDependencies: peers,
    peerDependenciesMeta: Object.fromEntries(Object.keys(peers).map((name) => [name, { optional: true }])),
    publishConfig: { access: 'public', provenance: true },
  }
}

/** The command is the one of this repository, as it was built for Node, without the maps. */
async function addCommand() {
  await buildWhenOld('node', runStage)
  cpSync(join(root, 'dist/node'), join(packageFolder, 'dist', dirname(command.file)), {
    recursive: true,
    filter: (path) => !path.endsWith('.map'),
  })
}

/** Builds the package. @throws Error if a step fails */
export async function makePackage() {
  rmSync(packageFolder, { recursive: true, force: true })
  for (const [name, command] of [
    ['types', tool('tsc', '-b', 'src/library/hosts')],
    ['build library', tool('vite', 'build', '--mode', 'library')],
  ]) {
    const { passed } = await runStage(name, command, { quiet: true })
    if (!passed) throw new Error(`${name} failed`)
  }
  await writeDeclarations(declarationFolder)
  cpSync(declarationFolder, join(packageFolder, 'dist'), { recursive: true })
  await addCommand()
  writeFileSync(join(packageFolder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
  copyFileSync(join(root, 'docs/library/README.md'), join(packageFolder, 'README.md'))
  for (const file of ['LICENSE', 'NOTICE']) copyFileSync(join(root, file), join(packageFolder, file))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled()
  await makePackage()
  console.log(`the package is in ${packageFolder}`)
}
