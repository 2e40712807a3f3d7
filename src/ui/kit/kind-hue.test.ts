import { expect, test } from 'vitest'
import { kindHue } from './kind-hue.ts'
import { personOf } from './person.ts'

test('well-known kinds have distinct hues, other built-in kinds share one, custom kinds another', () => {
  expect([kindHue('Deployment', 'apps'), kindHue('CronJob', 'batch')]).toEqual(['var(--kind-1)', 'var(--kind-6)'])
  expect([kindHue('Pod'), kindHue('Role', 'rbac.authorization.orch.io')]).toEqual(['var(--kind-8)', 'var(--kind-8)'])
  expect(kindHue('Book', 'shop.example')).toBe('var(--kind-7)')
})

test('the ring of a write distinguishes you, other people and controllers', () => {
  expect(personOf('alice', 'alice')).toBe('you')
  expect(personOf('bob', 'alice')).toBe('other')
  for (const loop of ['system:node:a', 'deployment-controller', 'stock-bot', 'hpa', ''])
    expect(personOf(loop, 'alice')).toBe('loop')
})
