import { expect, test } from 'vitest'
import type { HPAScalingRules } from '#server/kinds/types/autoscaling-v2.ts'
import { limitByBehavior } from './behavior.ts'
import { createRecommendations, windowsOf } from './recommendations.ts'

const autoscaler = (behavior: { scaleUp?: HPAScalingRules; scaleDown?: HPAScalingRules }) => ({
  metadata: { name: 'web' },
  spec: { minReplicas: 2, maxReplicas: 40, behavior },
})
const pods = (value: number, periodSeconds = 60) => ({ type: 'Pods', value, periodSeconds })
const percent = (value: number, periodSeconds = 60) => ({ type: 'Percent', value, periodSeconds })
const up = (selectPolicy: string, ...policies: HPAScalingRules['policies'] & object) =>
  autoscaler({ scaleUp: { selectPolicy, policies } })
const down = (selectPolicy: string, ...policies: HPAScalingRules['policies'] & object) =>
  autoscaler({ scaleDown: { selectPolicy, policies } })
const nowMs = 600_000

test.each([
  ['the greater of two rates', up('Max', pods(4), percent(100)), 10, 39, 20, 'ScaleUpLimit'],
  ['the smaller of two rates', up('Min', pods(4), percent(100)), 10, 39, 14, 'ScaleUpLimit'],
  ['a percentage upwards is rounded up', up('Max', percent(10)), 11, 39, 13, 'ScaleUpLimit'],
  ['no more pods', up('Disabled', pods(4)), 10, 39, 10, 'ScaleUpLimit'],
  ['the maximum', up('Max', pods(100)), 10, 50, 40, 'TooManyReplicas'],
  ['as many as are wanted', up('Max', pods(4)), 10, 12, 12, 'DesiredWithinRange'],
  ['the greater of two rates, downwards', down('Max', pods(4), percent(50)), 10, 2, 5, 'ScaleDownLimit'],
  ['the smaller of two rates, downwards', down('Min', pods(4), percent(50)), 10, 2, 6, 'ScaleDownLimit'],
  ['a percentage downwards is cut', down('Max', percent(10)), 11, 2, 9, 'ScaleDownLimit'],
  ['no fewer pods', down('Disabled', pods(4)), 10, 2, 10, 'ScaleDownLimit'],
  ['the minimum', down('Max', pods(100)), 10, 1, 2, 'TooFewReplicas'],
])('[LC114] a behavior allows %s', (_title, given, ...[current, wanted, size, reason]) => {
  expect(limitByBehavior(given, [], { atMs: nowMs, current }, wanted)).toMatchObject({ size, condition: { reason } })
})

test('[LC114] what was changed within the period of a policy counts', () => {
  const changes = [
    { atMs: nowMs - 90_000, by: 5 },
    { atMs: nowMs - 30_000, by: 3 },
  ]
  const limit = (period: number) =>
    limitByBehavior(up('Max', pods(4, period)), changes, { atMs: nowMs, current: 10 }, 39)
  expect(limit(60).size).toBe(11)
  // More than allowed came already: none goes for that.
  expect(limit(120).size).toBe(10)
})

test('[LC114] recommendations hold for the time of each direction', () => {
  const memory = createRecommendations()
  const windows = windowsOf(
    autoscaler({ scaleUp: { stabilizationWindowSeconds: 30 }, scaleDown: { stabilizationWindowSeconds: 60 } }),
  )
  const ask = (seconds: number, size: number): number =>
    memory.stabilize('a', { atMs: seconds * 1000, current: 5 }, size, windows)
  expect([ask(0, 9), ask(15, 9), ask(31, 9), ask(46, 2), ask(90, 2), ask(107, 2)]).toEqual([5, 5, 9, 5, 5, 2])
})
