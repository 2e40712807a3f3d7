import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { compare, type Count } from './compare.ts'
import { asRecorded, readRecording, replay } from './replay.ts'

const data = fileURLToPath(new URL('../data/life/recordings', import.meta.url))
const floorsFile = fileURLToPath(new URL('../life-floors.json', import.meta.url))
const floors = JSON.parse(readFileSync(floorsFile, 'utf8')) as Record<string, number>

const percent = (counts: readonly Count[]): number => {
  const [agreeing, all] = [counts.map((each) => each.agreeing), counts.map((each) => each.all)].map((numbers) =>
    numbers.reduce((sum, each) => sum + each, 0),
  )
  return ((agreeing ?? 0) * 100) / (all ?? 1)
}

/** Recordings of the original that test rules of docs/semantics.md. */
const byRule: readonly (readonly [title: string, scenario: string])[] = [
  [
    '[LC1] [LC20] [LC21] [LC22] [LC23] [LC27] [LC28] the recording deployment-rolling-update is replayed as it was',
    'deployment-rolling-update',
  ],
  ['[LC3] the recording deployment-delete-orphan is replayed as it was', 'deployment-delete-orphan'],
  ['[LC24] the recording deployment-pause-resume is replayed as it was', 'deployment-pause-resume'],
  ['[LC25] the recording deployment-restart-history-limit is replayed as it was', 'deployment-restart-history-limit'],
  ['[LC26] the recording deployment-recreate is replayed as it was', 'deployment-recreate'],
  ['[LC2] [LC10] [LC11] the recording replicaset-basic is replayed as it was', 'replicaset-basic'],
  ['[LC12] the recording replicaset-pod-deletion-cost is replayed as it was', 'replicaset-pod-deletion-cost'],
  ['[LC5] [LC13] the recording replicaset-quota-failure is replayed as it was', 'replicaset-quota-failure'],
  ['[LC31] [LC32] [LC33] the recording statefulset-ordered is replayed as it was', 'statefulset-ordered'],
  ['[LC30] the recording statefulset-stuck-rollout is replayed as it was', 'statefulset-stuck-rollout'],
  ['[LC35] the recording statefulset-partition is replayed as it was', 'statefulset-partition'],
  ['[LC34] the recording statefulset-parallel is replayed as it was', 'statefulset-parallel'],
  ['[LC36] [LC37] [LC39] [LC92] the recording daemonset-nodes is replayed as it was', 'daemonset-nodes'],
  ['[LC38] the recording daemonset-ondelete-surge is replayed as it was', 'daemonset-ondelete-surge'],
  ['[LC40] [LC45] the recording job-completions is replayed as it was', 'job-completions'],
  ['[LC41] the recording job-backofflimit is replayed as it was', 'job-backofflimit'],
  ['[LC42] the recording job-podfailurepolicy-ignore is replayed as it was', 'job-podfailurepolicy-ignore'],
  ['[LC43] the recording job-successpolicy is replayed as it was', 'job-successpolicy'],
  ['[LC44] the recording job-parallelism-change is replayed as it was', 'job-parallelism-change'],
  ['[LC46] the recording job-ttl is replayed as it was', 'job-ttl'],
  ['[LC50] [LC51] the recording service-endpoints is replayed as it was', 'service-endpoints'],
  ['[LC60] [LC65] the recording scheduler-bind is replayed as it was', 'scheduler-bind'],
  ['[LC61] [LC91] the recording scheduler-cordon is replayed as it was', 'scheduler-cordon'],
  ['[LC62] the recording scheduler-insufficient-cpu is replayed as it was', 'scheduler-insufficient-cpu'],
  ['[LC63] the recording scheduler-anti-affinity is replayed as it was', 'scheduler-anti-affinity'],
  ['[LC67] the recording scheduler-preemption is replayed as it was', 'scheduler-preemption'],
  ['[LC68] [LC69] the recording scheduler-node-affinity is replayed as it was', 'scheduler-node-affinity'],
  ['[LC80] [LC93] the recording node-join-leave is replayed as it was', 'node-join-leave'],
  ['[LC90] the recording node-unreachable is replayed as it was', 'node-unreachable'],
  ['[LC94] the recording podgc-orphan is replayed as it was', 'podgc-orphan'],
  ['[LC81] the recording deployment-pod-crash is replayed as it was', 'deployment-pod-crash'],
  ['[LC66] [LC70] the recording pvc-waitforfirstconsumer is replayed as it was', 'pvc-waitforfirstconsumer'],
  ['[LC47] the recording cronjob-suspend is replayed as it was', 'cronjob-suspend'],
  ['[LC52] the recording endpointslice-mirroring is replayed as it was', 'endpointslice-mirroring'],
  ['[LC71] the recording pv-delete-policy is replayed as it was', 'pv-delete-policy'],
  ['[LC95] the recording pdb-eviction is replayed as it was', 'pdb-eviction'],
  ['[LC96] the recording serviceaccount-token-secret is replayed as it was', 'serviceaccount-token-secret'],
  ['[LC97] the recording hpa-no-metrics is replayed as it was', 'hpa-no-metrics'],
]

const scenarios = readdirSync(data).map((file) => file.replace(/\.json$/, ''))
const named = new Set(byRule.map(([, scenario]) => scenario))
const others = scenarios
  .filter((scenario) => !named.has(scenario))
  .map((scenario) => [`the recording ${scenario} is replayed as it was`, scenario] as const)

/** Generous, for busy machines: a replay takes a second or two of its own. */
const timeoutMs = 120_000

test('every recording has a floor', () => {
  expect(Object.keys(floors).toSorted()).toEqual(scenarios.toSorted())
})

test.each([...byRule, ...others])('%s', { timeout: timeoutMs }, async (_title, scenario) => {
  const recording = readRecording(readFileSync(`${data}/${scenario}.json`, 'utf8'))

  const { steps, edges, events, endState, differences } = compare(asRecorded(recording), await replay(recording))

  // Floors are rounded to a tenth.
  const floor = (floors[scenario] ?? 100) - 0.05
  expect(percent([steps, edges, events, endState]), differences.join('\n')).toBeGreaterThanOrEqual(floor)
})
