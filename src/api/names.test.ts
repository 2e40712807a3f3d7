import { expect, test } from 'vitest'
import { configMapKey, dns1035Label, dns1123Label, dns1123SubdomainName, portName, qualifiedName } from './names.ts'

test('[VA9] the error for an invalid name shows an example of a valid one', () => {
  expect(dns1123Label('a.b')).toEqual(['must not contain dots'])
  expect(dns1123Label('A')[0]).toMatch(
    /^a lowercase RFC 1123 label must consist .* \(e\.g\. 'my-name',  or '123-abc', regex/,
  )
  expect(dns1035Label('1')).toHaveLength(1)
  expect(dns1123Label('a'.repeat(64))).toEqual(['must be no more than 63 characters'])
  expect(dns1123Label('é'.repeat(40))).toHaveLength(2)
})

test('[VA9] a generateName may end in a dash', () => {
  expect(dns1123SubdomainName('web-', true)).toEqual([])
  expect(dns1123SubdomainName('web-', false)).toHaveLength(1)
})

test('[VA10] a qualified name has at most one slash', () => {
  expect(qualifiedName('example.com/a_b.c')).toEqual([])
  expect(qualifiedName('/a')).toEqual(['prefix part must be non-empty'])
  expect(qualifiedName('a/')[0]).toBe('name part must be non-empty')
  expect(qualifiedName('a/b/c')[0]).toMatch(/^a qualified name must .* with an optional DNS subdomain prefix and '\/'/)
  expect(qualifiedName('X/a')[0]).toMatch(/^prefix part a lowercase RFC 1123 subdomain/)
})

test('[VA10] a qualified name has a name of at most 63 bytes, and a subdomain before its slash', () => {
  for (const good of ['a', 'A.b-c_d', 'example.com/Name', 'a/b', `${'a'.repeat(63)}/${'b'.repeat(63)}`])
    expect(qualifiedName(good), good).toEqual([])
  for (const bad of ['', '-a', 'a-', 'A/b', 'a./b', '.a/b', 'a-.b/c', '/a', 'a/', 'a/b/c', 'a\n', 'é', 'b'.repeat(64)])
    expect(qualifiedName(bad).length, bad).toBeGreaterThan(0)
})

test('[VA10] keys that would leave their folder and invalid port names are refused', () => {
  expect(configMapKey('..a')).toEqual(["must not start with '..'"])
  expect(configMapKey('..')).toEqual(["must not be '..'"])
  expect(portName('-1--')).toEqual([
    'must contain at least one letter (a-z)',
    'must not contain consecutive hyphens',
    'must not begin or end with a hyphen',
  ])
})
