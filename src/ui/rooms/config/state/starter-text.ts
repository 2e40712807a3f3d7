import { configKind } from '#config/kinds/kinds.ts'
import type { ClusterWords } from '#facts/clusters-api.ts'
import type { WorldState } from '#facts/world-api.ts'
import { configFileIn } from '#ui/model/names/vocabulary.ts'
import { type FileId, fileOf } from './files.ts'

/** Returns the first lines of a file of this kind, with the names of the cluster. */
export const startOfFile = (id: FileId, vocabulary: ClusterWords): string =>
  configFileIn(vocabulary, `apiVersion: apiserver.orch.io/v1beta1\nkind: ${fileOf(id).kind}\n`)

/**
 * Returns a complete starter file with the names of the cluster, which refers to the simulated world if there is one, so that
 * it can be reloaded at once. [CB2] [VO7]
 */
export function starterText(id: FileId, world: WorldState | null, vocabulary: ClusterWords): string {
  const { kind } = fileOf(id)
  const lines = id === 'authentication' && world !== null ? verifiedMail : (configKind(kind)?.starter.lines ?? [])
  const text = ['apiVersion: apiserver.orch.io/v1beta1', `kind: ${kind}`, ...lines, ''].join('\n')
  const plain = configFileIn(vocabulary, text.replaceAll(/\$\{\d+:([^}]*)\}/g, '$1'))
  return world === null ? plain : inWorld(plain, world)
}

/** Contains a rule and expressions, so that Try it has something to show. */
const verifiedMail: readonly string[] = [
  'jwt:',
  '- issuer:',
  '    url: https://issuer.example.com',
  '    audiences:',
  '    - my-app',
  '  claimValidationRules:',
  '  - expression: claims.?email_verified.orValue(false) == true',
  '    message: the e-mail address must be verified',
  '  claimMappings:',
  '    username:',
  '      expression: claims.email',
  '    groups:',
  '      claim: groups',
  '      prefix: "shop:"',
  '  userValidationRules:',
  '  - expression: "!user.username.startsWith(\'system:\')"',
  '    message: names that begin with system are reserved',
]

function inWorld(text: string, { issuers, proxies }: WorldState): string {
  const [issuer] = issuers
  const tunnel = proxies.find(({ protocol }) => protocol === 'GRPC')
  const audience = issuer?.sample['aud']
  return text
    .replaceAll('https://issuer.example.com', issuer?.url ?? 'https://issuer.example.com')
    .replaceAll('- my-app', `- ${typeof audience === 'string' ? audience : 'my-app'}`)
    .replaceAll('/run/konnectivity/konnectivity-server.sock', tunnel?.address ?? '/run/orch/tunnel.sock')
}
