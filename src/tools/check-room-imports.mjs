// Compares what each room of src imports with what its tsconfig.json grants, in both directions, and refuses imports that
// climb with `../`: they break when a file moves. `tsc -b` alone cannot do
// this: it also accepts imports of rooms that are referenced only transitively, and it says nothing about unused references.
// `--list` prints the rooms that every room imports.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../', import.meta.url))
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
const slashed = (path) => path.replaceAll('\\', '/')

const rooms = readJson(join(source, 'tsconfig.json')).references.map(({ path }) => path)
const longestFirst = rooms.toSorted((a, b) => b.length - a.length)

/** Returns the room of a file by its path below src; undefined for files outside of all rooms. */
const roomOf = (path) => longestFirst.find((room) => path.startsWith(`${room}/`))

const grantsOf = (room) =>
  new Set(
    readJson(join(source, room, 'tsconfig.json')).references.map(({ path }) =>
      slashed(relative(source, resolve(source, room, path))),
    ),
  )

/** Static and dynamic imports, re-exports, and `import('…')` in types. */
const specifiers = /(?:\bfrom|\bimport)\s*\(?\s*(?:\/\*[^*]*\*\/\s*)?'([#.][^']*)'/g

/** Returns the path below src that `specifier` resolves to in `file`. */
const targetOf = (file, specifier) =>
  specifier.startsWith('#') ? specifier.slice(1) : slashed(relative(source, resolve(source, dirname(file), specifier)))

const files = readdirSync(source, { recursive: true })
  .map(slashed)
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('node_modules/'))
const isTest = (path) => /\.test\.tsx?$/.test(path)

/** room -> imported room -> one file that imports it */
const imports = new Map(rooms.map((room) => [room, new Map()]))
const problems = []
for (const file of files) {
  const room = roomOf(file)
  for (const [, specifier] of readFileSync(join(source, file), 'utf8').matchAll(specifiers)) {
    const path = targetOf(file, specifier)
    if (specifier.startsWith('../') && !path.startsWith('../'))
      problems.push(`src/${file}: import #${path} instead of ${specifier}`)
    const target = roomOf(path)
    if (room === undefined || target === undefined || target === room || isTest(file)) continue
    imports.get(room).set(target, file)
  }
}

/** Rooms for tests may import everything that they test, even if only test files do. */
const testRooms = new Set(['testing', 'semantics'])

for (const [room, imported] of imports) {
  const grants = grantsOf(room)
  for (const [target, file] of imported)
    if (!grants.has(target)) problems.push(`src/${file}: ${room} may not import ${target}`)
  for (const grant of testRooms.has(room) ? [] : grants)
    if (!imported.has(grant)) problems.push(`${room} is granted ${grant} and does not import it`)
  if (process.argv.includes('--list')) console.log(`${room}: ${[...imported.keys()].toSorted().join(' ')}`)
}

if (problems.length > 0) {
  console.error(problems.join('\n'))
  console.error(
    `\n${problems.length} problems. The table of grants is in make-room-tsconfigs.mjs and in rooms/ beside it.`,
  )
  process.exit(1)
}
