import { expect, test } from 'vitest'
import { lastSegment, pathSegments, shortPath } from './path-words.ts'

test('[IN3] a long path keeps its first and last segment', () => {
  expect(shortPath('spec.template.spec.containers[web].image', 28)).toBe('spec…image')
  expect(shortPath('spec.replicas')).toBe('spec.replicas')
  expect(shortPath('metadata.annotations[example.test/a-very-long-name]', 28)).toBe('metadata…annotations')
  expect(shortPath('spec.template.spec.containers[web].env[BANNER].value', 28)).toBe('spec…env[BANNER]')
  expect(shortPath('x'.repeat(60), 20)).toHaveLength(20)
})

test('[IN3] a dot within brackets does not split a path', () => {
  expect(pathSegments('metadata.finalizers[shop.example/hold-a]')).toEqual([
    'metadata',
    'finalizers[shop.example/hold-a]',
  ])
  expect(lastSegment('spec.env[a.b].value')).toBe('env[a.b]')
  expect(shortPath('metadata.finalizers[shop.example/hold-a]', 28)).toBe('metadata…finalizers')
})
