// Kills a process that writes to a log in a folder, at random moments, and holds what is there afterwards to what was acknowledged.
//   npm run kills -- 2000
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { tool } from './run-stage.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const [program, ...args] = tool('vitest', 'run', 'src/node/log/file-log.test.ts', '-t', 'DK13')
const env = { ...process.env, ORCHARD_KILLS: process.argv[2] ?? '200' }
const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit', env })
process.exit(status ?? 1)
