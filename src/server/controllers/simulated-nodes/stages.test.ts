import { describe, expect, test } from 'vitest'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import { defaultStages } from './default-stages.ts'
import { parseStages } from './read-stages.ts'
import { judgeBy } from './resize.ts'
import { nextStage } from './stages.ts'

const judge = judgeBy(new Map(), () => [])
const podOf = (uid: string, phase: string, resourceVersion = '7'): Pod => ({
  metadata: { name: 'p', namespace: 'shop', uid, resourceVersion },
  spec: { nodeName: 'n1', containers: [] },
  status: { phase },
})
const uids = Array.from({ length: 400 }, (_, at) => `00000000-0000-4000-8000-${String(at * 7919).padStart(12, '0')}`)

describe('stages of pods', () => {
  test.each([
    ['- { name: a, xmatch: {} }', 'stage a: xmatch is no known field: here are name, match, delay, weight, next'],
    [
      '- { name: a, delay: { seconds: sim/exit, min: 5 } }',
      'stage a: delay.min is no known field: here are ms, annotation, seconds, doubles',
    ],
    ['- { name: a, delay: { ms: soon } }', 'stage a: delay.ms must be a number, and not negative'],
    ['- { name: a, weight: -1 }', 'stage a: weight must be a number, and not negative'],
    [
      '- { name: a, next: { fase: Running } }',
      'stage a: next.fase is no known field: here are phase, ready, reason, ip, restart, delete, resources, resize, container',
    ],
  ])('[LC104] %s is no valid text', (text, expected) => {
    expect(() => parseStages(text)).toThrow(expected)
  })

  test('[LC104] the default stages are valid', () => {
    expect(parseStages(defaultStages).map(({ name }) => name)).toContain('running')
  })

  const weighed = parseStages(`
- { name: fails, match: { status.phase: [Pending] }, weight: 1, next: { phase: Failed } }
- { name: runs, match: { status.phase: [Pending] }, weight: 3, next: { phase: Running } }
- { name: never, match: { status.phase: [Pending] }, weight: 0, next: { phase: Unknown } }
- { name: other, match: { status.phase: [Pending] }, next: { phase: Unknown } }
- { name: first, match: { status.phase: [Running] } }
- { name: second, match: { status.phase: [Running] }, weight: 5 }
`)
  const chosen = (pod: Pod) => nextStage(weighed, pod, judge)?.name

  test('[LC81] of the stages that match and have a weight, one is chosen by chance, the same for the same pod', () => {
    const names = uids.map((uid) => chosen(podOf(uid, 'Pending')))
    const share = names.filter((name) => name === 'fails').length / names.length
    expect(share).toBeGreaterThan(0.15)
    expect(share).toBeLessThan(0.35)
    expect(new Set(names)).toEqual(new Set(['fails', 'runs']))
    expect(uids.map((uid) => chosen(podOf(uid, 'Pending')))).toEqual(names)
    // A pod that comes to such a stage again has another chance.
    const later = Array.from({ length: 50 }, (_, at) => chosen(podOf(uids[0] ?? '', 'Pending', String(at))))
    expect(new Set(later).size).toBe(2)
  })

  test('[LC81] a stage without a weight that comes first is not left to chance', () => {
    expect(new Set(uids.map((uid) => chosen(podOf(uid, 'Running'))))).toEqual(new Set(['first']))
  })
})
