import type { AdmissionRule, AuthorizerRule, Faults } from '#facts/world-api.ts'
import { type IssuerRecord, makeKey } from './token-issuer.ts'

/** The state of the simulated world that survives a reload. */
export interface WorldRecord {
  readonly format: 'orchard-world/1'
  readonly issuers: readonly IssuerRecord[]
  readonly authorizers: readonly {
    readonly name: string
    readonly url: string
    readonly rules: readonly AuthorizerRule[]
  }[]
  readonly admission: readonly {
    readonly name: string
    readonly url: string
    readonly rules: readonly AdmissionRule[]
  }[]
  readonly files: Readonly<Record<string, string>>
  readonly faults: Readonly<Record<string, Faults>>
}

const connectionFile = `apiVersion: v1
kind: Config
clusters:
- name: authorizer
  cluster:
    server: https://authz.example.test/authorize
users:
- name: apiserver
  user:
    token: of-the-server
contexts:
- name: webhook
  context:
    cluster: authorizer
    user: apiserver
current-context: webhook
`

/** The world of a fresh page: two issuers, an authorizer, an admission webhook and the files that name them. [WO7] */
export async function freshWorld(nowMs: number): Promise<WorldRecord> {
  return {
    format: 'orchard-world/1',
    issuers: [
      {
        name: 'login',
        url: 'https://login.example.test',
        keys: [await makeKey('RS256', nowMs)],
        sample: {
          sub: '248289761001',
          aud: 'orchard',
          email: 'ada@example.test',
          email_verified: true,
          groups: ['shop-admins', 'everyone'],
        },
      },
      {
        name: 'ci',
        url: 'https://ci.example.test',
        keys: [await makeKey('ES256', nowMs)],
        sample: {
          sub: 'repo:shop/api:ref:refs/heads/main',
          aud: 'orchard',
          repository: 'shop/api',
          repository_owner: 'shop',
          ref: 'refs/heads/main',
        },
      },
    ],
    authorizers: [
      {
        name: 'authz',
        url: 'https://authz.example.test/authorize',
        rules: [
          { group: 'shop-admins', namespace: 'shop', decision: 'allow', reason: 'shop admins run the shop' },
          { resource: 'secrets', decision: 'deny', reason: 'nobody else reads secrets' },
          { verb: 'get', decision: 'allow', reason: 'get is allowed for everyone' },
        ],
      },
    ],
    admission: [
      {
        name: 'policy',
        url: 'https://policy.example.test/admit',
        rules: [
          {
            resource: 'pods',
            field: 'metadata.labels.team',
            is: 'absent',
            action: 'warn',
            message: 'a pod should name its team',
          },
        ],
      },
    ],
    files: { '/etc/orch/authorizer.conf': connectionFile },
    faults: {},
  }
}
