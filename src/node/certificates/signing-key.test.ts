import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTokenSigner, type TokenClaims } from '#server/auth/service-account-tokens.ts'
import { readSigningKey, signingKeyBeside } from './signing-key.ts'

let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'orchard-key-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const claims: TokenClaims = {
  iss: 'https://i',
  sub: 's',
  aud: ['a'],
  exp: 1,
  iat: 1,
  nbf: 1,
  jti: 'j',
  'orch.io': {},
}

test('[AC25] the key in the data folder is created once, is readable only by its owner, and survives a restart', async () => {
  const before = createTokenSigner('https://i', () => signingKeyBeside(folder))
  const token = await before.sign(claims)
  expect((await before.publicKey()).alg).toBe('RS256')
  expect(statSync(join(folder, 'service-account.key')).mode & 0o777).toBe(0o600)
  const after = createTokenSigner('https://i', () => signingKeyBeside(folder))
  expect(await after.verify(token)).toEqual({ claims })
  expect(await createTokenSigner('https://other', () => signingKeyBeside(folder)).verify(token)).toBeNull()
})

test.each([
  ['ec', 'sec1', 'ES256'],
  ['ec', 'pkcs8', 'ES256'],
] as const)('[AC25] a key file may hold a P-256 key (%s, %s)', async (_type, format, alg) => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const path = join(folder, 'key.pem')
  writeFileSync(path, privateKey.export({ type: format, format: 'pem' }))
  const signer = createTokenSigner('https://i', () => readSigningKey(path))
  expect((await signer.publicKey()).alg).toBe(alg)
  expect(await signer.verify(await signer.sign(claims))).toEqual({ claims })
})

test('[AC25] a key file without a usable key is refused with an error that names the file', async () => {
  const path = join(folder, 'key.pem')
  writeFileSync(path, 'no key')
  await expect(readSigningKey(path)).rejects.toThrow(`${path}: no RSA or P-256 private key in PEM`)
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  await expect(readSigningKey(path)).rejects.toThrow('a key of type ed25519')
})
