import { beforeEach, expect, test, vi } from 'vitest'
import type { SampleTrial, WritesTrial } from '#facts/admission-trial-api.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { checkPolicy } from '#policy/check-policy.ts'
import { celTypes, schemaType } from '#cel/cel.ts'
import { noPolicyTypes, type PolicyTypes } from '#policy/scopes.ts'
import { noObjects, type ObjectsState, withList } from '#ui/model/objects-state.ts'
import { costText, firstInspected, policyLenses } from './policies/policy-lenses.ts'
import { shownProblems } from './policy-state/check-draft.ts'
import { costRows, costTicks } from './policy-state/cost-rows.ts'
import { draftSteps } from './policy-state/draft-steps.ts'
import { firstSamples, matchedCollections } from './policy-state/first-samples.ts'
import { newPolicy } from './policy-state/new-policy.ts'
import { policyParams, withParams } from './policy-state/params.ts'
import { editableText, policyItems, typeOfKind } from './policy-state/policy-items.ts'
import { createPolicyStore, noCheck } from './policy-state/policy-store.ts'
import { policyTemplates, templateText } from './policy-state/policy-templates.ts'
import { ruleMarks } from './policy-state/rule-marks.ts'
import { readSample, sampleOfWrite } from './policy-state/samples.ts'
import { storedFailures, storedUpdates } from './policy-state/stored-updates.ts'
import { draftOf, trialSubject } from './policy-state/subject.ts'
import { readShown, shownText } from './state/shown.ts'

const group = 'admissionregistration.orch.io'
const type = (of: string, resource: string, kind: string, namespaced = false) => ({
  id: `${of}.v1.${resource}`,
  group: of,
  version: 'v1',
  resource,
  kind,
  namespaced,
  verbs: [],
  shortNames: [],
})

const policies = type(group, 'validatingadmissionpolicies', 'ValidatingAdmissionPolicy')
const bindings = type(group, 'validatingadmissionpolicybindings', 'ValidatingAdmissionPolicyBinding')
const deployments = type('apps', 'deployments', 'Deployment', true)
const [validating] = policyTemplates
if (validating === undefined) throw new Error('there is a template of a validating policy')

