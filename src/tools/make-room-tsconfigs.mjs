// Writes the small tsconfig of every room from the one table below: a room's `references` are the rooms it may import.
// Run it after a change of the table: `node src/tools/make-room-tsconfigs.mjs`. `tsc -b src` and
// `check-room-imports.mjs` then check the walls.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { runStage, tool } from './run-stage.mjs'
import { serverRooms } from './rooms/server-rooms.mjs'
import { uiRooms } from './rooms/ui-rooms.mjs'

const worker = ['esnext', 'webworker', 'webworker.iterable', 'webworker.asynciterable']
const page = ['esnext', 'dom', 'dom.iterable', 'dom.asynciterable']

/** Room names in lines of text. */
const roomsOf = (...lines) => lines.flatMap((line) => line.split(' '))

/** room: [may import, lib, extra compiler options] in the order of ARCHITECTURE.md */
const rooms = {
  // Behaviour of Go's standard library: parsing, error messages, quoting.
  go: [[], worker],
  api: [['go'], worker],
  facts: [['api'], worker],
  schema: [['go', 'api'], worker],
  vocabulary: [[], worker],
  // JSON and YAML, parsed and printed as the reference does, with positions.
  syntax: [['go', 'api'], worker],

  // A JSON or YAML text that is being edited: ranges of its fields, the cursor's path, edits that keep its style.
  document: [['api', 'syntax'], worker],
  // Completion, problems and fixes of an object's text, by the server's OpenAPI documents.
  manifest: [['api', 'syntax', 'document'], worker],

  // The expression language.
  cel: [['go', 'api'], worker],
  // The variables of expressions in policies and webhooks, for validation, evaluation and editing.
  expressions: [['api', 'cel'], worker],
  // Expressions in the texts of policies and schemas: problems, completion, hover.
  policy: [['api', 'syntax', 'document', 'cel', 'expressions', 'client'], worker],
  // The four configuration kinds: decoding, rules, completion.
  config: [['go', 'api', 'schema', 'syntax', 'document', 'cel'], worker],
  // A second CEL engine, loaded on demand.
  'second-opinion': [['go', 'api', 'config'], worker],
  client: [['api'], worker],
  // OpenTelemetry spans: the server encodes them, collectors decode them.
  tracing: [['api'], worker],
  // Egress: routes, tunnels through proxies.
  egress: [['api', 'facts'], worker],
  // The simulated outside world of a page.
  world: [['go', 'api', 'facts', 'tracing', 'egress'], worker],
  samples: [['api', 'facts', 'syntax', 'client'], worker],
  record: [['api', 'syntax'], worker],
  // Recordings of the original as proof: the agreement of each family, and which answers a recording proves.
  proof: [['api', 'client', 'syntax'], worker],
  // Lessons: their format, what their expressions see, playing and testing them.
  lesson: [['api', 'facts', 'syntax', 'document', 'cel', 'client', 'record', 'share', 'samples'], worker],
  // The lessons of the product: one folder each.
  lessons: [['lesson'], worker, { types: ['vite/client'] }],
  ...serverRooms(worker),
  // Logs that are recorded when the page is built: a fresh cluster starts from one.
  prepared: [['api', 'samples', 'server/storage', 'server/auth', 'server/debug', 'server'], worker],
  share: [['api', 'facts'], worker],
  clusters: [['api', 'facts', 'share', 'server/storage', 'server/kinds'], worker],
  indexeddb: [['api', 'server/storage'], worker],
  // The log on etcd, for hosts in Node.
  etcd: [['api', 'server/storage'], ['esnext'], { types: ['node'] }],
  // The original's keys and values in etcd.
  'etcd/reference': [
    roomsOf('api schema etcd server/storage server/kinds server/registry server/serializer server/resources'),
    ['esnext'],
    { types: ['node'] },
  ],
  // Orchard as a package: a server as a function, expressions and configuration files without one.
  library: [
    roomsOf(
      'go api facts client syntax cel config clusters server/auth server/debug server/storage server/kind-sets server indexeddb',
    ),
    worker,
  ],
  wire: [['api', 'facts'], worker],
  bridge: [['facts', 'wire'], worker],
  // Added to the script of msw in the service worker: a way to the server that passes the page by.
  'service-worker': [['wire'], worker],
  worker: [
    [
      'api',
      'facts',
      'config',
      'world',
      'samples',
      'prepared',
      'server/features',
      'server/settings',
      'server/storage',
      'server/auth',
      'server/debug',
      'server/seed',
      'server/kind-sets',
      'server',
      'clusters',
      'indexeddb',
      'wire',
    ],
    worker,
  ],
  node: [
    roomsOf(
      'go api facts syntax document config second-opinion egress clusters etcd etcd/reference server/settings server/features',
      'server/storage server/auth server/admission server server/access server/debug wire bridge record lesson world',
    ),
    ['esnext', 'dom', 'dom.iterable', 'dom.asynciterable'],
    { types: ['node'] },
  ],
  // Adapters that make a server of the library reachable: HTTP, msw, fixtures of tests.
  'library/hosts': [
    ['facts', 'record', 'library', 'node'],
    ['esnext', 'dom', 'dom.iterable', 'dom.asynciterable'],
    { types: ['node'] },
  ],
  editor: [[], page, { types: ['vite/client'] }],
  ...uiRooms(page),
  page: [
    ['api', 'facts', 'share', 'ui/parts/share', 'ui/rooms/lessons', 'ui/cell', 'ui/shell', 'wire', 'bridge'],
    page,
    { types: ['vite/client'] },
  ],
}
/** Additional files of a room, besides its folder. */
const includes = {
  server: ['*.ts'],
  'server/seed': ['.', '*.json'],
  'server/kinds': ['.', 'go-facts/*.json', 'field-facts/*.json', 'texts/*.json'],
  'server/openapi': ['.', 'texts/*.json'],
}
const all = Object.keys(rooms)
const tested = all.filter((r) => r !== 'page' && !r.startsWith('ui/') && r !== 'editor')
const tests = [['esnext', 'dom', 'dom.iterable', 'dom.asynciterable'], { types: ['node'] }]
// Test harness shared by several rooms; product code must not import it.
rooms.testing = [tested, ...tests]
rooms.semantics = [[...tested, 'testing'], ...tests]

