import { expect, test } from 'vitest'
import { checkConfig } from './check-config.ts'
import { flagsToFiles } from './flags-to-files.ts'
import { readFlags } from './read-flags.ts'
import { virtualFiles } from './rules/files.ts'

test('[CFG18] flags are read from command lines, lists and manifests', () => {
  const wanted = [
    { name: 'oidc-issuer-url', value: 'https://a' },
    { name: 'oidc-client-id', value: 'my app' },
    { name: 'anonymous-auth', value: '' },
  ]
  expect(
    readFlags("kube-apiserver --oidc-issuer-url=https://a \\\n  --oidc-client-id 'my app' --anonymous-auth"),
  ).toEqual(wanted)
  expect(
    readFlags(
      'command:\n- kube-apiserver\n- --oidc-issuer-url=https://a # ours\n- "--oidc-client-id=my app"\n- --anonymous-auth\n',
    ),
  ).toEqual(wanted)
  expect(readFlags('["--oidc-issuer-url=https://a", "--oidc-client-id=my app", "--anonymous-auth"]')).toEqual(wanted)
})

test('[CFG18] the file is equivalent to the issuer flags, defaults included', () => {
  const { files, notes, replaced, problems } = flagsToFiles(
    '--oidc-issuer-url=https://a --oidc-client-id=app --oidc-groups-claim=groups --oidc-required-claim=hd=x.com,a=b --oidc-ca-file=/ca.crt --anonymous-auth=false',
    { readFile: () => 'PEM\n' },
  )
  expect(problems).toEqual([])
  expect(files[0]?.text).toBe(`apiVersion: apiserver.orch.io/v1beta1
kind: AuthenticationConfiguration
jwt:
- issuer:
    url: https://a
    certificateAuthority: |
      PEM
    audiences:
    - app
  claimValidationRules:
  - claim: hd
    requiredValue: x.com
  - claim: a
    requiredValue: b
  claimMappings:
    username:
      claim: sub
      prefix: "https://a#"
    groups:
      claim: groups
      prefix: ""
anonymous:
  enabled: false
`)
  expect(notes.join()).toContain('RS256 alone')
  expect(replaced).toContain('--oidc-ca-file')
  const prefixOf = (flags: string): string | undefined =>
    /prefix: (.*)/.exec(
      flagsToFiles(`--oidc-issuer-url=https://a --oidc-client-id=b ${flags}`).files[0]?.text ?? '',
    )?.[1]
  expect(prefixOf('--oidc-username-prefix=-')).toBe('""')
  expect(prefixOf('--oidc-username-claim=email')).toBe('""')
  expect(prefixOf('--oidc-username-prefix=x:')).toBe('"x:"')
})

test("[CFG18] modes become authorizers, and a webhook gets the server's defaults", () => {
  const flags =
    '--authorization-mode=Node,RBAC,Webhook --authorization-webhook-config-file=/w --authorization-webhook-cache-authorized-ttl=1m'
  for (const to of ['orch', 'kubernetes'] as const) {
    const { files } = flagsToFiles(flags, { to })
    const checked = checkConfig(files[0]?.text ?? '', { files: virtualFiles(['/w']) })
    expect(checked.diagnostics).toEqual([])
    expect(checked.configuration).toMatchObject({
      spec: {
        authorizers: [
          { name: 'node' },
          { name: 'rbac' },
          {
            name: 'default',
            webhook: {
              authorizedTTL: 60_000_000_000n,
              subjectAccessReviewVersion: 'v1beta1',
              failurePolicy: 'NoOpinion',
            },
          },
        ],
      },
    })
  }
  expect(
    flagsToFiles('--authorization-mode=Webhook,Nod --authorization-webhook-cache-authorized-ttl=5').problems,
  ).toHaveLength(3)
  expect(flagsToFiles('--v=2')).toEqual({ files: [], notes: [], problems: [], replaced: [] })
})
