import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startHost } from '#testing/memory-clusters.ts'
import { isSameKind, isStepSame, playCase } from './play-case.ts'
import type { ProofExchange } from './exchange.ts'
import { exchangeOf, type RecordedCase } from './recorded-case.ts'
import { recordedUser } from './recorded-user.ts'
import { readTypedAnswer } from './typed-answer.ts'

const recorded = (path: string): RecordedCase =>
  JSON.parse(
    readFileSync(new URL(`../semantics/data/conformance/recordings/${path}.json`, import.meta.url), 'utf8'),
  ) as RecordedCase

test('[UPS4] a recorded case is played up to a step, with the values of its own answers, and answered alike', async () => {
  const { send } = await startHost()
  const namespace = 's-test-abc123'
  const played = recorded('crud/crud-update-system-fields')
  const last = played.steps.length - 1
  const answers = await playCase(played, {
    step: last,
    namespace,
    send: (path, { method = 'GET', body, headers }) =>
      send(
        method,
        path,
        typeof body === 'string' ? (JSON.parse(body) as object) : undefined,
        Object.fromEntries(new Headers(headers)),
      ),
  })
  expect(answers).toHaveLength(played.steps.length)
  const kinds = played.steps.map((step, at) => exchangeOf(step, played.results[at] ?? {}))
  for (const [at, answer] of answers.entries()) {
    const theirs = kinds[at] ?? null
    expect(answer === null).toBe(theirs === null)
    if (answer === null || theirs === null) continue
    expect(answer.target).not.toContain('{')
    expect(isSameKind(theirs, answer, namespace), `step ${at}`).toBe(true)
  }
  const [first] = answers
  const [created] = kinds
  if (first === undefined || first === null || created === undefined || created === null) throw new Error('no answer')
  expect(isSameKind(created, { ...first, status: 409 }, namespace)).toBe(false)
})

const created: ProofExchange = {
  method: 'POST',
  target: '/apis/x{rand}.example.com/v1/namespaces/{ns}/widgets',
  sentType: 'application/json',
  status: 201,
  answeredType: 'application/json',
  warning: '',
  body: { apiVersion: 'x{rand}.example.com/v1', kind: 'Widget', metadata: { name: 'w' } },
  text: '',
}

test('[UPS4] names that a case makes unique, large integers and the order of causes make no other kind of answer', () => {
  const namespace = 's-test-abc123'
  const ours = (body: ProofExchange['body']): ProofExchange => ({
    ...created,
    target: `/apis/xabc123.example.com/v1/namespaces/${namespace}/widgets`,
    body,
  })
  const widget = { apiVersion: 'xabc123.example.com/v1', kind: 'Widget', metadata: { name: 'w' } }
  expect(isSameKind(created, ours({ ...widget, spec: { size: 9_007_199_254_740_993n } }), namespace)).toBe(true)
  expect(isSameKind(created, ours({ ...widget, apiVersion: 'other.example.com/v1' }), namespace)).toBe(false)

  const [a, b] = [
    { reason: 'FieldValueRequired', field: 'spec.a' },
    { reason: 'FieldValueInvalid', field: 'spec.b' },
  ]
  const refusal = (causes: readonly object[]): ProofExchange => ({
    ...created,
    target: '/api/v1/namespaces/x/pods',
    status: 422,
    body: JSON.parse(
      JSON.stringify({ kind: 'Status', status: 'Failure', details: { causes } }),
    ) as ProofExchange['body'],
  })
  expect(isSameKind(refusal([a, b]), refusal([b, a]), namespace)).toBe(true)
  expect(isSameKind(refusal([a, b]), refusal([a]), namespace)).toBe(false)
  // An answer of which the recording has the status only.
  const unread = { ...refusal([a]), body: {} }
  expect(isStepSame({ ignore: ['*'] }, unread, refusal([a]), namespace)).toBe(true)
  expect(isStepSame({ ignore: ['*'] }, { ...unread, status: 403 }, refusal([a]), namespace)).toBe(false)
})

test('[UPS4] YAML is read as recordings have it, protobuf not at all, and tokens of the recordings name their users', () => {
  expect(readTypedAnswer('kind: Pod\n', 'application/yaml')).toEqual({ body: { kind: 'Pod' }, text: '' })
  expect(readTypedAnswer('{"kind":"Pod"}', 'application/json')).toEqual({ body: { kind: 'Pod' }, text: '' })
  expect(readTypedAnswer('kind: Pod\n', 'text/plain')).toEqual({ body: undefined, text: 'kind: Pod\n' })
  expect(readTypedAnswer('a: [', 'application/yaml')).toEqual({ body: undefined, text: 'a: [' })
  expect(readTypedAnswer('k8s', 'application/vnd.orch.protobuf')).toEqual({ body: undefined, text: '' })

  expect(recordedUser(null)?.name).toBe('admin')
  expect(recordedUser('bearer bob-token')).toEqual({ name: 'bob', uid: 'bob-uid', groups: ['dev'] })
  for (const none of ['', 'Basic Ym9iOng=', 'Bearer', 'Bearer  bob-token', 'bob-token'])
    expect(recordedUser(none)?.name).toBe('system:anonymous')
  expect(recordedUser('Bearer wrong')).toBeNull()
})
