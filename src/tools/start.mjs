// `npm start`: installs and builds what is missing, then serves the page on this machine and prints its address.
import { spawn } from 'node:child_process'
import { buildWhenOld } from './build-when-old.mjs'
import { ensureInstalled } from './ensure-install.mjs'
import { runStage, script } from './run-stage.mjs'

ensureInstalled()
await buildWhenOld('page', runStage)
await buildWhenOld('node', runStage)
const [program, ...args] = script('dist/node/orchard.js', 'page', ...process.argv.slice(2))
const child = spawn(program, args, { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('close', (code) => process.exit(code ?? 1))
