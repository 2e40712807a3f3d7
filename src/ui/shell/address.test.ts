import { expect, test } from 'vitest'
import { addressProblem } from './notices/address-problem.ts'
import { addressText, lessonOf, parseAddress } from './address.ts'
import { shortName } from './notices/short-name.ts'

test('[MC5] a missing cluster is named in a sentence, by the first 63 characters of what the address has', () => {
  expect(shortName('no such')).toBe('no such')
  expect(shortName('x'.repeat(63))).toBe('x'.repeat(63))
  expect(shortName('x'.repeat(5000))).toBe(`${'x'.repeat(63)}…`)
})

test('[UI9] an address contains object, revision and tabs, and parses back to the same state', () => {
  const address = {
    object: { resourceId: 'apps.v1.deployments', namespace: 'shop', name: 'web' },
    at: 117,
    dock: 'watches',
    work: 'race',
    bench: 'merge.abba',
    room: 'config',
    cluster: 'class',
  }
  expect(parseAddress(addressText(address))).toEqual(address)
  expect(
    addressText({ object: null, at: null, dock: 'revisions', work: 'yaml', bench: '', room: 'lab', cluster: '' }),
  ).toBe('')
  expect(parseAddress('?rv=12x').at).toBeNull()
  expect(['?lesson=a', '?room=lab&lesson=a', '?obj=a'].map((text) => parseAddress(text).room)).toEqual([
    'lessons',
    'lab',
    null,
  ])
  const known = { rooms: [{ id: 'lab' }], work: [{ id: 'yaml' }], dock: [{ id: 'life' }] }
  expect(addressProblem('?rv=7&room=lab&tab=yaml&dock=life&obj=a', known)).toBe('')
  expect(addressProblem('?rv=&tab=', known)).toBe('')
  expect(addressProblem('?rv=abc&tab=nonsense', known)).toBe(
    'this address names the revision "abc", which is no number, and the tab "nonsense", which does not exist; the rest of it is shown',
  )
  expect(addressProblem('?dock=x%00', known)).toContain('the dock tab "x\\u0000", which does not exist')
  for (const name of ['', '%00', '..', 'a%2Fb', 'a%25']) {
    expect(parseAddress(`?kind=v1.pods&obj=${name}`).object, name).toBeNull()
  }
})

test('[LSN12] an address names a lesson and a step', () => {
  expect(lessonOf('?room=lessons&lesson=first-write&step=2')).toEqual({ id: 'first-write', step: 2 })
  expect(['', '?lesson=a&step=1e3', '?lesson=a&step=-1'].map(lessonOf)).toEqual([
    { id: '', step: 0 },
    { id: 'a', step: 0 },
    { id: 'a', step: 0 },
  ])
})
