import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { SeededRandom } from '#api/seeded-random.ts'
import { filled, nextStage } from './next-stage.ts'
import { actorTextProblem } from './check-actor-text.ts'
import { readActorText } from './read-actor-text.ts'
import { shopControllerText, stockBotText } from './shop-actors.ts'

const actorOf = (text: string) => {
  const { actor, problem } = readActorText(text)
  if (actor === null) throw new Error(problem)
  return actor
}

const book = (stock: number): JsonObject => ({ metadata: { name: 'dune' }, spec: { stock } })
const at = (object: JsonObject) => ({ object, nowMs: Date.UTC(2026, 0, 2) })

test('[ACT4] the first stage whose conditions hold comes next, as on simulated nodes', () => {
  const { stages, seed } = actorOf(stockBotText)
  const random = new SeededRandom(seed)
  expect(nextStage(stages, at(book(3)), random)?.name).toBe('sale')
  expect(nextStage(stages, at(book(0)), random)?.name).toBe('delivery')
  expect(nextStage(stages, at({ metadata: {} }), random)).toBeUndefined()
})

test('[ACT4] conditions compare with other fields: a settled Deployment rests', () => {
  const { stages } = actorOf(shopControllerText)
  const random = new SeededRandom(1)
  const deployment = (observedGeneration: number, readyReplicas: number): JsonObject => ({
    metadata: { generation: 4 },
    spec: { replicas: 3 },
    status: { observedGeneration, readyReplicas },
  })
  const names = [deployment(3, 3), deployment(4, 2), deployment(4, 3)].map(
    (object) => nextStage(stages, at(object), random)?.name,
  )
  expect(names).toEqual(['progressing', 'available', 'settled'])
})

test('[ACT4] a patch takes values and sums from the object, and the time', () => {
  const patch = { spec: { stock: '$spec.stock-1', more: '$spec.stock+2', text: '$5' }, at: '$now', gone: null }
  expect(filled(patch, at(book(3)))).toEqual({
    spec: { stock: 2, more: 5, text: '$5' },
    at: '2026-01-02T00:00:00Z',
    gone: null,
  })
  expect(filled('$spec.stock-1', at(book(0)))).toBe(0)
})

const weighed = `
name: moody
seed: 7
follows: /api/v1/configmaps
stages:
- { name: often, weight: 3, next: { patch: { data: { mood: good } } } }
- { name: seldom, weight: 1, next: { patch: { data: { mood: bad } } } }
`

test('[ACT5] stages with weights are chosen by chance, and the same seed chooses the same', () => {
  const { stages, seed } = actorOf(weighed)
  const run = (from: number): readonly (string | undefined)[] => {
    const random = new SeededRandom(from)
    return Array.from({ length: 400 }, () => nextStage(stages, at({}), random)?.name)
  }
  expect(run(seed)).toEqual(run(seed))
  expect(run(seed)).not.toEqual(run(seed + 1))
  const often = run(seed).filter((name) => name === 'often').length
  expect(often).toBeGreaterThan(260)
  expect(often).toBeLessThan(340)
})

test('[ACT3] a text that declares no actor says why', () => {
  const problems = [
    'a: [',
    'stages: []',
    'name: x\nstages: []',
    'name: x\nstages: [{ name: a }]',
    'name: x\nfollows: /healthz\nstages: [{ name: a }]',
    'name: x\nfollows: /api/v1/pods\nstages: [{ name: a, match: { spec: 5 } }]',
    'name: x\nfollows: /api/v1/pods\nstages: [{ name: a, next: { delete: true } }]',
  ].map((text) => readActorText(text).problem)
  expect(problems[0]).not.toBe('')
  expect(problems.slice(1)).toEqual([
    'name is required',
    'stages must be a list',
    'follows or visits is required',
    'follows must be the path of a collection',
    'stage a: spec must be absent, present or a list of texts',
    'stage a: next.patch must be an object',
  ])
})

test('[ACT3] a text that is edited says what would be ignored: unknown fields, numbers out of bounds, a second document', () => {
  const actor = (more: string, stage = '') =>
    `name: x\nfollows: /api/v1/configmaps\n${more}stages:\n- name: a\n  next: { patch: {} }\n${stage}`
  for (const text of [stockBotText, shopControllerText, actor(''), actor('seed: 7\n', '  weight: 0\n')])
    expect(actorTextProblem(text)).toBe('')
  expect(actorTextProblem(actor('follow: /x\n'))).toContain('follow is no known field: here are name, groups')
  expect(actorTextProblem(actor('', '  dela: { ms: 1 }\n'))).toContain('stage a.dela is no known field')
  expect(actorTextProblem(actor('', '  delay: { ms: -1 }\n'))).toBe(
    'stage a.delay.ms must be a number from 0 to 86400000',
  )
  expect(actorTextProblem(actor('', '  delay: { ms: 1e99 }\n'))).toContain('stage a.delay.ms must be a number')
  expect(actorTextProblem(actor('seed: abc\n'))).toContain('seed must be a number')
  expect(actorTextProblem(`${actor('')}---\na: 1\n`)).toContain('one actor')
  expect(actorTextProblem(actor('').replace('x', 'x'.repeat(200)))).toContain('at most 128')
  expect(actorTextProblem('{')).toContain('yaml: line 1')
  expect(actorTextProblem('')).toBe('an actor must be an object')
})
