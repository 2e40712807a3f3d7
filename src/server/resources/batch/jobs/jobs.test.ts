import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { brief, createErrors, templateOf } from '#testing/trial-texts.ts'
import { jobs } from './definition.ts'

const job = (spec: JsonObject = {}, pod: JsonObject = {}): JsonObject => ({
  metadata: { name: 'x', uid: 'u' },
  spec: { template: templateOf({ restartPolicy: 'Never', ...pod }, {}), ...spec },
})
const errorsOf = (spec: JsonObject, pod: JsonObject = {}): readonly string[] => createErrors(jobs, job(spec, pod))
const live = (spec: JsonObject = {}, status: JsonObject = {}): ApiObject => ({
  ...tryCreate(jobs, job(spec)).object,
  status,
})
/** Returns an update as a client sends it: the live object with some fields of its spec changed. */
const changed = (object: ApiObject, spec: JsonObject): JsonObject =>
  ({ ...object, spec: { ...(object['spec'] as JsonObject), ...spec } }) as JsonObject
const errorsOfUpdate = (before: JsonObject, after: JsonObject, status: JsonObject = {}): readonly string[] => {
  const object = live(before, status)
  return brief(tryUpdate(jobs, object, changed(object, after)).errors)
}

test('[JOB1] errors of a job come in the order of the reference', () => {
  expect(
    errorsOf({
      parallelism: -1,
      completions: -1,
      activeDeadlineSeconds: -1,
      backoffLimit: -1,
      ttlSecondsAfterFinished: -1,
      backoffLimitPerIndex: -1,
      maxFailedIndexes: -1,
      completionMode: 'Odd',
      podReplacementPolicy: 'Odd',
    }),
  ).toEqual([
    'spec.parallelism: Invalid value: -1: must be greater than or equal to 0',
    'spec.completions: Invalid value: -1: must be greater than or equal to 0',
    'spec.activeDeadlineSeconds: Invalid value: -1: must be greater than or equal to 0',
    'spec.backoffLimit: Invalid value: -1: must be greater than or equal to 0',
    'spec.ttlSecondsAfterFinished: Invalid value: -1: must be greater than or equal to 0',
    'spec.backoffLimitPerIndex: Invalid value: -1: must be greater than or equal to 0',
    'spec.maxFailedIndexes: Invalid value: -1: must be greater than or equal to 0',
    'spec.completionMode: Unsupported value: "Odd": supported values: "NonIndexed", "Indexed"',
    'spec.podReplacementPolicy: Unsupported value: "Odd": supported values: "Failed", "TerminatingOrFailed"',
  ])
  expect(errorsOf({ completionMode: 'Indexed', parallelism: 100_001 })).toEqual([
    'spec.completions: Required value: when completion mode is Indexed',
    'spec.parallelism: Invalid value: 100001: must be less than or equal to 100000 when completion mode is Indexed',
  ])
  expect(
    errorsOf({ completionMode: 'Indexed', completions: 100_001, parallelism: 10_001, backoffLimitPerIndex: 1 }),
  ).toEqual([
    'spec.maxFailedIndexes: Required value: must be specified when completions is above 100000',
    'spec.parallelism: Invalid value: 10001: must be less than or equal to 10000 when completions are above 100000 and used with backoff limit per index',
  ])
  expect(errorsOf({ maxFailedIndexes: 1 })).toEqual([
    'spec.backoffLimitPerIndex: Required value: when maxFailedIndexes is specified',
    'spec.maxFailedIndexes: Invalid value: 1: requires indexed completion mode',
  ])
  expect(errorsOf({}, { restartPolicy: 'Always' })).toEqual([
    'spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
  ])
  expect(errorsOf({ manualSelector: true })).toEqual([
    'spec.selector: Required value',
    'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
  ])
  expect(
    createErrors(jobs, {
      ...job({ completionMode: 'Indexed', completions: 10 }),
      metadata: { name: 'x'.repeat(63), uid: 'u' },
    }),
  ).toEqual([
    'metadata.name: Invalid value: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": will not able to create pod with invalid DNS label: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx-9',
  ])
})

