import { X509Certificate } from 'node:crypto'

/** A certificate with its private key, both PEM. */
export interface Identity {
  readonly certificate: string
  readonly key: string
}

/** What a certificate is made out for. */
export interface Holder {
  /** Common name: of a person the user's name. */
  readonly name: string
  /** Organizations: the user's groups. */
  readonly groups?: readonly string[]
  /** Names and addresses of a server; none for a person. */
  readonly hosts?: readonly string[]
}

/** Made anew when less is left. */
const RENEWAL_MS = 30 * 86_400_000

/** Whether a kept certificate still does: of `authority`, long enough valid, and made out for all of `hosts`. */
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
