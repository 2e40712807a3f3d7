import { expect, test } from 'vitest'
import type { NodeVerdict } from '#facts/scheduling.ts'
import { scoreWords, verdictWords } from './verdict-words.ts'

const verdict: NodeVerdict = { name: 'node-1', refusedBy: '', reasons: [], scores: {}, total: 0 }

test('[LI3] a node that fits has its scores by plugin, one that does not the filter and its reasons', () => {
  const scores = { NodeResourcesFit: 99, TaintToleration: 300, InterPodAffinity: 0 }
  expect(scoreWords({ ...verdict, scores, total: 399 })).toBe('TaintToleration 300, NodeResourcesFit 99')
  const refused = { ...verdict, refusedBy: 'NodeResourcesFit', reasons: ['Too many pods', 'Insufficient cpu'] }
  expect(verdictWords(refused)).toBe('NodeResourcesFit: Too many pods, Insufficient cpu')
})