test('[JOB2] managedBy is a domain-prefixed path', () => {
  expect(errorsOf({ managedBy: 'a' })).toEqual([
    'spec.managedBy: Invalid value: "a": must be a domain-prefixed path (such as "acme.io/foo")',
  ])
  expect(errorsOf({ managedBy: `example.com/${'x'.repeat(70)}` })).toEqual([
    'spec.managedBy: Too long: may not be more than 63 bytes',
  ])
  expect(errorsOf({ managedBy: 'example.com/a' })).toEqual([])
})

test('[JOB3] a pod failure policy is complete and matches the job', () => {
  const codes = (onExitCodes: JsonObject) => ({ action: 'Ignore', onExitCodes })
  const rules = [
    { action: 'Odd' },
    codes({ operator: 'In', values: [] }),
    codes({ operator: 'Odd', values: [3, 1, 1], containerName: 'nobody' }),
    codes({ operator: 'In', values: [0] }),
    { action: 'FailJob', onPodConditions: [{ type: 'a b', status: 'Odd' }] },
    { action: 'FailIndex', onPodConditions: [{ type: 'A' }], onExitCodes: { operator: 'In', values: [1] } },
  ]
  expect(errorsOf({ podFailurePolicy: { rules } })).toEqual([
    'spec.podFailurePolicy.rules[0].action: Unsupported value: "Odd": supported values: "Count", "FailIndex", "FailJob", "Ignore"',
    'spec.podFailurePolicy.rules[0]: Invalid value: specifying one of OnExitCodes and OnPodConditions is required',
    'spec.podFailurePolicy.rules[1].onExitCodes.values: Invalid value: []: at least one value is required',
    'spec.podFailurePolicy.rules[2].onExitCodes.operator: Unsupported value: "Odd": supported values: "In", "NotIn"',
    'spec.podFailurePolicy.rules[2].onExitCodes.containerName: Invalid value: "nobody": must be one of the container or initContainer names in the pod template',
    'spec.podFailurePolicy.rules[2].onExitCodes.values[2]: Duplicate value: 1',
    'spec.podFailurePolicy.rules[2].onExitCodes.values: Invalid value: [3,1,1]: must be ordered',
    'spec.podFailurePolicy.rules[3].onExitCodes.values[0]: Invalid value: 0: must not be 0 for the In operator',
    'spec.podFailurePolicy.rules[4].onPodConditions[0].type: Invalid value: "a b": name part …',
    'spec.podFailurePolicy.rules[4].onPodConditions[0].status: Unsupported value: "Odd": supported values: "False", "True", "Unknown"',
    'spec.podFailurePolicy.rules[5].action: Invalid value: "FailIndex": requires the backoffLimitPerIndex to be set',
    'spec.podFailurePolicy.rules[5]: Invalid value: specifying both OnExitCodes and OnPodConditions is not supported',
  ])
  expect(errorsOf({ podFailurePolicy: { rules: [] } }, { restartPolicy: 'OnFailure' })).toEqual([
    'spec.template.spec.restartPolicy: Invalid value: "OnFailure": only "Never" is supported when podFailurePolicy is specified',
  ])
  expect(errorsOf({ successPolicy: { rules: [] } })).toEqual([
    'spec.successPolicy: Invalid value: {"Rules":[]}: requires indexed completion mode',
  ])
  expect(
    errorsOf({
      completionMode: 'Indexed',
      completions: 3,
      parallelism: 3,
      successPolicy: { rules: [{}, { succeededIndexes: '0-5', succeededCount: 9 }] },
    }),
  ).toEqual([
    'spec.successPolicy.rules[0]: Required value: at least one of succeededCount or succeededIndexes must be specified',
    'spec.successPolicy.rules[1].succeededIndexes: Invalid value: "0-5": error parsing succeededIndexes: too large index: "5"',
    'spec.successPolicy.rules[1].succeededCount: Invalid value: 9: must be less than or equal to 3 (the number of specified completions)',
    'spec.successPolicy.rules[1].succeededCount: Invalid value: 9: must be less than or equal to 0 (the number of indexes in the specified succeededIndexes field)',
  ])
})

