import { expect, test } from 'vitest'
import { useMemoryStorage } from '#testing/memory-storage.ts'
import type { RunningConfigs } from '#facts/config-api.ts'
import { flagsToFiles } from '#config/flags-to-files.ts'
import { applyEdits } from '#document/edits.ts'
import { fixes } from '#config/language/fixes.ts'
import { checkText } from './state/check-text.ts'
import { expressionPlaces, placeAt } from './state/expression-places.ts'
import { fileOfText, inOurSpelling, openTexts } from './state/file-actions.ts'
import { changedLines, countChanges, diffLines, withContext } from '#ui/texts/line-diff.ts'
import { pathChanges } from './dock/path-changes.ts'
import {
  type ConfigRoomState,
  createConfigRoomStore,
  stepsOf,
  textOf,
  withRunning,
  withText,
} from './state/room-store.ts'
import { variableFor } from './state/samples.ts'
import { starterText } from './state/starter-text.ts'

useMemoryStorage()

const broken = `apiVersion: apiserver.orch.io/v1beta1
kind: AuthenticationConfiguration
jwt:
- issuer:
    url: https://login.example.test
    audiences: [orchard, orchard-ci]
    audienceMatchPolicy: MatchAll
  claimValidationRules:
  - expression: claims.exp - claims.iat <= 86400
    message: token lives longer than a day
  claimMappings:
    username:
      expression: |
        claims.email
    groups:
      claim: groups
      prefix: "shop:"
  userValidationRules:
  - expression: "!user.username.startsWith('system:')"
    message: reserved
`
const nothing = { claims: null, request: null }
const claims = { iss: 'https://login.example.test', email: 'ada@example.test', groups: ['a', 'b'], iat: 1, exp: 61 }
const request = (text: string, sample: Parameters<typeof variableFor>[1] = nothing) => ({
  text,
  kind: 'AuthenticationConfiguration' as const,
  files: [],
  sample,
})

test('[CB1] a text is checked, problems have their positions, and the fixes repair them', () => {
  let text = broken
  const first = checkText(request(text))
  expect(first.errorCount).toBe(2)
  expect(first.diagnostics.map(({ start }) => start.line)).toEqual([7, 13])
  for (let turn = 0; turn < 4; turn++) {
    const [found] = checkText(request(text)).diagnostics
    if (found !== undefined) text = applyEdits(text, fixes(text, found)[0]?.edits ?? [])
  }
  expect(checkText(request(text)).diagnostics).toEqual([])
  expect(checkText(request('  \n')).errorCount).toBe(0)
})

test('[CB1] a file in the original’s spelling is recognised by its kind and converted with its comments', () => {
  const original = `# ours
apiVersion: apiserver.config.k8s.io/v1beta1
kind: AuthorizationConfiguration
authorizers:
- {type: RBAC, name: rbac} # roles
`
  expect(fileOfText(original, 'tracing')).toBe('authorization')
  expect(fileOfText('hello', 'tracing')).toBe('tracing')
  const ours = inOurSpelling(original)
  expect(ours).toBe(original.replace('apiserver.config.k8s.io', 'apiserver.orch.io'))
  expect(inOurSpelling(ours)).toBe(ours)
})

const empty: ConfigRoomState = {
  isLesson: false,
  file: 'authentication',
  object: null,
  drafts: {},
  running: null,
  failure: '',
  world: null,
  checks: {
    authentication: checkText(request('')),
    authorization: checkText(request('')),
    egress: checkText(request('')),
    tracing: checkText(request('')),
  },
  dock: 'problems',
  problem: 0,
  outcomes: {},
  isReloading: false,
  drawer: null,
  inspected: null,
  sheet: null,
}

const runs = (text: string | null): RunningConfigs => ({
  configs: [
    { kind: 'AuthenticationConfiguration', text, loadedMs: 0, reloads: { succeeded: 0, failed: 0 }, history: [] },
  ],
  issuers: [],
  tracing: { sent: 0, dropped: 0, failed: 0, lastError: '' },
})

