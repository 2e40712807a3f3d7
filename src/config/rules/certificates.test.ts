import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pemBlocks } from '#go/pem.ts'
import { bundleProblem } from './certificates.ts'

const corpus = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../semantics/data/corpus/config/${name}`, import.meta.url)), 'utf8')
const certificate = corpus('test-ca.pem')
const nothing = 'data does not contain any valid RSA or ECDSA certificates'
const block = (bytes: Uint8Array, label = 'CERTIFICATE'): string =>
  `-----BEGIN ${label}-----\n${btoa(String.fromCharCode(...bytes))}\n-----END ${label}-----\n`
const der = (): Uint8Array => pemBlocks(certificate)[0]?.bytes ?? new Uint8Array()

test('[CFG22] certificates with all kinds of keys are accepted, with text around them', () => {
  for (const name of ['test-ca.pem', 'test-ca-rsa.pem', 'test-ca-ed25519.pem'])
    expect(bundleProblem(corpus(name))).toBeUndefined()
  expect(bundleProblem(`subject: me\n${certificate}# end\n${corpus('test-ca-rsa.pem')}`)).toBeUndefined()
  expect(bundleProblem(certificate.replaceAll('\n', '\r\n'))).toBeUndefined()
})

test('[CFG22] a text without a certificate is refused, and one bad block makes the bundle invalid', () => {
  for (const text of [
    '/etc/ca.crt',
    block(der(), 'PRIVATE KEY'),
    certificate.replace('-----\n', '-----\nProc-Type: 4\n\n'),
    certificate.replace('MII', '%%%'),
    ` ${certificate}`,
  ])
    expect(bundleProblem(text)).toBe(nothing)
  expect(bundleProblem(certificate + block(Uint8Array.of(1, 2, 3)))).toBe('x509: malformed certificate')
  expect(bundleProblem(block(Uint8Array.of(...der(), 0)))).toBe('x509: trailing data')
  expect(bundleProblem(block(der().slice(0, -1)))).toBe('x509: malformed certificate')
})

test('[CFG22] any bytes are answered', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 0, max: 255 }), (at, byte) => {
      const bytes = der()
      bytes[at % bytes.length] = byte
      const problem = bundleProblem(block(bytes))
      return problem === undefined || problem.startsWith('x509: ')
    }),
    { numRuns: 200 },
  )
})
