import { derMembers, derTypes, type DerValue, oidText, readDer, readDerValues } from '#go/der.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** A PKCS #10 request, as far as signers read it. */
export interface CertificateRequest {
  readonly subject: DerValue | undefined
  readonly publicKey: DerValue | undefined
  readonly commonName: string
  readonly organizations: readonly string[]
  /** The extensions with alternative names, as the request has them. */
  readonly alternativeNames: readonly DerValue[]
  /** The kinds of these names. */
  readonly nameKinds: ReadonlySet<NameKind>
}

export type NameKind = 'dns' | 'email' | 'ip' | 'uri'

const oids = {
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  alternativeNames: '2.5.29.17',
  extensionRequest: '1.2.840.113549.1.9.14',
} as const
const octetString = 0x04
/** The kinds by the tags of RFC 5280. */
const kindsByTag: ReadonlyMap<number, NameKind> = new Map([
  [1, 'email'],
  [2, 'dns'],
  [6, 'uri'],
  [7, 'ip'],
])

/** @throws DerError */
export function readCertificateRequest(request: Bytes): CertificateRequest {
  const [info] = derMembers(readDer(request), derTypes.sequence)
  const [, subject, publicKey, attributes] = derMembers(info, derTypes.sequence)
  const names = subject === undefined ? [] : readDerValues(subject.content).flatMap((set) => readDerValues(set.content))
  const valuesOf = (wanted: string): readonly string[] =>
    names.flatMap((pair) => {
      const [oid, value] = derMembers(pair, derTypes.sequence)
      const isWanted = oid !== undefined && value !== undefined && oidText(oid) === wanted
      return isWanted ? [new TextDecoder().decode(value.content)] : []
    })
  const alternativeNames = alternativeNamesIn(attributes)
  return {
    subject,
    publicKey,
    commonName: valuesOf(oids.commonName).at(-1) ?? '',
    organizations: valuesOf(oids.organization),
    alternativeNames,
    nameKinds: new Set(alternativeNames.flatMap(kindsIn)),
  }
}

function alternativeNamesIn(attributes: DerValue | undefined): readonly DerValue[] {
  if (attributes === undefined) return []
  return readDerValues(attributes.content)
    .map((attribute) => derMembers(attribute, derTypes.sequence))
    .filter(([oid]) => oid !== undefined && oidText(oid) === oids.extensionRequest)
    .flatMap(([, values]) => (values === undefined ? [] : readDerValues(values.content)))
    .flatMap((list) => derMembers(list, derTypes.sequence))
    .filter((each) => {
      const [oid] = derMembers(each, derTypes.sequence)
      return oid !== undefined && oidText(oid) === oids.alternativeNames
    })
}

function kindsIn(extension: DerValue): readonly NameKind[] {
  const value = derMembers(extension, derTypes.sequence).find(({ identifier }) => identifier === octetString)
  if (value === undefined) return []
  return derMembers(readDer(value.content), derTypes.sequence).flatMap(({ tag }) => kindsByTag.get(tag) ?? [])
}
