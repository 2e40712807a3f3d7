// Records what concurrent clients do to a server over a log in files, and looks for a sequential order that explains it.
//   npm run histories              200,000 operations
//   npm run histories -- 20000
//   ORCHARD_HISTORIES_SEED=7       the operations of a seed that was printed
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { tool } from './run-stage.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const [program, ...args] = tool('vitest', 'run', '--mode', 'replay', 'src/semantics/histories')
const env = { ...process.env, ORCHARD_HISTORIES: process.argv[2] ?? '200000' }
const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit', env })
process.exit(status ?? 1)
