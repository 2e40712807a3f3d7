import { webcrypto } from 'node:crypto'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  type Extension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import type { Holder, Identity } from './identity.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const DAY_MS = 86_400_000
const AUTHORITY_DAYS = 3650
const CERTIFICATE_DAYS = 365

const newKeys = (): Promise<CryptoKeyPair> => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])

const subjectOf = ({ name, groups = [] }: Holder): Record<string, string[]>[] => [
  ...groups.map((group) => ({ O: [group] })),
  { CN: [name] },
]

/** Valid since a minute ago, to allow for clock skew. */
const validity = (days: number, nowMs: number): { notBefore: Date; notAfter: Date } => ({
  notBefore: new Date(nowMs - 60_000),
  notAfter: new Date(nowMs + days * DAY_MS),
})

async function toPem(certificate: X509Certificate, keys: CryptoKeyPair): Promise<Identity> {
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)
  return { certificate: `${certificate.toString('pem')}\n`, key: `${PemConverter.encode(key, 'PRIVATE KEY')}\n` }
}

/** Creates a certificate authority for this server. */
export async function createAuthority(holder: Holder, nowMs: number): Promise<Identity> {
  const keys = await newKeys()
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: subjectOf(holder),
    keys,
    signingAlgorithm: algorithm,
    ...validity(AUTHORITY_DAYS, nowMs),
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyCertSign, true),
    ],
  })
  return toPem(certificate, keys)
}

/** Issues a certificate for a server (with hosts) or a user (without). */
export async function issue(authority: Identity, holder: Holder, nowMs: number): Promise<Identity> {
  const keys = await newKeys()
  const issuer = new X509Certificate(authority.certificate)
  const [block] = PemConverter.decode(authority.key)
  if (block === undefined) throw new Error('the key of the authority is not PEM')
  const signingKey = await webcrypto.subtle.importKey('pkcs8', block, algorithm, false, ['sign'])
  const certificate = await X509CertificateGenerator.create({
    subject: subjectOf(holder),
    issuer: issuer.subjectName.toJSON(),
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: algorithm,
    ...validity(CERTIFICATE_DAYS, nowMs),
    extensions: extensionsFor(holder),
  })
  return toPem(certificate, keys)
}

const isAddress = (host: string): boolean => /^[0-9.]+$/.test(host) || host.includes(':')

function extensionsFor({ hosts = [] }: Holder): Extension[] {
  const usage = hosts.length > 0 ? ExtendedKeyUsage.serverAuth : ExtendedKeyUsage.clientAuth
  const names = hosts.map((value) => ({ type: isAddress(value) ? ('ip' as const) : ('dns' as const), value }))
  return [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    new ExtendedKeyUsageExtension([usage]),
    ...(names.length > 0 ? [new SubjectAlternativeNameExtension(names)] : []),
  ]
}
