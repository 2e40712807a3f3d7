import type { JsonObject } from '#api/json.ts'
import type { ClusterWords } from '#facts/clusters-api.ts'
import type { ConfigKindName } from '#facts/config-api.ts'
import type { WorldIssuer } from '#facts/world-api.ts'
import { sampleFiles, starterAuthorization } from '#samples/config-files.ts'
import { configFileIn, groupIn } from '#ui/model/names/vocabulary.ts'

/**
 * Returns a configuration with an authenticator for each issuer: user names by e-mail if the sample has one, else by
 * subject.
 */
export function startAuthentication(issuers: readonly WorldIssuer[]): string {
  const authenticators = issuers.map(({ url, sample }) => {
    const username =
      'email' in sample
        ? ['username:', '  expression: "claims.email_verified ? claims.email : claims.sub"']
        : ['username:', '  claim: sub', "  prefix: ''"]
    const groups = 'groups' in sample ? ['groups:', '  claim: groups', "  prefix: ''"] : []
    return [
      '- issuer:',
      `    url: ${url}`,
      '    audiences: [orchard]',
      '  claimMappings:',
      ...[...username, ...groups].map((line) => `    ${line}`),
    ].join('\n')
  })
  return `apiVersion: apiserver.orch.io/v1beta1\nkind: AuthenticationConfiguration\njwt:\n${authenticators.join('\n')}\n`
}

interface FirstObject {
  readonly path: string
  readonly body: JsonObject
}

const roleAt = (rbac: string, resource: string): string => `/apis/${rbac}/v1/namespaces/shop/${resource}`

const role = (rbac: string, name: string, rule: JsonObject): FirstObject => ({
  path: roleAt(rbac, 'roles'),
  body: { apiVersion: `${rbac}/v1`, kind: 'Role', metadata: { name, namespace: 'shop' }, rules: [rule] },
})

interface NewBinding {
  readonly name: string
  readonly kind: 'ClusterRole' | 'Role'
  readonly role: string
  readonly groups: readonly string[]
}

const binding = (rbac: string, { name, kind, role: bound, groups }: NewBinding): FirstObject => ({
  path: roleAt(rbac, 'rolebindings'),
  body: {
    apiVersion: `${rbac}/v1`,
    kind: 'RoleBinding',
    metadata: { name, namespace: 'shop' },
    roleRef: { apiGroup: rbac, kind, name: bound },
    subjects: groups.map((group) => ({ apiGroup: rbac, kind: 'Group', name: group })),
  },
})

const configMaps = { apiGroups: [''], resources: ['configmaps'] }

const bindings: readonly NewBinding[] = [
  { name: 'editors', kind: 'ClusterRole', role: 'edit', groups: ['shop:editors'] },
  { name: 'stock-readers', kind: 'Role', role: 'stock-reader', groups: ['shop:viewers', 'everyone'] },
  { name: 'stock-writers', kind: 'Role', role: 'stock-patcher', groups: ['shop:viewers'] },
]

/** Returns the namespace of the sample and roles of its users: editors edit, viewers read and update the stock. */
export function startRoles(vocabulary: ClusterWords): readonly FirstObject[] {
  const rbac = groupIn(vocabulary, 'rbac.authorization')
  return [
    { path: '/api/v1/namespaces', body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } } },
    role(rbac, 'stock-reader', { ...configMaps, verbs: ['get', 'list', 'watch'] }),
    role(rbac, 'stock-patcher', { ...configMaps, verbs: ['patch'], resourceNames: ['stock'] }),
    ...bindings.map((each) => binding(rbac, each)),
  ]
}

/**
 * Returns the starter file of a kind for a cluster without configuration, with the names of the cluster. Starter files refer
 * to the simulated world of this page. [VO7]
 */
export function startConfig(kind: ConfigKindName, issuers: readonly WorldIssuer[], vocabulary: ClusterWords): string {
  const own =
    kind === 'AuthenticationConfiguration'
      ? startAuthentication(issuers)
      : kind === 'TracingConfiguration'
        ? sampleFiles.TracingConfiguration
        : starterAuthorization
  return configFileIn(vocabulary, own)
}
