import { compactionCases } from './contract-compaction.ts'
import type { LogAbilities, LogCase, LogHarness } from './contract-harness.ts'
import { linearizableCases } from './contract-linearizable.ts'
import { readCases } from './contract-reads.ts'
import { refusalCases, restartCases } from './contract-restart.ts'
import { watchCases } from './contract-watch.ts'
import { writeCases } from './contract-writes.ts'

/** Creates an empty log. Called once for each case. */
export type MakeLog = () => Promise<LogHarness>

/** The result of one case; `error` is `null` if it passed. */
export interface ContractResult {
  readonly name: string
  readonly error: string | null
}

/**
 * The cases of the contract, selected by what the factory supports. Independent of test frameworks, because it also
 * runs in a page.
 */
export const logContract = ({ reopen, refuse, isShared = false }: LogAbilities): readonly LogCase[] =>
  [
    ...writeCases,
    ...linearizableCases,
    ...readCases,
    ...watchCases,
    ...compactionCases,
    ...(reopen ? restartCases : []),
    ...(refuse ? refusalCases : []),
  ].filter(({ isLocal = false }) => !isLocal || !isShared)

/** Runs the whole contract, one case after another, each on a new log. Never rejects for a failing case. */
export async function runLogContract(makeLog: MakeLog): Promise<readonly ContractResult[]> {
  const probe = await makeLog()
  const cases = logContract({ reopen: probe.reopen !== undefined, refuse: probe.refuseNext !== undefined })
  await probe.log.close()
  const results: ContractResult[] = []
  for (const { name, run } of cases) {
    const harness = await makeLog()
    const error = await run(harness).then(
      () => null,
      (failure: unknown) => (failure instanceof Error ? failure.message : String(failure)),
    )
    await harness.log.close()
    results.push({ name, error })
  }
  return results
}
