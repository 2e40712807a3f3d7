import { expect, test } from 'vitest'
import { flowschemas } from '#server/resources/flowcontrol/flowschemas/definition.ts'
import { prioritylevelconfigurations } from '#server/resources/flowcontrol/prioritylevelconfigurations/definition.ts'
import { entropyBits } from '#server/resources/flowcontrol/prioritylevelconfigurations/entropy.ts'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { flowSchemas, priorityLevels } from './bootstrap.ts'

const schema = { matchingPrecedence: 5, priorityLevelConfiguration: { name: 'global-default' } }
const limited = { limitResponse: { type: 'Reject' } }

test('[FC1] bootstrap schemas and levels pass validation, and every schema refers to a level', () => {
  for (const [name, spec] of flowSchemas) {
    expect(tryCreate(flowschemas, { metadata: { name }, spec: { ...spec } }).errors).toEqual([])
    expect(priorityLevels.has(spec.priorityLevelConfiguration?.name ?? '')).toBe(true)
  }
  for (const [name, spec] of priorityLevels)
    expect(tryCreate(prioritylevelconfigurations, { metadata: { name }, spec: { ...spec } }).errors).toEqual([])
})

test('[FC2] a schema has a precedence, a level and a known distinguisher method', () => {
  const { object } = tryCreate(flowschemas, { spec: { priorityLevelConfiguration: { name: 'a' } } })
  expect(object['spec']).toMatchObject({ matchingPrecedence: 1000 })
  expect(cellsOf(flowschemas, object).slice(1, 4)).toEqual(['a', 1000, '<none>'])
  const odd = { matchingPrecedence: 1, distinguisherMethod: { type: 'ByX' }, priorityLevelConfiguration: { name: '' } }
  expect(tryCreate(flowschemas, { spec: odd }).errors).toEqual([
    "spec.matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have matchingPrecedence 1",
    'spec.distinguisherMethod.type: Unsupported value: {"Type":"ByX"}: supported values: "ByNamespace", "ByUser"',
    'spec.priorityLevelConfiguration.name: Required value: must reference a priority level',
  ])
  expect(tryCreate(flowschemas, { spec: { ...schema, matchingPrecedence: 10_001 } }).errors).toEqual([
    'spec.matchingPrecedence: Invalid value: 10001: must not be greater than 10000',
  ])
})

test('[FC3] a rule has subjects, and resource or non-resource rules', () => {
  const subjects = [{ kind: 'User', group: { name: 'g' } }, { kind: 'Odd' }]
  const resourceRules = [{ verbs: ['*', 'get'], apiGroups: [''], resources: ['a'], namespaces: ['A'] }]
  const nonResourceRules = [{ verbs: ['read'], nonResourceURLs: ['x', '/a//b', '/a*'] }]
  const { errors } = tryCreate(flowschemas, {
    spec: { ...schema, rules: [{ subjects, resourceRules, nonResourceRules }, {}] },
  })
  expect(errors.map((text) => text.replace('spec.rules', ''))).toEqual([
    "[0].subjects[0].user: Required value: user is required when subject kind is 'User'",
    "[0].subjects[0].group: Forbidden: group is forbidden when subject kind is not 'Group'",
    '[0].subjects[1].kind: Unsupported value: "Odd": supported values: "Group", "ServiceAccount", "User"',
    `[0].resourceRules[0].verbs: Invalid value: ["*","get"]: if '*' is present, must not specify other verbs`,
    expect.stringContaining(
      '[0].resourceRules[0].namespaces[0]: Invalid value: "A": each member of this list must be \'*\'',
    ),
    '[0].nonResourceRules[0].verbs: Unsupported value: ["read"]: supported values: "create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"',
    '[0].nonResourceRules[0].nonResourceURLs[0]: Invalid value: "x": must start with slash',
    '[0].nonResourceRules[0].nonResourceURLs[1]: Invalid value: "/a//b": must not contain double slash',
    '[0].nonResourceRules[0].nonResourceURLs[2]: Invalid value: "/a*": wildcard can only do suffix matching',
    '[1].subjects: Required value: subjects must contain at least one value',
    '[1]: Required value: at least one of resourceRules and nonResourceRules has to be non-empty',
  ])
})

