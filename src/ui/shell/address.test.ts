import { expect, test } from 'vitest'
import { addressText, parseAddress } from './address.ts'
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
  for (const name of ['', '%00', '..', 'a%2Fb', 'a%25']) {
    expect(parseAddress(`?kind=v1.pods&obj=${name}`).object, name).toBeNull()
  }
})
