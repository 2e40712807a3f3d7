// Kills processes at random moments with signal 9, and compares what is there afterwards with what was acknowledged.
//   npm run kills -- 2000          kills `orchard serve` while clients write, delete and watch
//   npm run kills -- 2000 --log    kills a process that only writes to a log in a folder
//   ORCHARD_KILLS_SEED=7           the choices of a seed that was printed; the moments still depend on the machine
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { buildWhenOld } from './build-when-old.mjs'
import { killHost } from './kills/kill-host.mjs'
import { runStage, tool } from './run-stage.mjs'

const count = Number(process.argv[2] ?? 200)

function killLogWriter() {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const [program, ...args] = tool('vitest', 'run', '--mode', 'replay', 'src/node/log', '-t', 'DK13')
  const env = { ...process.env, ORCHARD_KILLS: String(count) }
  return spawnSync(program, args, { cwd: root, stdio: 'inherit', env }).status ?? 1
}

async function killServer() {
  await buildWhenOld('node', runStage)
  const seed = Number(process.env.ORCHARD_KILLS_SEED ?? Date.now() % 1_000_000)
  console.log(`kills: seed ${seed}`)
  const { kills, early, ledger } = await killHost(count, seed, console.log)
  console.log(
    `${kills} kills, ${early} of them before the server was ready; ${ledger.acknowledged} acknowledged writes, ${ledger.unanswered} unanswered, ${ledger.events} events, ${ledger.expired} expired watches`,
  )
  console.log(
    Object.entries(ledger.violations)
      .map(([kind, number]) => `${number} ${kind}`)
      .join(', '),
  )
  for (const example of ledger.examples) console.log(`  ${example}`)
  return Object.values(ledger.violations).every((number) => number === 0) ? 0 : 1
}

process.exit(process.argv.includes('--log') ? killLogWriter() : await killServer())