test('[JOB4] the server generates the selector and the pod labels', () => {
  const labels = {
    'batch.orch.io/controller-uid': 'u',
    'batch.orch.io/job-name': 'x',
    'controller-uid': 'u',
    'job-name': 'x',
  }
  expect(live()).toMatchObject({
    metadata: { labels, generation: 1 },
    spec: { selector: { matchLabels: { 'batch.orch.io/controller-uid': 'u' } }, template: { metadata: { labels } } },
  })
  expect(errorsOf({ selector: { matchLabels: { a: 'b' } } })).toEqual([
    'spec.selector: Invalid value: {"matchLabels":{"a":"b","batch.orch.io/controller-uid":"u"}}: `selector` not auto-generated',
    'spec.template.metadata.labels: Invalid value: {"batch.orch.io/controller-uid":"u","batch.orch.io/job-name":"x","controller-uid":"u","job-name":"x"}: `selector` does not match template `labels`',
  ])
  const manual = { manualSelector: true, selector: { matchLabels: { app: 'y' } } }
  expect(errorsOf(manual)).toEqual([
    'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
  ])
  const own = {
    ...job(),
    spec: { template: templateOf({ restartPolicy: 'Never' }, { labels: { 'job-name': 'other' } }) },
  }
  expect(createErrors(jobs, own)).toEqual([
    'spec.template.metadata.labels[job-name]: Invalid value: {"batch.orch.io/controller-uid":"u","batch.orch.io/job-name":"x","controller-uid":"u","job-name":"other"}: must be \'x\'',
  ])
})

test('[JOB5] indexes are in rising order, without overlaps', () => {
  const completed = (completedIndexes: string) =>
    brief(
      tryUpdate(
        jobs,
        live({ completionMode: 'Indexed', completions: 5 }),
        { ...job({ completionMode: 'Indexed', completions: 5 }), status: { completedIndexes } },
        'status',
      ).errors,
    )
  expect(completed('0,2-4')).toEqual([])
  expect(['x', '3-1', '2,1', '5', '1-'].map(completed)).toEqual([
    [
      'status.completedIndexes: Invalid value: "x": error parsing completedIndexes: cannot convert string to integer for index: "x"',
    ],
    [
      'status.completedIndexes: Invalid value: "3-1": error parsing completedIndexes: non-increasing order, previous: 3, current: 1',
    ],
    [
      'status.completedIndexes: Invalid value: "2,1": error parsing completedIndexes: non-increasing order, previous: 2, current: 1',
    ],
    ['status.completedIndexes: Invalid value: "5": error parsing completedIndexes: too large index: "5"'],
    [
      'status.completedIndexes: Invalid value: "1-": error parsing completedIndexes: cannot convert string to integer for index: ""',
    ],
  ])
})

