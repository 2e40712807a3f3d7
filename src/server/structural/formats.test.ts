import { expect, test } from 'vitest'
import { isOfFormat } from './formats.ts'

/** Valid and invalid values of each format. */
const samples: Readonly<Record<string, readonly [good: readonly string[], bad: readonly string[]]>> = {
  date: [['2024-02-29'], ['2023-02-29', '2024-1-1', '']],
  'date-time': [
    ['2024-01-01T00:00:00Z', '2024-01-01t23:59:59.5+02:00'],
    ['2024-01-01 00:00:00Z', '2024-01-01T24:00:00Z', '2024-01-01'],
  ],
  duration: [
    ['5m', '1h30m', '3 weeks', '2 days', '1.5h'],
    ['abcde', '', '5', '5 x'],
  ],
  email: [
    ['a@b.co', '"a b"@c.d.', 'ü@ä.ö'],
    ['a@b', 'a b@c.de', '@b.co', 'a@b.c_d-'],
  ],
  uri: [
    ['/a', 'http://x/y', 'mailto:a', '*', '//a b'],
    ['abcde', '42', '', 'http://[x'],
  ],
  hostname: [
    ['abc', 'a-b', 'a.b-c.de'],
    ['a-b-c', '1.2.3.4', 'a.b.c1', 'a_b', ''],
  ],
  ipv4: [
    ['1.2.3.4', '010.0.0.1', '::ffff:1.2.3.4'],
    ['1.2.3', '256.0.0.1', 'a.b.c.d', '::1'],
  ],
  ipv6: [
    ['::', '::1', '1:2:3:4:5:6:7:8', '::ffff:1.2.3.4'],
    ['1.2.3.4', ':::', '1:2', 'fe80::1%eth0', '12345::'],
  ],
  cidr: [
    ['10.0.0.0/8', '::/0'],
    ['10.0.0.0', '10.0.0.0/33', '::/129', '10.0.0.0/8/8'],
  ],
  mac: [
    ['00:00:5e:00:53:01', '00-00-5E-00-53-01', '0000.5e00.5301', '02:00:5e:10:00:00:00:01'],
    ['00:00:5e:00:53', '00:00-5e:00:53:01', 'x'],
  ],
  isbn: [
    ['0-306-40615-2', '978-0-306-40615-7', '080442957X'],
    ['0-306-40615-3', '10.0.0.0/8', ''],
  ],
  isbn10: [['0306406152'], ['9780306406157']],
  isbn13: [['9780306406157'], ['9780306406158', '5m']],
  creditcard: [
    ['4111 1111 1111 1111', '378282246310005'],
    ['4111111111111112', '1234', ''],
  ],
  ssn: [
    ['111-22-3333', '111 22 3333'],
    ['111223333', '', '111-22-333'],
  ],
  hexcolor: [
    ['#fff', 'A0b1C2'],
    ['#ffff', 'ggg'],
  ],
  rgbcolor: [['rgb(0, 128,255)'], ['rgb(0,0,256)', 'A@b.co', 'rgb(0,0)']],
  byte: [
    ['YWJj', 'YQ=='],
    ['', 'YQ=', 'a b'],
  ],
  bsonobjectid: [['507f1f77bcf86cd799439011'], ['507f1f77bcf86cd79943901']],
  uuid: [
    ['e0a0c6f2-93a7-4b0e-8f0e-2f3f6f9a1b2c', 'e0a0c6f293a74b0e8f0e2f3f6f9a1b2c'],
    ['e0a0c6f2', 'g'],
  ],
  uuid4: [['e0a0c6f2-93a7-4b0e-8f0e-2f3f6f9a1b2c'], ['e0a0c6f2-93a7-3b0e-8f0e-2f3f6f9a1b2c']],
  'k8s-short-name': [
    ['a', '0', 'a--1--2--b', 'a'.repeat(63)],
    ['', 'A', '-', 'a-', 'a_b', 'a.b', ' a', 'a'.repeat(64)],
  ],
  'k8s-long-name': [
    ['a', '1-a.b', '1.2.3', 'a'.repeat(253)],
    ['', 'A', 'a..b', 'a.', 'a@b', 'a_b', 'a'.repeat(254)],
  ],
  password: [['', 'anything'], []],
  'who-knows': [['anything'], []],
}

test.each(Object.entries(samples))('[CRD17] format %s', (format, [good, bad]) => {
  for (const text of good) expect(isOfFormat(format, text), text).toBe(true)
  for (const text of bad) expect(isOfFormat(format, text), text).toBe(false)
})

test('[CRD17] formats are checked in linear time', () => {
  const started = performance.now()
  for (const format of ['email', 'hostname', 'duration', 'uri', 'creditcard'])
    isOfFormat(format, `a@${'a.'.repeat(100_000)}!`)
  // Milliseconds on any machine; quadratic time would be minutes.
  expect(performance.now() - started).toBeLessThan(15_000)
})
