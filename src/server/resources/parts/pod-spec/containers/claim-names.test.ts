import { expect, test } from 'vitest'
import { claimNames, SeenClaims } from './claim-names.ts'

test('[POD37] a claim is repeated by each request of it before', () => {
  const texts = ['a/x', 'a', 'a/y', 'a/y', 'b/c/x', 'b', 'b/c', '', '/', 'a/']
  const seen = new SeenClaims()
  const before: string[] = []
  for (const text of texts) {
    const known = new Set(before)
    expect([text, seen.has(text), seen.requestsOf(text)]).toEqual([
      text,
      known.has(text),
      [...known].filter((other) => other.startsWith(`${text}/`)).length,
    ])
    seen.add(text)
    before.push(text)
  }
})

test('[POD37] the claims of a pod are listed by name, those without a name left out', () => {
  const names = claimNames([{ name: 'b' }, { name: '' }, { name: 'a' }, {}])
  expect([names.has('a'), names.has(''), names.has('c')]).toEqual([true, false, false])
  expect(names.listed()).toBe(': a, b')
  expect(claimNames([{}]).listed()).toBe(' which is empty')
})
