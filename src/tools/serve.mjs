// `npm run serve -- --port 8080 …`: installs and builds what is missing, then runs the server as `orchard serve` does.
import { spawn } from 'node:child_process'
import { buildWhenOld } from './build-when-old.mjs'
import { ensureInstalled } from './ensure-install.mjs'
import { runStage, script } from './run-stage.mjs'

ensureInstalled()
await buildWhenOld('node', runStage)
const [program, ...args] = script('dist/node/orchard.js', 'serve', ...process.argv.slice(2))
const child = spawn(program, args, { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('close', (code) => process.exit(code ?? 1))