test('[JOB6] selector, template and completion mode are immutable', () => {
  expect(
    errorsOfUpdate({}, { parallelism: 3, activeDeadlineSeconds: 5, suspend: true, ttlSecondsAfterFinished: 1 }),
  ).toEqual([])
  expect(errorsOfUpdate({}, { completions: 2, completionMode: 'Indexed' })).toEqual([
    'spec.completions: Invalid value: 2: can only be modified in tandem with spec.parallelism',
    'spec.completionMode: Invalid value: "Indexed": field is immutable',
  ])
  expect(
    errorsOfUpdate({}, { template: templateOf({ restartPolicy: 'OnFailure' }) }).map((text) => text.slice(0, 60)),
  ).toEqual([
    'spec.template.metadata.labels[controller-uid]: Required valu',
    'spec.template.metadata.labels[job-name]: Required value: mus',
    'spec.template.metadata.labels[batch.orch.io/controller-uid]:',
    'spec.template.metadata.labels[batch.orch.io/job-name]: Requi',
    'spec.template.metadata.labels: Invalid value: {"app":"x"}: `',
    'spec.template.metadata.labels: Invalid value: {"app":"x"}: `',
    'spec.template: Invalid value: {"labels":{"app":"x"},"Spec":{',
  ])
  expect(errorsOfUpdate({}, { selector: { matchLabels: { a: 'b' } } }).map((text) => text.slice(0, 90))).toEqual([
    'spec.selector: Invalid value: {"matchLabels":{"a":"b"}}: `selector` not auto-generated',
    'spec.template.metadata.labels: Invalid value: {"batch.orch.io/controller-uid":"u","batch.o',
    'spec.template.metadata.labels: Invalid value: {"batch.orch.io/controller-uid":"u","batch.o',
    'spec.selector: Invalid value: {"matchLabels":{"a":"b"}}: field is immutable',
  ])
  expect(errorsOfUpdate({}, { backoffLimitPerIndex: 1, podFailurePolicy: { rules: [] } })).toEqual([
    'spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode',
    'spec.podReplacementPolicy: Unsupported value: "TerminatingOrFailed": supported values: "Failed"',
    'spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode',
    'spec.podReplacementPolicy: Unsupported value: "TerminatingOrFailed": supported values: "Failed"',
    'spec.podFailurePolicy: Invalid value: {"Rules":[]}: field is immutable',
    'spec.backoffLimitPerIndex: Invalid value: 1: field is immutable',
  ])
  const indexed = { completionMode: 'Indexed', completions: 3, parallelism: 3 }
  expect(errorsOfUpdate(indexed, { completions: 4, parallelism: 4 })).toEqual([])
  expect(errorsOfUpdate(indexed, { completions: 4 })).toEqual([
    'spec.completions: Invalid value: 4: can only be modified in tandem with spec.parallelism',
  ])
})

test('[JOB7] scheduling directives of a suspended job are mutable until it first starts', () => {
  const moved = (status: JsonObject) => {
    const object = live({ suspend: true }, status)
    const { template } = object['spec'] as { template: { metadata: JsonObject; spec: JsonObject } }
    const next = { ...template, spec: { ...template.spec, nodeSelector: { a: 'b' } } }
    return tryUpdate(jobs, object, changed(object, { template: next })).errors.length
  }
  expect([moved({}), moved({ startTime: '2024-01-01T00:00:00Z' })]).toEqual([0, 1])
})

test('[JOB8] defaults of a job', () => {
  const defaults = {
    completions: 1,
    parallelism: 1,
    backoffLimit: 6,
    completionMode: 'NonIndexed',
    suspend: false,
    manualSelector: false,
    podReplacementPolicy: 'TerminatingOrFailed',
  }
  expect(live()['spec']).toMatchObject(defaults)
  expect(live({ parallelism: 2 })['spec']).not.toHaveProperty('completions')
  const rules = [{ action: 'Ignore', onPodConditions: [{ type: 'A' }] }]
  expect(
    live({ completionMode: 'Indexed', completions: 2, backoffLimitPerIndex: 1, podFailurePolicy: { rules } })['spec'],
  ).toMatchObject({
    backoffLimit: 2_147_483_647,
    podReplacementPolicy: 'Failed',
    podFailurePolicy: { rules: [{ onPodConditions: [{ type: 'A', status: 'True' }] }] },
  })
})

test('[JOB9] a DELETE orphans the pods of a job by default, with a warning', () => {
  expect(jobs.strategy.defaultPropagation).toBe('orphan')
  expect(jobs.strategy.propagationWarning).toContain('set propagationPolicy=Background')
})

