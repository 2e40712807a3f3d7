import { expect, test } from 'vitest'
import type { ControllerStatus } from '#facts/fact.ts'
import { groupActors, shownName, stateWords, summaryWords } from './actor-words.ts'
import { inOrder } from './node-order.ts'

const actor = (name: string, more: Partial<ControllerStatus> = {}): ControllerStatus => ({
  name,
  paused: false,
  syncCount: 0,
  lastSyncMs: 0,
  lastError: '',
  ...more,
})

test('[LI1] loops, nodes and stages are listed apart, each with its state in words', () => {
  const stage = actor('stage-running', { kind: 'stage', paused: true, waiting: 2 })
  const groups = groupActors([
    actor('scheduler', { syncCount: 1 }),
    actor('simulated-nodes', { lastError: 'stages.yaml: must be a list' }),
    actor('node-1', { kind: 'node', silent: true }),
    stage,
  ])
  expect(groups.loops.map(shownName)).toEqual(['scheduler'])
  expect(groups.nodes.map(shownName)).toEqual(['node-1'])
  expect(groups.stages.map(shownName)).toEqual(['running'])
  expect(groups.all?.lastError).toBe('stages.yaml: must be a list')
  expect(summaryWords(groups)).toBe('1 loop, 1 node, 1 stage; 1 paused')
  expect(stateWords(stage)).toBe('paused, 2 pods wait')
  expect(stateWords(actor('node-1', { kind: 'node', silent: true }))).toBe('silent: its kubelet reports nothing')
})

test('[LI1] a loop says how often it acted, how slow it is, what waits and why it fails', () => {
  expect(stateWords(actor('job'))).toBe('has not acted yet')
  expect(stateWords(actor('job', { syncCount: 3 }))).toBe('acted 3 times')
  expect(stateWords(actor('job', { paused: true, waiting: 1 }))).toBe('paused, 1 key waits')
  expect(stateWords(actor('job', { syncCount: 1, delayMs: 5000, waiting: 2 }))).toBe(
    'acted 1 time, each 5 s later, 2 keys wait',
  )
  expect(stateWords(actor('job', { syncCount: 2, lastError: 'HTTP 500' }))).toBe('acted 2 times, failing: HTTP 500')
})

test('[LI1] nodes are listed by name', () => {
  const nodes = ['node-10', 'node-3', 'node-1'].map((name) => actor(name, { kind: 'node' }))
  expect(inOrder(nodes).map(({ name }) => name)).toEqual(['node-1', 'node-3', 'node-10'])
})
