import { expect, test } from 'vitest'
import { keptGates } from './kept-gates.ts'

function values(kept?: unknown) {
  const stored = new Map<string, unknown>(kept === undefined ? [] : [['features', kept]])
  return {
    stored,
    get: async (name: string) => stored.get(name),
    put: async (name: string, value: unknown) => void stored.set(name, value),
  }
}

test('[FG9] gates that differ from their defaults are kept with the cluster, and come back', async () => {
  const settings = values()
  const gates = await keptGates(settings)
  gates.set(new Map([['MutatingAdmissionPolicy', true]]))
  expect(settings.stored.get('features')).toBe('MutatingAdmissionPolicy=true')
  expect((await keptGates(settings)).enabled('MutatingAdmissionPolicy')).toBe(true)
  gates.set(new Map([['MutatingAdmissionPolicy', false]]))
  expect(settings.stored.get('features')).toBe('')
})

test('[FG9] a kept gate that is unknown leaves all at their defaults', async () => {
  for (const kept of ['Nothing=true', 'MutatingAdmissionPolicy', 7])
    expect((await keptGates(values(kept))).enabled('MutatingAdmissionPolicy')).toBe(false)
})