test('[CB2] a draft is a text that differs from the running file; once in force it is no longer a draft', () => {
  const outcome = { kind: 'AuthenticationConfiguration', timeMs: 1, isInForce: false, message: 'no', hash: '' } as const
  let state: ConfigRoomState = { ...empty, running: runs('a: 1\n'), outcomes: { authentication: outcome } }
  expect(textOf(state, 'authentication')).toBe('a: 1\n')
  state = { ...state, ...withText(state, 'authentication', 'a: 2\n') }
  expect(state.drafts).toEqual({ authentication: 'a: 2\n' })
  expect(state.outcomes).toEqual({})
  expect({ ...state, ...withText(state, 'authentication', 'a: 1\n') }.drafts).toEqual({})
  expect({ ...state, ...withRunning(state, runs('a: 2\n')) }.drafts).toEqual({})
  expect({ ...state, ...withRunning(state, runs(null)) }.drafts).toEqual({ authentication: 'a: 2\n' })
  // Until the running files are loaded, no typed text is dropped.
  expect(withText(empty, 'egress', '').drafts).toEqual({ egress: '' })
})

test('[CB2] [VO7] every starter file is free of errors, and has the names of the cluster', () => {
  for (const id of ['authentication', 'authorization', 'egress', 'tracing'] as const) {
    const text = starterText(id, null, 'orch')
    expect(fileOfText(text, 'tracing')).toBe(id)
    const world = { issuers: [], authorizers: [], admission: [], proxies: [], files: {}, faults: {} }
    const inWorld = starterText(id, { ...world, collector: { endpoint: '', exports: 0, spans: [] } }, 'orch')
    const ofOriginal = starterText(id, null, 'kubernetes')
    expect(ofOriginal).not.toMatch(/orch\.io|OrchConfig|orchConfig|\/orch\//)
    for (const starter of [text, inWorld, ofOriginal]) {
      const checked = checkText({
        text: starter,
        kind: `${{ authentication: 'Authentication', authorization: 'Authorization', egress: 'EgressSelector', tracing: 'Tracing' }[id]}Configuration` as 'TracingConfiguration',
        files: ['/etc/orch/authorizer.conf', '/etc/kubernetes/authorizer.conf'],
        sample: nothing,
      })
      expect(checked.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    }
  }
})

test('[CB3] lines of two texts are compared by the shortest edit script, and runs of changes are counted', () => {
  const lines = diffLines('a\nb\nc\nd\n', 'a\nx\nc\nd\ne\n')
  expect(lines.map(({ type, text }) => `${type} ${text}`)).toEqual([
    'same a',
    'removed b',
    'added x',
    'same c',
    'same d',
    'added e',
  ])
  expect(countChanges(lines)).toBe(2)
  expect(changedLines(lines)).toEqual([2, 5])
  // A line that was only removed is marked at the line before it.
  expect(changedLines(diffLines('a\nb\nc\n', 'a\nc\n'))).toEqual([1])
  expect(withContext(diffLines('1\n2\n3\n4\n5\n', '1\n2\n3\n4\nx\n')).map((line) => line?.text ?? null)).toEqual([
    '4',
    '5',
    'x',
  ])
  expect(diffLines('', 'a\n')).toEqual([{ type: 'added', text: 'a', before: null, after: 1 }])
  expect(countChanges(diffLines('a', 'a'))).toBe(0)
  for (const { before, after } of diffLines('a\nb\nc', 'c\na\nb')) expect(before !== null || after !== null).toBe(true)
})

test('[CB3] changed fields are listed by path, added and removed maps field by field', () => {
  expect(pathChanges('a: [1, 2]\nb: {c: x}\n', 'a: [1, 3]\nd: {e: [z]}\n')).toEqual([
    { path: 'a[1]', before: '2', after: '3' },
    { path: 'd.e[0]', before: null, after: '"z"' },
    { path: 'b.c', before: '"x"', after: null },
  ])
  expect(pathChanges('a: [', 'a: 1')).toBeNull()
  expect(pathChanges('__proto__: 1\n', '')).toEqual([{ path: '__proto__', before: '1', after: null }])
})

test('[CB4] a draft may be reloaded once it is checked and free of errors', () => {
  const state = { ...empty, running: runs(null), drafts: { authentication: broken } }
  expect(stepsOf(state, 'authentication')).toMatchObject({
    isDraft: true,
    mayReload: false,
    why: 'the draft is being checked',
  })
  const checked = { ...state, checks: { ...empty.checks, authentication: checkText(request(broken)) } }
  expect(stepsOf(checked, 'authentication')).toMatchObject({ errors: 2, mayReload: false })
  const good = starterText('authentication', null, 'orch')
  const ready = {
    ...state,
    drafts: { authentication: good },
    checks: { ...empty.checks, authentication: checkText(request(good)) },
  }
  expect(stepsOf(ready, 'authentication')).toMatchObject({ mayReload: true, why: '' })
  expect(stepsOf({ ...ready, isReloading: true }, 'authentication').mayReload).toBe(false)
  expect(stepsOf(empty, 'authentication').why).toBe('the file equals the running one')
})

test('[CB5] expressions are found in every field of the kind that allows them, with their last line', () => {
  const places = expressionPlaces(broken)
  expect(places.map(({ path, line, scope, column }) => `${path} ${scope} ${line}:${column}`)).toEqual([
    'jwt[0].claimValidationRules[0].expression claims 9:4',
    'jwt[0].claimMappings.username.expression claims 14:6',
    'jwt[0].userValidationRules[0].expression user 19:4',
  ])
  expect(placeAt(places, broken.indexOf('startsWith'))?.path).toBe('jwt[0].userValidationRules[0].expression')
  expect(placeAt(places, 3)).toBeUndefined()
  expect(expressionPlaces('jwt: [')).toEqual([])
})

test('[CB5] each expression is evaluated with the input of Try it, user expressions with the result of the claim mappings', () => {
  const { lenses } = checkText(request(broken, { claims, request: null }))
  expect(lenses.map(({ outcome }) => outcome)).toMatchObject([
    { type: 'value', value: 'true', resultType: 'bool' },
    { type: 'value', value: '"ada@example.test"' },
    { type: 'value', value: 'true' },
  ])
  expect(variableFor(broken, { claims, request: null }, 'user', 0)).toMatchObject({
    username: 'ada@example.test',
    groups: ['shop:a', 'shop:b'],
  })
  const { email: _email, ...without } = claims
  const [, mapping] = checkText(request(broken, { claims: without, request: null })).lenses
  expect(mapping?.outcome).toMatchObject({ type: 'error', message: 'no such key: email' })
  expect(checkText(request(broken)).lenses.map(({ outcome }) => outcome.type)).toEqual([
    'waiting',
    'waiting',
    'waiting',
  ])
  const unfinished = checkText(request(broken.replace('claims.exp -', 'claims.exp - -')))
  expect(unfinished.lenses).toHaveLength(3)
  expect(checkText(request(broken.replace('<= 86400', '<=='))).lenses[0]?.outcome.type).toBe('invalid')
})

test('[CB8] the files converted from flags become drafts of the right kind, free of errors', () => {
  const { files } = flagsToFiles(
    'x --oidc-issuer-url=https://login.example.test --oidc-client-id=orchard --authorization-mode=Node,RBAC',
  )
  const store = createConfigRoomStore()
  openTexts(
    { store, setText: store.setText },
    files.map(({ text }) => text),
  )
  const { drafts, file } = store.getState()
  expect([Object.keys(drafts), file]).toEqual([['authentication', 'authorization'], 'authorization'])
  expect(checkText(request(drafts.authentication ?? '')).errorCount).toBe(0)
})
