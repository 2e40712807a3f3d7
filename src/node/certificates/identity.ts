import { X509Certificate } from 'node:crypto'

/** A certificate with its private key, both in PEM. */
export interface Identity {
  readonly certificate: string
  readonly key: string
}

/** The subject of a certificate. */
export interface Holder {
  /** The common name: for a user, the user name. */
  readonly name: string
  /** Organizations: the user's groups. */
  readonly groups?: readonly string[]
  /** DNS names and addresses of a server; absent for a user. */
  readonly hosts?: readonly string[]
}

/** A certificate with less remaining validity is renewed. */
const RENEWAL_MS = 30 * 86_400_000

/**
 * Reports whether a stored certificate can be used: it was issued by `authority`, is valid for long enough and covers
 * all of `hosts`.
 */
export function isFit(
  { certificate }: Identity,
  authority: Identity | null,
  { hosts = [] }: Partial<Holder>,
  nowMs: number,
): boolean {
  const read = new X509Certificate(certificate)
  const isOwn = authority === null || read.verify(new X509Certificate(authority.certificate).publicKey)
  const isKnown = (host: string): boolean => (read.checkHost(host) ?? read.checkIP(host)) !== undefined
  return isOwn && Date.parse(read.validTo) - nowMs > RENEWAL_MS && hosts.every(isKnown)
}
