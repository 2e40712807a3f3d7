import type { CertificateRequest, NameKind } from './certificate-request.ts'

/** Returns why a signer of the server does not sign a request, in the original's words; `null` if it does. */
type Rule = (request: CertificateRequest, usages: readonly string[]) => string | null

/** The words about alternative names that a signer forbids, by their kinds. */
const notAllowed: Readonly<Record<NameKind, string>> = {
  dns: 'DNS subjectAltNames are not allowed',
  email: 'Email subjectAltNames are not allowed',
  ip: 'IP subjectAltNames are not allowed',
  uri: 'URI subjectAltNames are not allowed',
}

const client: Rule = (_request, usages) => {
  const allowed = ['digital signature', 'key encipherment', 'client auth']
  const foreign = usages.find((usage) => !allowed.includes(usage))
  if (foreign !== undefined) return `invalid usage for client certificate: ${foreign}`
  return usages.includes('client auth') ? null : 'missing required usage for client certificate: client auth'
}

/** The rule of a signer for certificates of kubelets, whose subject is a node. */
const ofKubelet =
  (usage: string, forbidden: readonly NameKind[], needsName: boolean): Rule =>
  ({ commonName, organizations, nameKinds }, usages) => {
    if (organizations.length !== 1 || organizations[0] !== 'system:nodes')
      return 'subject organization is not system:nodes'
    if (needsName && !nameKinds.has('dns') && !nameKinds.has('ip')) return 'DNS or IP subjectAltName is required'
    const unwanted = forbidden.find((kind) => nameKinds.has(kind))
    if (unwanted !== undefined) return notAllowed[unwanted]
    if (!isExactly(usages, usage)) return `usages did not match [digital signature key encipherment ${usage}]`
    return commonName.startsWith('system:node:') ? null : 'subject common name does not begin with system:node:'
  }

/** Keys that are not RSA need no key encipherment. */
function isExactly(usages: readonly string[], usage: string): boolean {
  const found = [...new Set(usages)].filter((each) => each !== 'key encipherment').toSorted()
  return found.join() === [usage, 'digital signature'].toSorted().join()
}

export const kubeletClientSigner = 'orch.io/kube-apiserver-client-kubelet'

/** The signers of the server. The last one issues anything. [LC105] */
export const signerRules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['orch.io/kube-apiserver-client', client],
  [kubeletClientSigner, ofKubelet('client auth', ['dns', 'email', 'ip', 'uri'], false)],
  ['orch.io/kubelet-serving', ofKubelet('server auth', ['email', 'uri'], true)],
  ['orch.io/legacy-unknown', () => null],
])