test('[JOB10] a status does not go backwards, and its conditions are consistent', () => {
  const at = '2024-01-01T00:00:00Z'
  const condition = (type: string, status = 'True'): JsonObject => ({ type, status })
  const update = (before: JsonObject, after: JsonObject) =>
    brief(tryUpdate(jobs, live({}, before), { ...job(), status: after }, 'status').errors)
  expect(update({}, { active: -1, ready: 1, succeeded: -1, failed: -1, terminating: -1 })).toEqual([
    'status.active: Invalid value: -1: must be greater than or equal to 0',
    'status.succeeded: Invalid value: -1: must be greater than or equal to 0',
    'status.failed: Invalid value: -1: must be greater than or equal to 0',
    'status.terminating: Invalid value: -1: must be greater than or equal to 0',
    'status.ready: Invalid value: 1: cannot set more ready pods than active',
    'status.failed: Invalid value: -1: cannot decrease the failed counter',
    'status.succeeded: Invalid value: -1: cannot decrease the succeeded counter',
  ])
  expect(update({ failed: 2, succeeded: 2, startTime: at }, { failed: 1, succeeded: 1 })).toEqual([
    'status.failed: Invalid value: 1: cannot decrease the failed counter',
    'status.succeeded: Invalid value: 1: cannot decrease the succeeded counter',
    'status.startTime: Required value: startTime cannot be removed for unsuspended job',
  ])
  expect(update({}, { conditions: [condition('Complete'), condition('Failed')], active: 1 })).toEqual([
    'status.conditions: Invalid value: cannot set Complete=True and Failed=true conditions',
    'status.completionTime: Required value: completionTime is required for Complete jobs',
    'status.conditions: Invalid value: cannot set Failed=True condition without the FailureTarget=true condition',
    'status.conditions: Invalid value: cannot set Complete=True condition without the SuccessCriteriaMet=true condition',
    'status.active: Invalid value: 1: active>0 is invalid for finished job',
    'status.startTime: Required value: startTime is required for finished job',
  ])
  const done = {
    conditions: [condition('SuccessCriteriaMet'), condition('Complete')],
    startTime: at,
    completionTime: at,
  }
  expect(update({}, done)).toEqual([])
  expect(update(done, { ...done, completionTime: '2024-01-02T00:00:00Z' })).toEqual([
    'status.completionTime: Invalid value: "2024-01-02T00:00:00Z": completionTime cannot be mutated',
  ])
  expect(
    update({ conditions: [condition('FailureTarget'), condition('Failed')], startTime: at }, { startTime: at }),
  ).toEqual([
    'status.conditions: Invalid value: cannot disable the terminal Failed=True condition',
    'status.conditions: Invalid value: cannot disable the terminal FailureTarget=True condition',
  ])
  expect(
    update({}, { completionTime: at, uncountedTerminatedPods: { succeeded: ['a', 'a'], failed: ['', 'a'] } }),
  ).toEqual([
    'status.uncountedTerminatedPods.succeeded[1]: Duplicate value: "a"',
    'status.uncountedTerminatedPods.failed[0]: Invalid value: "": must not be empty',
    'status.uncountedTerminatedPods.failed[1]: Duplicate value: "a"',
    'status.completionTime: Invalid value: "2024-01-01T00:00:00Z": cannot set completionTime when there is no Complete=True condition',
  ])
})

test('[JOB11] a row shows the state of the job', () => {
  const cells = (spec: JsonObject, status: JsonObject) => cellsOf(jobs, live(spec, status)).slice(1, 4)
  expect(cells({}, {})).toEqual(['Running', '0/1', ''])
  expect(cells({ parallelism: 3 }, { succeeded: 1 })).toEqual(['Running', '1/1 of 3', ''])
  const times = { startTime: '2024-01-01T00:00:00Z', completionTime: '2024-01-01T00:01:05Z' }
  expect(
    cells({ completions: 4 }, { ...times, conditions: [{ type: 'Complete', status: 'True' }], succeeded: 4 }),
  ).toEqual(['Complete', '4/4', '65s'])
  expect(cells({}, { conditions: [{ type: 'Suspended', status: 'True' }] })[0]).toBe('Suspended')
})
