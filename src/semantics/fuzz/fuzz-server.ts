import type { Fact } from '#facts/fact.ts'
import { type TrialServer, startServer } from '#semantics/trial-server.ts'

/** A server's whole history is in memory: after this many inputs a new one takes its place. */
const INPUTS_MAX = 2000

export interface FuzzServer {
  /** Returns the server for the next input. */
  readonly next: () => TrialServer
  /** The bugs that the servers reported. */
  readonly panics: readonly Fact[]
}

/** Serves any number of inputs at the same cost each: no facts are kept but bugs. */
export function createFuzzServer(): FuzzServer {
  const panics: Fact[] = []
  const start = (): TrialServer =>
    startServer({
      report(fact) {
        if (fact.type === 'panic') panics.push(fact)
      },
    })
  let server = start()
  let inputs = 0
  return {
    panics,
    next() {
      inputs += 1
      if (inputs % INPUTS_MAX === 0) server = start()
      return server
    },
  }
}
