import { type DerValue, derMembers, derTypes, oidText, readDer } from '#go/der.ts'

export interface CertificateRequest {
  /** The signed bytes. */
  readonly info: Uint8Array<ArrayBuffer>
  /** The public key as SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array<ArrayBuffer>
  /** The object identifier of the key's algorithm. */
  readonly keyType: string
  readonly curve: string
  readonly algorithm: string
  /** The parameters of the algorithm. */
  readonly parameters: DerValue | undefined
  readonly signature: Uint8Array<ArrayBuffer>
}

/** Returns the number of bits of an RSA key, from its SubjectPublicKeyInfo. @throws DerError */
export function rsaBits(publicKey: Uint8Array<ArrayBuffer>): number {
  const [, key] = derMembers(readDer(publicKey), derTypes.sequence)
  const [modulus] = derMembers(readDer(key?.content.slice(1) ?? new Uint8Array()), derTypes.sequence)
  const digits = modulus?.content ?? new Uint8Array()
  const first = digits.findIndex((byte) => byte !== 0)
  return first < 0 ? 0 : (digits.length - first) * 8 - Math.clz32(digits[first] ?? 0) + 24
}

export const textOf = (value: DerValue | undefined): string =>
  value?.identifier === derTypes.objectIdentifier ? oidText(value) : ''
