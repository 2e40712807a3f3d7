// Random searches for what breaks the rules: parsers, patches, apply, messages, requests, definitions, expressions, config files,
// and for work that grows faster than its input.
//   npm run fuzz                            the cases of CI, the same every time
//   ORCHARD_FUZZ_SECONDS=3600 npm run fuzz  new cases for an hour
//   ORCHARD_FUZZ_INPUTS=1000000 npm run fuzz  new cases until each search had that many
//   ORCHARD_FUZZ_SEED=7 npm run fuzz        the cases of a seed that was printed
//   ORCHARD_FUZZ_ONLY=YAML npm run fuzz     only searches with that in their name
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { tool } from './run-stage.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const seconds = Number(process.env.ORCHARD_FUZZ_SECONDS ?? 0)
const inputs = Number(process.env.ORCHARD_FUZZ_INPUTS ?? 0)
const isNew = seconds > 0 || inputs > 0
const seed = process.env.ORCHARD_FUZZ_SEED ?? String(isNew ? Date.now() % 2 ** 31 : 1)
const extent = inputs > 0 ? `${inputs} new cases a search` : isNew ? `new cases for ${seconds} s` : 'the cases of CI'
console.log(`fuzz: seed ${seed}, ${extent}`)
const only = process.env.ORCHARD_FUZZ_ONLY ?? ''
// Vitest reads the name as a regular expression.
const named = only === '' ? [] : ['-t', only.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)]
const [program, ...args] = tool('vitest', 'run', '--mode', 'fuzz', ...named, ...process.argv.slice(2))
const env = { ...process.env, ORCHARD_FUZZ_SEED: seed }
const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit', env })
process.exit(status ?? 1)
