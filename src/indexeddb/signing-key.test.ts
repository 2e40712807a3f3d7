import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { keptSigningKey } from './signing-key.ts'

const make = () => crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])

test('[AC26] the page keeps one signing key across reloads, and it cannot be exported', async () => {
  const factory = new IDBFactory()
  const [first, second] = await Promise.all([
    keptSigningKey('service-account', make, factory),
    keptSigningKey('service-account', make, factory),
  ])
  const again = await keptSigningKey(
    'service-account',
    () => Promise.reject(new Error('there is one already')),
    factory,
  )
  const data = new Uint8Array([1])
  const how = { name: 'ECDSA', hash: 'SHA-256' }
  const signature = await crypto.subtle.sign(how, first.privateKey, data)
  for (const { publicKey } of [first, second, again])
    expect(await crypto.subtle.verify(how, publicKey, signature, data)).toBe(true)
  await expect(crypto.subtle.exportKey('pkcs8', again.privateKey)).rejects.toThrow()
})
