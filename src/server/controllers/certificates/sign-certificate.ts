import { encodeBase64 } from '#go/base64.ts'
import { derTypes } from '#go/der.ts'
import {
  joinBytes,
  writeBitString,
  writeDer,
  writeInteger,
  writeOid,
  writeSequence,
  writeTime,
} from '#go/der-writer.ts'
import type { CertificateRequest } from './certificate-request.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** The key of a signer, and the name that its certificates have as issuer. */
export interface Signer {
  readonly name: string
  readonly key: CryptoKey
}

export async function createSigner(name: string): Promise<Signer> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  return { name, key: keys.privateKey }
}

interface Wish {
  readonly request: CertificateRequest
  readonly usages: readonly string[]
  readonly fromMs: number
  readonly untilMs: number
}

const ecdsaWithSha256 = writeSequence(writeOid('1.2.840.10045.4.3.2'))
const oids = {
  commonName: '2.5.4.3',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
} as const

/** The bits of the key usage, from the highest one. */
const keyUsages = ['digital signature', 'content commitment', 'key encipherment', 'data encipherment', 'key agreement']
const extendedUsages: ReadonlyMap<string, string> = new Map([
  ['server auth', '1.3.6.1.5.5.7.3.1'],
  ['client auth', '1.3.6.1.5.5.7.3.2'],
])
const backdatedMs = 5 * 60_000

/** Issues the certificate that a request asks for, as base64 of PEM. */
export async function signCertificate(signer: Signer, { request, usages, fromMs, untilMs }: Wish): Promise<string> {
  const { subject, publicKey, alternativeNames } = request
  const commonName = writeSequence(writeOid(oids.commonName), writeDer(0x0c, new TextEncoder().encode(signer.name)))
  const body = writeSequence(
    writeDer(0xa0, writeInteger(new Uint8Array([2]))),
    writeInteger(crypto.getRandomValues(new Uint8Array(15))),
    ecdsaWithSha256,
    writeSequence(writeDer(0x31, commonName)),
    writeSequence(writeTime(fromMs - backdatedMs), writeTime(untilMs)),
    subject?.whole ?? writeSequence(),
    publicKey?.whole ?? writeSequence(),
    writeDer(0xa3, writeSequence(...extensionsFor(usages), ...alternativeNames.map(({ whole }) => whole))),
  )
  const plain = new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, signer.key, body))
  const signature = writeSequence(writeInteger(plain.slice(0, 32)), writeInteger(plain.slice(32)))
  return toPem(writeSequence(body, ecdsaWithSha256, writeBitString(signature)))
}

const extension = (oid: string, isCritical: boolean, value: Bytes): Bytes =>
  writeSequence(writeOid(oid), ...(isCritical ? [writeDer(0x01, new Uint8Array([0xff]))] : []), writeDer(0x04, value))

function extensionsFor(usages: readonly string[]): readonly Bytes[] {
  const bits = keyUsages.reduce((sum, usage, at) => sum + (usages.includes(usage) ? 0x80 >> at : 0), 0)
  const purposes = usages.flatMap((usage) => extendedUsages.get(usage) ?? [])
  // The unused low bits of a list of named bits are left out.
  const unused = bits === 0 ? 0 : 31 - Math.clz32(bits & -bits)
  return [
    ...(bits === 0
      ? []
      : [extension(oids.keyUsage, true, writeDer(derTypes.bitString, new Uint8Array([unused, bits])))]),
    ...(purposes.length === 0
      ? []
      : [extension(oids.extendedKeyUsage, false, writeSequence(...purposes.map(writeOid)))]),
    extension(oids.basicConstraints, true, writeSequence()),
  ]
}

function toPem(certificate: Bytes): string {
  const lines = encodeBase64(certificate)
    .replaceAll(/(.{64})/g, '$1\n')
    .trimEnd()
  const text = `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
  return encodeBase64(joinBytes(new TextEncoder().encode(text)))
}
