import { expect, test } from 'vitest'
import { checkConfig, diagnose } from '#config/check-config.ts'
import { complete } from './complete.ts'
import { conversionEdits } from './convert.ts'
import { applyEdits } from '#document/edits.ts'
import { fixes } from './fixes.ts'
import { hover } from './hover.ts'

/** `|` marks the cursor. */
function completions(marked: string): string[] {
  const offset = marked.indexOf('|')
  return complete(marked.replace('|', ''), offset).map(({ label }) => label)
}
const authn = 'apiVersion: apiserver.orch.io/v1beta1\nkind: AuthenticationConfiguration\n'

test('[CFG10] fields, values and snippets are offered where they fit', () => {
  expect(completions('|')).toEqual([
    'AuthenticationConfiguration',
    'AuthorizationConfiguration',
    'EgressSelectorConfiguration',
    'TracingConfiguration',
  ])
  expect(completions(`${authn}|`)).toEqual(['jwt', 'anonymous', 'anonymous for health checks only'])
  expect(completions(`${authn}jwt:\n- |`)).toContain('authenticator by verified e-mail')
  expect(completions(`${authn}jwt:\n- issuer:\n    url: x\n    |\n  claimMappings: {}\n`)).toEqual([
    'discoveryURL',
    'certificateAuthority',
    'audiences',
    'audienceMatchPolicy',
  ])
  expect(completions(`${authn}jwt:\n- issuer:\n    url: x\n  |\n`)).toEqual([
    'claimValidationRules',
    'claimMappings',
    'userValidationRules',
  ])
  expect(completions(`${authn}jwt:\n- issuer:\n    audienceMatchPolicy: |\n`)).toEqual(['MatchAny'])
  expect(completions(`${authn}jwt:\n- issuer: {}\n- iss|`)).toContain('issuer')
  expect(completions(`${authn}anonymous:\n  enabled: |`)).toEqual(['true', 'false'])
  expect(completions(`${authn}# |`)).toEqual([])
  expect(completions('kind: AuthorizationConfiguration\napiVersion: |')).toEqual(['apiserver.orch.io/v1beta1'])
})

test('[CFG10] inside of expressions the variable, its members and functions are offered', () => {
  const rule = `${authn}jwt:\n- userValidationRules:\n  - expression: `
  expect(completions(`${rule}us|`)).toEqual(['user'])
  expect(completions(`${rule}user.|`).slice(0, 4)).toEqual(['username', 'uid', 'groups', 'extra'])
  expect(completions(`${rule}user.username.starts|`)).toEqual(['startsWith'])
  const condition =
    'kind: AuthorizationConfiguration\nauthorizers:\n- type: Webhook\n  webhook:\n    matchConditions:\n    - expression: '
  expect(completions(`${condition}request.resourceAttributes.na|`)).toEqual(['namespace', 'name'])
})

test('[CFG11] a hover describes a field', () => {
  const text = `${authn}jwt:\n- issuer:\n    audienceMatchPolicy: MatchAny\n`
  const told = hover(text, text.indexOf('audienceM') + 2)
  expect(told?.title).toBe('audienceMatchPolicy: string, sometimes required')
  expect(told?.facts).toEqual(['one of MatchAny', 'since 1.29'])
  expect(hover(text, text.indexOf('MatchAny') + 1)?.doc).toBe('One audience in common is enough.')
  expect(hover(text, text.indexOf('Authentication'))?.title).toBe('AuthenticationConfiguration')
})

/** Applies the first fix of the first diagnostic until there is nothing left to fix. */
function fixAll(text: string): string {
  let fixed = text
  for (let round = 0; round < 20; round++) {
    const [fix] = diagnose(fixed).flatMap((diagnostic) => fixes(fixed, diagnostic))
    if (fix === undefined) break
    fixed = applyEdits(fixed, fix.edits)
  }
  return fixed
}

test('[CFG12] quick fixes lead to a valid file and keep comments', () => {
  const text = `apiVersion: apiserver.orch.io/v1
kind: AuthenticationConfiguration # what we trust
jwt:
- issuer:
    URL: http://a.example # the old one
    audiences: [a, b]
  claimMappings:
    username:
      claim: sub # stable
`
  const fixed = fixAll(text)
  expect(diagnose(fixed)).toEqual([])
  for (const comment of ['# what we trust', '# the old one', '# stable']) expect(fixed).toContain(comment)
  expect(fixed).toContain('    url: https://a.example # the old one\n')
  expect(fixed).toContain('      prefix: ""\n')
})

test('[CFG12] fixes work in flow style and JSON', () => {
  const of = (type: string, rest: string): string =>
    `{"apiVersion": "apiserver.orch.io/v1beta1", "kind": "${type}", ${rest}}`
  expect(
    diagnose(
      fixAll(
        of(
          'AuthorizationConfiguration',
          '"authorizers": [{"type": "RBAC"}, {"type": "Nod", "name": "node", "webhok": {}}]',
        ),
      ),
    ),
  ).toEqual([])
  expect(
    diagnose(
      fixAll(
        'apiVersion: apiserver.orch.io/v1beta1\nkind: EgressSelectorConfiguration\negressSelections: [{name: master, connection: {proxyProtocol: direct, transport: {}}}]\n',
      ),
    ),
  ).toEqual([])
  expect(diagnose(fixAll('endpoint: http://localhost:4317\nsamplingRatePerMillion: 2000000\n'))).toEqual([])
})

test('[CFG13] a file is converted to the other spelling, comments kept', () => {
  const text = `# ours
apiVersion: apiserver.orch.io/v1beta1
kind: AuthorizationConfiguration
authorizers:
- type: Webhook # first
  name: w
  webhook:
    connectionInfo:
      type: OrchConfigFile
      orchConfigFile: /etc/orchConfigFile # where
`
  const there = applyEdits(text, conversionEdits(text, 'kubernetes'))
  expect(there).toContain('apiVersion: apiserver.config.k8s.io/v1beta1\n')
  expect(there).toContain('      type: KubeConfigFile\n      kubeConfigFile: /etc/orchConfigFile # where\n')
  expect(applyEdits(there, conversionEdits(there, 'orch'))).toBe(text)
  expect(checkConfig(there).dialect).toBe('kubernetes')
  const egress = 'apiVersion: apiserver.k8s.io/v1beta1\nkind: EgressSelectorConfiguration\n'
  expect(applyEdits(egress, conversionEdits(egress, 'orch'))).toContain('apiserver.orch.io/v1beta1')
})

test('[CFG12] values are added to keys that have none, and after incomplete lists', () => {
  const empty = `${authn}jwt:\n- issuer:\n    url: https://a\n    audiences:\n    - a\n    - b\n    audienceMatchPolicy:\n  claimMappings: {username: {expression: claims.sub}}\n`
  expect(fixAll(empty)).toBe(empty.replace('Policy:', 'Policy: MatchAny'))
  const cut = `${authn}jwt:\n- issuer:\n    url: https://a\n    audiences:\n    -`
  expect(fixAll(cut)).toBe(`${cut}\n  claimMappings:\n    username:\n      claim: sub\n      prefix: ""`)
})
