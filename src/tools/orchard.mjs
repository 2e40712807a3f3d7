// Orchard's command line from a fresh clone: installs and builds what is missing, then runs it.
//   npm start                        serves the page on this machine and prints its address
//   npm run serve -- --port 8080     runs the server as `orchard serve` does
//   npm run orchard -- check FILE    any other command; `-- --help` names them
import { spawn } from 'node:child_process'
import { buildWhenOld } from './build-when-old.mjs'
import { ensureInstalled } from './ensure-install.mjs'
import { runStage, script } from './run-stage.mjs'

ensureInstalled()
const asked = process.argv.slice(2)
if (asked[0] === 'page') await buildWhenOld('page', runStage)
await buildWhenOld('node', runStage)
const [program, ...args] = script('dist/node/orchard.js', ...asked)
const child = spawn(program, args, { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('close', (code) => process.exit(code ?? 1))
