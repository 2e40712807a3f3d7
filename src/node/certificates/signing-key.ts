import { errorText } from '#api/error-text.ts'
import { createPrivateKey, createPublicKey, type KeyObject, webcrypto } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'

const fileName = 'service-account.key'
const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
const newRsa = { ...rsa, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) }
const p256 = { name: 'ECDSA', namedCurve: 'P-256' }

/**
 * Reads the key pair of a PEM file: PKCS #8, PKCS #1 or SEC 1, RSA or P-256.
 * @throws Error that names the file if it is absent or holds no such key
 */
export async function readSigningKey(path: string): Promise<CryptoKeyPair> {
  const text = await readFile(path, 'utf8')
  try {
    return await toPair(createPrivateKey(text))
  } catch (error) {
    const why = errorText(error)
    throw new Error(`${path}: no RSA or P-256 private key in PEM: ${why}`, { cause: error })
  }
}

/** Reads the key in a data folder. It is created at first use, readable only by its owner. */
export async function signingKeyBeside(folder: string): Promise<CryptoKeyPair> {
  const path = join(folder, fileName)
  try {
    return await readSigningKey(path)
  } catch (error) {
    if (!isAbsent(error)) throw error
  }
  const made = await webcrypto.subtle.generateKey(newRsa, true, ['sign', 'verify'])
  const der = await webcrypto.subtle.exportKey('pkcs8', made.privateKey)
  await writePrivate(path, toPem(Buffer.from(der)))
  return readSigningKey(path)
}

const isAbsent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Writes atomically: a crash must not leave a partial key. */
async function writePrivate(path: string, text: string): Promise<void> {
  const file = await open(`${path}.tmp`, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.tmp`, path)
}

const toPem = (der: Buffer): string => {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`
}

async function toPair(key: KeyObject): Promise<CryptoKeyPair> {
  const { namedCurve } = key.asymmetricKeyDetails ?? {}
  const isCurve = key.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1'
  if (!isCurve && key.asymmetricKeyType !== 'rsa') throw new Error(`a key of type ${String(key.asymmetricKeyType)}`)
  const algorithm = isCurve ? p256 : rsa
  const { subtle } = webcrypto
  const [secret, shown] = [
    key.export({ type: 'pkcs8', format: 'der' }),
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
  ]
  return {
    privateKey: (await subtle.importKey('pkcs8', secret, algorithm, false, ['sign'])) as CryptoKey,
    publicKey: (await subtle.importKey('spki', shown, algorithm, true, ['verify'])) as CryptoKey,
  }
}