const stored: ApiObject = {
  apiVersion: `${group}/v1`,
  kind: 'ValidatingAdmissionPolicy',
  metadata: { name: 'p', uid: 'u', resourceVersion: '7', creationTimestamp: 'now', generation: 1, managedFields: [] },
  spec: {
    matchConstraints: { resourceRules: [{ apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'] }] },
  },
  status: { observedGeneration: 1 },
}
const binding = (name: string, policyName: string): ApiObject => ({
  apiVersion: `${group}/v1`,
  kind: 'ValidatingAdmissionPolicyBinding',
  metadata: { name },
  spec: { policyName, validationActions: ['Deny'] },
})
const web: ApiObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop', uid: 'w' },
  spec: { replicas: 3 },
}

function objects(): ObjectsState {
  const collection = (resource: ReturnType<typeof type>, items: readonly ApiObject[]) =>
    [
      resource.id,
      {
        resource,
        state: 'live' as const,
        items: new Map(items.map((each) => [`${each.metadata.namespace ?? ''}/${each.metadata.name ?? ''}`, each])),
      },
    ] as const
  return {
    discovered: true,
    changedAt: new Map(),
    collections: new Map([
      collection(policies, [stored]),
      collection(bindings, [binding('b', 'p'), binding('other', 'q')]),
      collection(deployments, [web]),
    ]),
  }
}

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

const key = 'ValidatingAdmissionPolicy/p'

test('[CB11] the list has stored objects and drafts; a draft ends when it equals the stored object, and survives a reload', () => {
  const state = objects()
  const text = editableText(stored)
  expect(text).not.toMatch(/uid|resourceVersion|managedFields|status|generation/)
  expect(draftOf(state, key, text, undefined)).toBeNull()
  const draft = draftOf(state, key, `${text}# note\n`, undefined)
  expect(draft).toEqual({ text: `${text}# note\n`, base: '7' })
  const store = createPolicyStore()
  store.setDraft(key, draft)
  expect(createPolicyStore().getState().drafts).toEqual({ [key]: draft })
  const { drafts } = store.getState()
  expect(policyItems(state, drafts).map((item) => [item.key, item.isDraft])).toEqual([
    [key, true],
    ['ValidatingAdmissionPolicyBinding/b', false],
    ['ValidatingAdmissionPolicyBinding/other', false],
  ])
  store.setDraft(key, null)
  expect(createPolicyStore().getState().drafts).toEqual({})
})

test('[CB11] a new policy gets a free name, and every template has no problems', () => {
  const store = createPolicyStore()
  expect(newPolicy(store, objects(), validating)).toBe('ValidatingAdmissionPolicy/replica-limit')
  expect(newPolicy(store, objects(), validating)).toBe('ValidatingAdmissionPolicy/replica-limit-2')
  expect(store.getState().drafts['ValidatingAdmissionPolicy/replica-limit-2']?.text).toContain(
    '  name: replica-limit-2\n',
  )
  for (const template of policyTemplates)
    expect(
      checkPolicy(templateText(template, 'orch'), noPolicyTypes).flatMap(({ problems }) => problems),
      template.title,
    ).toEqual([])
})

test('[CB11] every expression of a template has a worst cost', () => {
  const spec = { type: 'object', properties: { replicas: { type: 'integer' } } }
  const deployment = schemaType({ type: 'object', properties: { spec } }, false, 'Deployment')?.type
  const id = { group: 'apps', version: 'v1', kind: 'Deployment' }
  const types: PolicyTypes = { kinds: [{ id, type: deployment ?? celTypes.dyn }], params: celTypes.dyn }
  for (const template of policyTemplates)
    for (const { place, worst } of checkPolicy(templateText(template, 'orch'), types))
      expect([place.pointer, costText(worst ?? 0)]).not.toContain('without limit')
})

test('[VO7] the list and the templates of a cluster with Kubernetes’ names have its groups', () => {
  const served = [
    type('apiextensions.k8s.io', 'customresourcedefinitions', 'CustomResourceDefinition'),
    type('admissionregistration.k8s.io', 'validatingadmissionpolicies', 'ValidatingAdmissionPolicy'),
  ]
  const state = served.reduce((known, resource) => withList(known, resource, [stored]), noObjects)
  expect(policyItems(state, {}).map((item) => item.key)).toEqual(['CustomResourceDefinition/p', key])
  expect(typeOfKind(state, 'ValidatingAdmissionPolicy')).toBe(served[1])
  expect(typeOfKind(state, 'MutatingAdmissionPolicy')).toBeUndefined()
  const store = createPolicyStore()
  for (const template of policyTemplates) {
    const made = newPolicy(store, state, template)
    const { text: words = '' } = store.getState().drafts[made] ?? {}
    expect(words).toMatch(/^apiVersion: \w+\.k8s\.io\//)
    expect(words).not.toContain('orch')
    const checked = checkPolicy(words, noPolicyTypes)
    expect(checked).toHaveLength(checkPolicy(templateText(template, 'orch'), noPolicyTypes).length)
    expect(checked.flatMap(({ problems }) => problems)).toEqual([])
  }
})

test('[CB11] the address names a file, or an object with its sample', () => {
  for (const shown of [
    { file: 'egress' as const, object: null, sample: '' },
    { file: null, object: key, sample: '' },
    { file: null, object: key, sample: 'apps.v1.deployments/shop/web' },
  ])
    expect(readShown(shownText(shown))).toEqual(shown)
  expect(readShown('nonsense')).toEqual({ file: null, object: null, sample: '' })
})

test('[CB12] a trial takes the drafts of the policy and of its bindings; a binding is tried with its policy', () => {
  const state = objects()
  const drafts = { 'ValidatingAdmissionPolicyBinding/new': { text: editableText(binding('new', 'p')), base: '' } }
  const subject = trialSubject({ drafts }, state, key)
  expect(subject?.draft['kind']).toBe('ValidatingAdmissionPolicy')
  expect(subject?.bindings.map(({ metadata }) => metadata)).toEqual([{ name: 'b' }, { name: 'new' }])
  expect(trialSubject({ drafts }, state, 'ValidatingAdmissionPolicyBinding/b')?.draft['metadata']).toEqual({
    name: 'p',
  })
  expect(trialSubject({ drafts }, state, 'ValidatingAdmissionPolicyBinding/other')).toBeNull()
  expect(trialSubject({ drafts: { [key]: { text: 'a: [', base: '' } } }, state, key)).toBeNull()
})

test('[CB12] samples begin with objects that the rules match; the operation says which of the texts count', () => {
  const user = { name: 'ann', groups: [] }
  const subject = trialSubject({ drafts: {} }, objects(), key)
  if (subject === null) throw new Error('a policy to try')
  expect(matchedCollections(objects(), subject.draft).map(({ resource }) => resource.kind)).toEqual(['Deployment'])
  const [sample] = firstSamples(objects(), subject.draft, user)
  if (sample === undefined) throw new Error('a sample')
  expect(readSample(sample)).toMatchObject({
    type: 'sample',
    sample: {
      operation: 'UPDATE',
      resource: 'deployments',
      namespace: 'shop',
      name: 'web',
      object: { spec: { replicas: 3 } },
    },
  })
  // A policy of creations alone would not be asked about an update.
  const only = (operation: string): unknown => {
    const rule = { apiGroups: ['apps'], resources: ['deployments'], operations: [operation] }
    const draft = { kind: 'MutatingAdmissionPolicy', spec: { matchConstraints: { resourceRules: [rule] } } }
    return firstSamples(objects(), draft, user)[0]?.operation
  }
  expect(['CREATE', 'DELETE', 'UPDATE', '*'].map(only)).toEqual(['CREATE', 'DELETE', 'UPDATE', 'UPDATE'])
  expect(readSample({ ...sample, operation: 'CREATE', oldText: 'a: [' })).toMatchObject({ sample: { oldObject: null } })
  expect(readSample({ ...sample, text: 'a: [' })).toMatchObject({
    type: 'problem',
    message: expect.stringMatching(/^object: line 1/),
  })
  expect(sampleOfWrite(deployments, { before: web, after: null }, { user, note: 'at 5' })).toMatchObject({
    operation: 'DELETE',
    text: '',
    note: 'at 5',
  })
})

const text = templateText(validating, 'orch')
const expressions = checkPolicy(text, noPolicyTypes)
const check = { text, problems: [], expressions, isTried: true }
const trial = (value: string): SampleTrial => ({
  outcome: 'refused',
  code: 422,
  reason: 'Invalid',
  message: '',
  causes: [],
  status: null,
  warnings: [],
  annotations: {},
  expressions: [
    { pointer: '/spec/validations/0/expression', value, type: 'bool', error: '', cost: 5, times: 1, parts: [] },
  ],
  cost: 5,
  object: null,
})

test('[CB19] stored objects are tried as updates that change nothing, 200 at most, and those that are refused are named', () => {
  const draft = { ...stored }
  const user = { name: 'alice', groups: ['shop:editors'] }
  const one = storedUpdates(objects(), draft, user)
  const [update] = one.samples
  expect(update).toMatchObject({
    operation: 'UPDATE',
    namespace: 'shop',
    name: 'web',
    user,
    oldObject: web,
    object: web,
  })
  const limits = { call: 1, object: 1 }
  const refused = { ...trial('false'), message: 'no' }
  expect(storedFailures(one, { samples: [refused], limits })).toMatchObject({
    failing: [{ namespace: 'shop', name: 'web', message: 'no' }],
    what: 'deployments',
  })
  expect(storedFailures(one, { samples: [{ ...refused, outcome: 'not-asked' }], limits }).failing).toEqual([])

  const names = Array.from({ length: 250 }, (_, at) => `web-${at}`)
  const items = names.map((name): ApiObject => ({ ...web, metadata: { name, namespace: 'shop' } }))
  const many = storedUpdates(withList(objects(), deployments, items), draft, user)
  expect([many.samples.length, many.total]).toEqual([200, 250])
  expect(storedFailures({ ...many, resources: [policies, deployments] }, { samples: [], limits }).what).toBe('objects')
})

test('[CB13] a lens has value, type and cost for the sample, says what refuses, and what was not needed', () => {
  const lenses = policyLenses(check, trial('false'))
  expect(lenses.map(({ path, value, tone }) => [path, value, tone])).toEqual([
    ['spec.variables[0].expression', '', 'plain'],
    ['spec.validations[0].expression', 'false', 'bad'],
    ['spec.validations[0].messageExpression', '', 'plain'],
  ])
  expect(lenses[1]?.notes).toEqual(['bool', 'cost 5', 'refuses this write'])
  expect(lenses[0]?.notes).toContain('not needed')
  expect(policyLenses(check, null)[1]?.notes[0]).toBe('bool')
  // The microscope opens on the expression that refuses the sample, else on the first one.
  expect(firstInspected(check, trial('false'))).toBe('/spec/validations/0/expression')
  expect(firstInspected(check, null)).toBe('/spec/variables/0/expression')
  expect(firstInspected(noCheck, null)).toBe('')
  const broken = checkPolicy(text.replace('variables.replicas <= 5', 'nope'), noPolicyTypes)
  expect(policyLenses({ ...check, expressions: broken }, null)[1]).toMatchObject({
    value: 'does not compile',
    tone: 'bad',
  })
  expect([costText(3_400_000), costText(3.4e7), costText(5e12), costText(1e18)]).toEqual([
    '3\u2009400\u2009000',
    '34 M',
    '5000 G',
    'without limit',
  ])
})

test('[CB13] the Cost tab has the cost for the sample and at worst on one scale, with the limit of a call', () => {
  const rows = costRows(check, trial('true'), { call: 1_000_000, object: 10_000_000 })
  expect(rows.map(({ label, now }) => [label, now])).toEqual([
    ['variables 1', null],
    ['validations 1', 5],
    ['validations 1 messageExpression', null],
  ])
  const ticks = costTicks({ call: 1_000_000, object: 10_000_000 })
  expect(ticks.filter(({ type }) => type === 'limit').map(({ cost }) => cost)).toEqual([1_000_000, 10_000_000])
  expect(ticks.find(({ cost }) => cost === 1_000_000)?.share).toBeCloseTo(6 / 7)
  expect(ticks.filter(({ type }) => type === 'power').map(({ cost }) => cost)).toEqual([1, 10, 100, 1e3, 1e4, 1e5])
  expect(rows[1]?.nowShare).toBeGreaterThan(0)
})

test('[CB12] each rule has a mark for a sample: it holds, fails, or was not asked', () => {
  expect(ruleMarks(check, trial('true'))).toEqual([
    { label: '1', path: 'spec.validations[0].expression', mark: 'passed' },
  ])
  expect(ruleMarks(check, trial('false'))[0]?.mark).toBe('failed')
  expect(ruleMarks(check, undefined)[0]?.mark).toBe('none')
})

test('[CB14] a draft can be saved once it is checked without errors', () => {
  const store = createPolicyStore()
  store.open(key)
  expect(draftSteps(store.getState(), text)).toMatchObject({ isDraft: false, maySave: false })
  store.setDraft(key, { text, base: '' })
  expect(draftSteps(store.getState(), text)).toMatchObject({
    isDraft: true,
    maySave: false,
    why: 'the draft is being checked',
  })
  store.setCheck(check)
  expect(draftSteps(store.getState(), text)).toMatchObject({ maySave: true, words: 'no problems' })
  const [problem] = checkPolicy(text.replace('variables.replicas <= 5', 'nope'), noPolicyTypes).flatMap(
    (each) => each.problems,
  )
  if (problem === undefined) throw new Error('a problem')
  store.setCheck({
    ...check,
    problems: shownProblems([], [{ ...(expressions[1] ?? expressions[0]), problems: [problem] } as never], []),
  })
  expect(draftSteps(store.getState(), text)).toMatchObject({ maySave: false, words: '1 problem' })
})

test('[CB14] of what the server refuses, only what has no exact range yet is added', () => {
  const broken = checkPolicy(text.replace('variables.replicas <= 5', 'nope'), noPolicyTypes)
  const refused = (path: string) => ({
    code: 'refused' as const,
    at: [],
    path,
    message: 'refused',
    range: { start: 0, end: 1 },
    start: { line: 1, column: 1 },
    end: { line: 1, column: 2 },
    fixes: [],
  })
  const shown = shownProblems([], broken, [refused('spec.validations[0].expression'), refused('spec.failurePolicy')])
  expect(shown.map(({ path, isServers }) => [path, isServers])).toEqual([
    ['spec.failurePolicy', true],
    ['spec.validations[0].expression', false],
  ])
})

test('[CB15] the writes of a draft stay with their text, and go when another object is opened', () => {
  const store = createPolicyStore()
  store.open(key)
  const writes: WritesTrial = { writes: [], tried: 0 }
  store.startReplaying()
  store.setWrites({ text, value: writes })
  expect(store.getState()).toMatchObject({ writes: { text, value: writes }, isReplaying: false })
  store.open('ValidatingAdmissionPolicy/q')
  expect(store.getState()).toMatchObject({ writes: null, check: noCheck, samples: [] })
})

test('[CB16] edited parameters take the place of the stored ones, and a policy that nothing binds gets one to begin with', () => {
  const maps = type('', 'configmaps', 'ConfigMap', true)
  const limits: ApiObject = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'limits', namespace: 'shop', uid: 'l' },
    data: { max: '5' },
  }
  const known = objects()
  const items = new Map([['shop/limits', limits]])
  const withMaps = (live: ReadonlyMap<string, ApiObject>): ObjectsState => ({
    ...known,
    collections: new Map([...known.collections, [maps.id, { resource: maps, state: 'live' as const, items: live }]]),
  })
  const draft = {
    apiVersion: `${group}/v1`,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'p' },
    spec: { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } },
  }
  const bound = { metadata: { name: 'b' }, spec: { policyName: 'p', paramRef: { name: 'limits', namespace: 'shop' } } }
  const subject = { draft, bindings: [bound] }
  const [param] = policyParams(withMaps(items), subject)
  expect(param).toMatchObject({ place: 'ConfigMap shop/limits', isStored: true })
  expect(withParams({ params: {} }, withMaps(items), subject)).toEqual({ ...subject, objects: [] })
  const edited = (param?.text ?? '').replace('"5"', '"9"').replace("'5'", "'9'")
  expect(edited).toContain('9')
  expect(withParams({ params: { 'ConfigMap shop/limits': edited } }, withMaps(items), subject).objects).toEqual([
    expect.objectContaining({ data: { max: '9' } }),
  ])

  const unbound = withParams({ params: {} }, withMaps(new Map()), { draft, bindings: [] })
  expect(unbound.objects).toEqual([expect.objectContaining({ metadata: { name: 'limits', namespace: 'default' } })])
  expect(unbound.bindings).toEqual([
    expect.objectContaining({
      spec: expect.objectContaining({ paramRef: expect.objectContaining({ name: 'limits', namespace: 'default' }) }),
    }),
  ])
})
