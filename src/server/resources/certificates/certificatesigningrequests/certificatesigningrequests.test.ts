import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { certificateRequestText } from './certificate-request.ts'
import { certificatesigningrequests as requests } from './definition.ts'
import {
  certificate,
  ecdsaRequest,
  ed25519Request,
  md5Request,
  pssRequest,
  sha1Request,
  shortRsaRequest,
} from '#testing/certificate-requests.ts'

const spec = { request: btoa(ecdsaRequest), signerName: 'example.com/signer', usages: ['client auth'] }
const made = (more: JsonObject = {}) => tryCreate(requests, { spec: { ...spec, ...more } })
const approved = { type: 'Approved', status: 'True', reason: 'Because' }

test('[CSR1] a request must be signed by its own key and records the requesting user', async () => {
  expect(await certificateRequestText(btoa(ecdsaRequest))).toBe('')
  expect(await certificateRequestText(btoa(ed25519Request))).toBe('')
  expect(await certificateRequestText(btoa(sha1Request))).toBe('')
  expect(await certificateRequestText(btoa(md5Request))).toBe(
    'x509: cannot verify signature: insecure algorithm MD5-RSA',
  )
  expect(await certificateRequestText(btoa(pssRequest))).toBe('')
  expect(await certificateRequestText(btoa(shortRsaRequest))).toBe(
    'crypto/rsa: 512-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)',
  )
  const broken = ed25519Request.replace('4UCw==', '4UDA==')
  expect(await certificateRequestText(btoa(broken))).toBe('x509: Ed25519 verification failure')
  expect(await certificateRequestText(btoa('nothing'))).toBe('PEM block type must be CERTIFICATE REQUEST')
  expect(await certificateRequestText(btoa(certificate))).toBe('PEM block type must be CERTIFICATE REQUEST')
  const short = ed25519Request.replace('MIGL', 'MIGM')
  expect(await certificateRequestText(btoa(short))).toBe('asn1: syntax error: data truncated')

  const { object } = tryCreate(requests, { spec: { ...spec, username: 'mallory' }, status: { conditions: [approved] } })
  expect(object).toMatchObject({ spec: { username: 'admin', groups: ['system:masters'] }, status: {} })
})

test('[CSR2] usages are known and the signer name is a domain-prefixed path', () => {
  expect(made().errors).toEqual([])
  expect(made({ usages: [], signerName: 'plain', expirationSeconds: 5 }).errors).toEqual([
    'spec.usages: Required value',
    'spec.signerName: Invalid value: "plain": must be a fully qualified domain and path of the form \'example.com/signer-name\'',
    'spec.expirationSeconds: Invalid value: 5: may not specify a duration less than 600 seconds (10 minutes)',
  ])
  const { errors } = made({ usages: ['odd', 'any', 'any'], signerName: 'orch.io/legacy-unknown' })
  expect(errors.map((text) => text.split(': ').slice(0, 3).join(': '))).toEqual([
    'spec.usages[0]: Unsupported value: "odd"',
    'spec.usages[2]: Duplicate value: "any"',
    'spec.signerName: Invalid value: "orch.io/legacy-unknown"',
  ])
  expect(made({ signerName: 'local/Bad' }).errors[0]).toBe(
    'spec.signerName: Invalid value: "local": should be a domain with at least two segments separated by dots',
  )
})

const change = (live: ReturnType<typeof made>['object'], status: JsonObject, part: string) =>
  tryUpdate(requests, live, { spec, status }, part)

test('[CSR3] conditions have a type and a status, and do not contradict each other', () => {
  const conditions = [approved, { type: 'Denied', status: 'False' }, { type: '', status: 'True' }]
  expect(change(made().object, { conditions }, 'approval').errors).toEqual([
    'status.conditions[1].status: Unsupported value: "False": supported values: "True"',
    'status.conditions[1].type: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive',
    'status.conditions[2].type: Required value',
  ])
})

test('[CSR4] only the approval subresource decides, and decisions are final', () => {
  const refused = change(made().object, { conditions: [approved] }, 'status')
  expect(refused.errors).toEqual(['status.conditions: Forbidden: updates may not add a condition of type "Approved"'])
  const decided = change(made().object, { conditions: [approved], certificate: btoa(certificate) }, 'approval')
  expect(decided.errors).toEqual([])
  expect(decided.object['status']).not.toHaveProperty('certificate')
  expect(change(decided.object, { conditions: [] }, 'approval').errors).toEqual([
    'status.conditions: Forbidden: updates may not remove a condition of type "Approved"',
  ])
  expect(change(decided.object, { conditions: [] }, '').object['status']).toEqual(decided.object['status'])
})

test('[CSR5] missing condition times are set once', () => {
  const live = change(
    made().object,
    { conditions: [{ ...approved, lastTransitionTime: '2020-01-01T00:00:00Z' }] },
    'approval',
  )
  expect(live.object).toMatchObject({
    status: { conditions: [{ lastUpdateTime: '2024-01-02T00:00:00Z', lastTransitionTime: '2020-01-01T00:00:00Z' }] },
  })
  const again = change(live.object, { conditions: [approved] }, 'approval').object
  expect(again).toMatchObject({ status: { conditions: [{ lastTransitionTime: '2020-01-01T00:00:00Z' }] } })
})

test('[CSR6] status.certificate is a valid certificate and immutable', () => {
  const { object } = made()
  expect(change(object, { certificate: btoa('x') }, 'status').errors).toEqual([
    'status.certificate: Invalid value: "<certificate data>": must contain at least one CERTIFICATE PEM block',
  ])
  expect(change(object, { certificate: btoa(ecdsaRequest) }, 'status').errors[0]).toContain(
    'only CERTIFICATE PEM blocks are allowed, found \\"CERTIFICATE REQUEST\\"'.replaceAll('\\', ''),
  )
  const issued = change(object, { certificate: btoa(certificate) }, 'status')
  expect(issued.errors).toEqual([])
  expect(change(issued.object, { certificate: btoa(certificate + certificate) }, 'status').errors).toEqual([
    'status.certificate: Forbidden: updates may not modify existing certificate content',
  ])
})

test('[CSR7] a row shows requester, duration and condition', () => {
  const { object } = made({ expirationSeconds: 3600 })
  expect(cellsOf(requests, object).slice(2)).toEqual(['example.com/signer', 'admin', '60m', 'Pending'])
  const decided = change(object, { conditions: [approved] }, 'approval').object
  expect(cellsOf(requests, decided).at(-1)).toBe('Approved')
  const issued = change(decided, { conditions: [approved], certificate: btoa(certificate) }, 'status').object
  expect(cellsOf(requests, issued).at(-1)).toBe('Approved,Issued')
  expect(requests.selectableFields?.['spec.signerName']?.(object)).toBe('example.com/signer')
})
