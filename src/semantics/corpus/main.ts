import { config, configText, configTextCel } from './config.ts'
import { conformance } from './conformance.ts'
import { faults } from './faults.ts'
import type { Family, Outcome } from './family.ts'
import { hostile } from './hostile.ts'
import { jwt } from './jwt.ts'
import { oidc } from './oidc.ts'
import { patch } from './patch.ts'
import { protocol } from './protocol.ts'
import { ssa } from './ssa.ts'
import { protobuf } from './protobuf.ts'
import { selectors } from './selectors.ts'
import { smp } from './smp.ts'
import { webhook } from './webhook.ts'
import { validation } from './validation.ts'
import { yaml } from './yaml.ts'

const families: readonly Family[] = [
  patch,
  smp,
  ssa,
  selectors,
  validation,
  yaml,
  protocol,
  protobuf,
  config,
  configText,
  configTextCel,
  oidc,
  webhook,
  jwt,
  hostile,
  faults,
  conformance,
]

/**
 * Checks every family that has a folder under `dir`, and prints one line of JSON for each. Returns the number of failures
 * in families below their required share.
 */
export async function runCorpus(dir: string, verbose: boolean, print: (line: string) => void): Promise<number> {
  let failedInAll = 0
  for (const family of families) {
    const outcomes = await family.run(dir)
    if (outcomes === null) continue
    const count = (result: string): number => outcomes.filter((outcome) => outcome.result === result).length
    const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')]
    if (passed < (family.share ?? 1) * (passed + failed)) failedInAll += failed
    const failures = verbose ? outcomes.filter((outcome) => outcome.result === 'failed') : []
    for (const { id, note } of failures) print(`${family.name}: ${id}: ${note}`)
    if (verbose) for (const [note, cases] of skips(outcomes)) print(`${family.name}: ${cases} skipped: ${note}`)
    print(JSON.stringify({ family: family.name, passed, failed, skipped }))
  }
  return failedInAll
}

/** Counts the skipped cases by their reasons. */
function skips(outcomes: readonly Outcome[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { result, note = '' } of outcomes) if (result === 'skipped') counts.set(note, (counts.get(note) ?? 0) + 1)
  return counts
}
