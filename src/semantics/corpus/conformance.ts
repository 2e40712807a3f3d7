import { startServer } from '#semantics/trial-server.ts'
import { checks } from './conformance-checks.ts'
import { type Family, type Outcome, readCases } from './family.ts'

interface Conformance {
  readonly tests: readonly { readonly test: string; readonly tier: string; readonly check: string }[]
}

/** The upstream conformance tests that the corpus maps to HTTP checks. Those that need controllers are named. */
export const conformance: Family = {
  name: 'conformance',
  async run(dir) {
    const file = readCases<Conformance>(dir, 'conformance/conformance.json')
    if (file === null) return null
    const outcomes: Outcome[] = []
    for (const { test: id } of file.tests) outcomes.push(await tryTest(id))
    return outcomes
  },
}

/** Other suites that cover the tests without a check here. */
const elsewhere: readonly (readonly [start: string, note: string])[] = [
  ['AdmissionWebhook', 'src/semantics/webhooks.test.ts'],
  ['AggregatedDiscovery', 'src/semantics/discovery.test.ts'],
  ['Aggregator', 'src/semantics/aggregation.test.ts [APS7]'],
  ['CustomResourceConversionWebhook', 'src/semantics/conversion-webhooks.test.ts'],
  ['CustomResourcePublishOpenAPI', 'src/semantics/openapi.test.ts'],
  ['FieldValidation', 'src/semantics/custom-values.test.ts'],
  ['Garbage collector', 'needs controllers: src/semantics/garbage-collection.test.ts'],
  ['Namespaces', 'needs controllers: src/semantics/controllers.test.ts'],
  ['OrderedNamespaceDeletion', 'needs controllers: src/semantics/controllers.test.ts'],
  ['ResourceQuota', 'needs controllers: src/semantics/controllers.test.ts'],
  ['API chunking', 'src/semantics/lists.test.ts'],
  ['ValidatingAdmissionPolicy', 'src/semantics/policies.test.ts'],
  ['Watchers', 'src/semantics/watch.test.ts'],
  ['ServiceAccounts', 'needs pods that run, or controllers'],
]

async function tryTest(id: string): Promise<Outcome> {
  const check = checks.get(id)
  if (check === undefined) {
    const found = elsewhere.find(([start]) => id.startsWith(start))
    return { id, result: 'skipped', note: found?.[1] ?? 'no check of this name' }
  }
  const server = startServer({ freeze: false })
  try {
    const note = await check(server)
    return note === '' ? { id, result: 'passed' } : { id, result: 'failed', note }
  } finally {
    server.server.close()
  }
}
