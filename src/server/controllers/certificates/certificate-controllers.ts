import { decodeBase64 } from '#go/base64.ts'
import { isObject } from '#api/json.ts'
import { pemBlocks } from '#go/pem.ts'
import type { CertificateSigningRequest } from '#server/kinds/types/certificates-v1.ts'
import type { Informers } from '#server/controllers/shared/informers.ts'
import type { Loop, LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { keyOf, pathOf } from '#server/controllers/shared/owners.ts'
import { queueChanges } from '#server/controllers/shared/queueing.ts'
import { unlessGone } from '#server/controllers/shared/refusals.ts'
import { type CertificateRequest, readCertificateRequest } from './certificate-request.ts'
import { isOver } from './request-age.ts'
import { kubeletClientSigner, signerRules } from './signer-rules.ts'
import { createSigner, type Signer, signCertificate } from './sign-certificate.ts'

const root = '/apis/certificates.orch.io/v1'
const resource = 'certificatesigningrequests'
const account = 'certificate-controller'

const requestsOf = (informers: Informers) => informers.of<CertificateSigningRequest>(`${root}/${resource}`)
const pathOfRequest = ({ metadata }: CertificateSigningRequest): string => pathOf(root, resource, '', metadata.name)
const has = ({ status }: CertificateSigningRequest, wanted: string): boolean =>
  (status?.conditions ?? []).some(({ type }) => type === wanted)

const daySeconds = 86_400
/** The validity of a certificate, unless the request asks for less. */
const secondsMax = 365 * daySeconds
const secondsMin = 600

/** Issues the certificates of approved requests for the server's own signers. [LC105] */
export const certificateSigning: LoopDefinition = {
  name: 'certificatesigningrequest-signing-controller',
  account,
  start({ informers, queue }) {
    const requests = requestsOf(informers)
    let signer: Promise<Signer> | null = null
    queueChanges(queue, requests)
    return async (key, loop) => {
      const request = requests.get(key)
      if (request === undefined || !isForUs(request)) return
      await sign(loop, request, await (signer ??= createSigner('orchard-csr-signer')))
    }
  },
}

const isForUs = (request: CertificateSigningRequest): boolean =>
  has(request, 'Approved') &&
  !has(request, 'Denied') &&
  !has(request, 'Failed') &&
  !request.status?.certificate &&
  signerRules.has(request.spec?.signerName ?? '')

async function sign({ client, clock }: Loop, csr: CertificateSigningRequest, signer: Signer): Promise<void> {
  const { usages = [], expirationSeconds = secondsMax } = csr.spec ?? {}
  const write = (change: NonNullable<CertificateSigningRequest['status']>): Promise<void> =>
    unlessGone(() => client.update(`${pathOfRequest(csr)}/status`, { ...csr, status: { ...csr.status, ...change } }))
  const request = contentsOf(csr)
  if (request === null) return
  const message = faultOf(csr, request)
  if (message !== null) {
    const failed = { type: 'Failed', status: 'True', reason: 'SignerValidationFailure', message }
    return write({ conditions: [...(csr.status?.conditions ?? []), failed] })
  }
  const seconds = Math.min(secondsMax, Math.max(secondsMin, expirationSeconds))
  const fromMs = clock.now()
  const times = { fromMs, untilMs: fromMs + seconds * 1000 }
  await write({ certificate: await signCertificate(signer, { request, usages, ...times }) })
}

/** The request inside of the object; `null` if there is none. */
function contentsOf({ spec }: CertificateSigningRequest): CertificateRequest | null {
  const [block] = pemBlocks(new TextDecoder().decode(decodeBase64(spec?.request ?? '')))
  return block === undefined ? null : readCertificateRequest(block.bytes)
}

const faultOf = ({ spec }: CertificateSigningRequest, request: CertificateRequest): string | null =>
  signerRules.get(spec?.signerName ?? '')?.(request, spec?.usages ?? []) ?? null

/** Rights that let a node have its client certificate approved. */
const approvals = [
  { right: 'selfnodeclient', message: 'Auto approving self kubelet client certificate after SubjectAccessReview.' },
  { right: 'nodeclient', message: 'Auto approving kubelet client certificate after SubjectAccessReview.' },
] as const

/** Approves requests of kubelets for their client certificates, if the requesting user has the right to them. [LC106] */
export const certificateApproving: LoopDefinition = {
  name: 'certificatesigningrequest-approving-controller',
  account,
  start({ informers, queue }) {
    const requests = requestsOf(informers)
    queueChanges(queue, requests)
    return async (key, loop) => {
      const csr = requests.get(key)
      const isOpen = csr !== undefined && !has(csr, 'Approved') && !has(csr, 'Denied')
      if (!isOpen || csr.spec?.signerName !== kubeletClientSigner) return
      const request = contentsOf(csr)
      if (request !== null && faultOf(csr, request) === null) await approve(loop, csr, request.commonName)
    }
  },
}

async function approve({ client }: Loop, csr: CertificateSigningRequest, commonName: string): Promise<void> {
  const { username: user = '', uid, groups, extra } = csr.spec ?? {}
  for (const { right, message } of approvals) {
    // A node may only renew what is its own.
    if (right === 'selfnodeclient' && user !== commonName) continue
    const resourceAttributes = {
      group: 'certificates.orch.io',
      resource,
      verb: 'create',
      subresource: right,
      version: '*',
    }
    const review = await client.create('/apis/authorization.orch.io/v1/subjectaccessreviews', {
      spec: { user, uid, groups, extra, resourceAttributes },
    })
    const { status } = review
    if (!isObject(status) || status['allowed'] !== true) continue
    const approved = { type: 'Approved', status: 'True', reason: 'AutoApproved', message }
    const conditions = [...(csr.status?.conditions ?? []), approved]
    return unlessGone(() =>
      client.update(`${pathOfRequest(csr)}/approval`, { ...csr, status: { ...csr.status, conditions } }),
    )
  }
}

const cleanEveryMs = 3_600_000

/** Deletes requests that are over. [LC107] */
export const certificateCleaning: LoopDefinition = {
  name: 'certificatesigningrequest-cleaner-controller',
  account,
  start({ informers, queue, every, clock }) {
    const requests = requestsOf(informers)
    every(cleanEveryMs, () => requests.all().forEach((csr) => queue.add(keyOf(csr))))
    return async (key, { client }) => {
      const csr = requests.get(key)
      if (csr !== undefined && isOver(csr, clock.now())) await unlessGone(() => client.delete(pathOfRequest(csr)))
    }
  },
}