const isPackaged = (room) => !/^(ui|page|editor|testing|semantics|vocabulary)(\/|$)/.test(room)

const innerRooms = (room) => all.filter((r) => r.startsWith(`${room}/`)).map((r) => r.slice(room.length + 1))

for (const [room, [references, lib, extra = {}]] of Object.entries(rooms)) {
  const folder = join('src', room)
  mkdirSync(folder, { recursive: true })
  const up = (target) => relative(folder, target).replaceAll('\\', '/')
  const config = {
    extends: up('tsconfig.json'),
    compilerOptions: {
      composite: true,
      // Rooms that may become packages: their declarations can be made from each file alone.
      ...(isPackaged(room) ? { isolatedDeclarations: true } : {}),
      noEmit: false,
      emitDeclarationOnly: true,
      rootDir: '.',
      outDir: up(join('node_modules/.cache/tsc', room)),
      tsBuildInfoFile: up(join('node_modules/.cache/tsc', `${room.replaceAll('/', '-')}.tsbuildinfo`)),
      lib,
      types: [],
      ...extra,
    },
    include: includes[room] ?? ['.'],
    // A room inside a room, such as `server/resources/parts`, is compiled by its own config.
    exclude: ['**/*.test.ts', '**/*.test.tsx', ...innerRooms(room)],
    references: references.map((r) => ({ path: up(join('src', r)) })),
  }
  writeFileSync(join(folder, 'tsconfig.json'), `${JSON.stringify(config, null, 2)}\n`)
}
writeFileSync(
  'src/tsconfig.json',
  `${JSON.stringify({ files: [], references: Object.keys(rooms).map((r) => ({ path: r })) }, null, 2)}\n`,
)

// Tests, tools and the loose files of src, which no room compiles. They see the declarations of the rooms, which `tsc -b src`
// has written, so that no source is checked twice.
const outsideOfRooms = {
  extends: '../tsconfig.json',
  compilerOptions: { tsBuildInfoFile: '../node_modules/.cache/tsc/tests.tsbuildinfo' },
  include: ['*.ts', 'tools', '**/*.test.ts', '**/*.test.tsx', '../e2e', '../*.ts'],
  references: Object.keys(rooms).map((r) => ({ path: r })),
}
writeFileSync('src/tsconfig.tests.json', `${JSON.stringify(outsideOfRooms, null, 2)}\n`)

const folders = ['src', ...Object.keys(rooms).map((room) => `src/${room}`)]
const written = ['src/tsconfig.tests.json', ...folders.map((folder) => `${folder}/tsconfig.json`)]
await runStage('format', tool('oxfmt', ...written), { quiet: true })