test('[FC4] the specs of mandatory objects are fixed, except for the shares of the exempt level', () => {
  const metadata = { name: 'catch-all' }
  expect(tryCreate(flowschemas, { metadata, spec: schema }).errors.at(-1)).toMatch(
    /^spec: Invalid value: \{.*\}: spec of 'catch-all' must equal the fixed value$/,
  )
  const exempt = { metadata: { name: 'exempt' }, spec: { type: 'Exempt', exempt: { lendablePercent: 50 } } }
  expect(tryCreate(prioritylevelconfigurations, exempt).errors).toEqual([])
})

test('[FC5] the generation counts spec changes, and status is a subresource', () => {
  const live = tryCreate(flowschemas, { spec: schema, status: { conditions: [{ type: 'x' }] } }).object
  expect(live).toMatchObject({ status: {}, metadata: { generation: 1 } })
  const changed = tryUpdate(flowschemas, live, { spec: { ...schema, matchingPrecedence: 6 } }).object
  expect(changed.metadata.generation).toBe(2)
  const sent = {
    metadata: { labels: { a: 'b' } },
    spec: {},
    status: { conditions: [{ type: 'Dangling', status: 'True' }] },
  }
  const { object } = tryUpdate(flowschemas, live, sent, 'status')
  expect(object['spec']).toEqual(live['spec'])
  expect(object.metadata.labels).toBeUndefined()
  expect(cellsOf(flowschemas, object).at(-1)).toBe('True')
})

test('[FC6] conditions have a type, and each type is unique', () => {
  const live = tryCreate(flowschemas, { spec: schema }).object
  const conditions = [{ type: 'a' }, { type: 'a' }, {}]
  expect(tryUpdate(flowschemas, live, { spec: schema, status: { conditions } }, 'status').errors).toEqual([
    'status.conditions[1].type: Duplicate value: "a"',
    'status.conditions[2].type: Required value',
  ])
})

test('[FC7] a level is Limited, except for the exempt level', () => {
  const errorsOf = (spec: object) => tryCreate(prioritylevelconfigurations, { spec: { ...spec } }).errors
  expect(errorsOf({ type: 'Exempt', limited })).toEqual([
    "spec.type: Invalid value: \"Exempt\": must be 'Exempt' if and only if `name` is 'exempt'",
    'spec.limited: Forbidden: must be nil if the type is not Limited',
  ])
  expect(errorsOf({ type: 'Limited' })).toEqual([
    'spec.limited: Required value: must not be empty when type is Limited',
  ])
  expect(
    errorsOf({ type: 'Limited', limited: { limitResponse: {}, borrowingLimitPercent: -1, lendablePercent: 101 } }),
  ).toEqual([
    'spec.limited.limitResponse.type: Unsupported value: "": supported values: "Queue", "Reject"',
    'spec.limited.lendablePercent: Invalid value: 101: must be between 0 and 100, inclusive',
    'spec.limited.borrowingLimitPercent: Invalid value: -1: if specified, must be a non-negative integer',
  ])
})

test('[FC8] a hand does not need more bits of entropy than the hash has', () => {
  expect(entropyBits(128, 6)).toBe(42)
  const queuing = { queues: 1024, handSize: 7 }
  const spec = { type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing } } }
  expect(tryCreate(prioritylevelconfigurations, { spec }).errors).toEqual([
    'spec.limited.limitResponse.queuing.handSize: Invalid value: 7: required entropy bits of deckSize 1024 and handSize 7 should not be greater than 60',
  ])
})

test('[FC9] shares, queues and hand size have defaults, and a row shows them', () => {
  const spec = { type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing: {} } } }
  const { object } = tryCreate(prioritylevelconfigurations, { spec })
  expect(object['spec']).toMatchObject({
    limited: {
      nominalConcurrencyShares: 30,
      lendablePercent: 0,
      limitResponse: { queuing: { queues: 64, handSize: 8 } },
    },
  })
  expect(cellsOf(prioritylevelconfigurations, object).slice(1, 6)).toEqual(['Limited', 30, 64, 8, 50])
})
