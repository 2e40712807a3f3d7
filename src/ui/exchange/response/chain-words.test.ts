import { expect, test } from 'vitest'
import type { DecisionStep } from '#facts/config-api.ts'
import { chainWords } from './chain-words.ts'

const step = (name: string, type: string, part: Partial<DecisionStep> = {}): DecisionStep => ({
  type,
  name,
  decision: 'no-opinion',
  by: '',
  why: '',
  error: '',
  durationMs: 1,
  conditions: [],
  review: null,
  grants: null,
  ...part,
})

test('[EX4] the authorizers are shown in their order with the word of each; the one that ended the request is marked', () => {
  const masters = step('', 'system:masters')
  const skipped = step('night-shift', 'Webhook', {
    conditions: [{ expression: 'false', value: false, error: '', cost: 1 }],
  })
  const rbac = step('rbac', 'RBAC', { grants: [] })
  const shown = (...steps: readonly DecisionStep[]) =>
    chainWords(steps, 'delete').map(({ name, words, state }) => `${name}: ${words} (${state})`)
  expect(shown(masters, skipped, step('guard', 'Webhook', { error: 'no answer' }), rbac)).toEqual([
    'night-shift: skipped (skipped)',
    'guard: failed (passed)',
    'rbac: no rule has delete (refused)',
  ])
  expect(shown(step('guard', 'AlwaysDeny', { decision: 'denied' }), { ...rbac, decision: 'not asked' })).toEqual([
    'guard: denies (refused)',
    'rbac: not asked (skipped)',
  ])
})
