import type { ConfigKindName } from '#facts/config-api.ts'

/*
 * The configuration files of the sample cluster. They refer to parties of the page's simulated world, and are in force
 * from the first start.
 */

/** Accepts tokens of the two issuers of the simulated world. */
const authentication = `apiVersion: apiserver.orch.io/v1beta1
kind: AuthenticationConfiguration
jwt:
# Users sign in at login.example.test.
- issuer:
    url: https://login.example.test
    audiences: [orchard]
  claimValidationRules:
  - expression: claims.email_verified == true
    message: the e-mail address must be verified
  claimMappings:
    username:
      expression: claims.email
    groups:
      claim: groups
      prefix: ''
# Pipelines send tokens of the CI system.
- issuer:
    url: https://ci.example.test
    audiences: [orchard]
  claimMappings:
    username:
      claim: sub
      prefix: 'ci:'
`

/** First a webhook for the requests that fulfil the conditions (items of a YAML list), then RBAC. */
const authorizationIf = (conditions: readonly string[]): string => `apiVersion: apiserver.orch.io/v1beta1
kind: AuthorizationConfiguration
authorizers:
- type: Webhook
  name: authz
  webhook:
    timeout: 3s
    authorizedTTL: 30s
    unauthorizedTTL: 30s
    subjectAccessReviewVersion: v1
    matchConditionSubjectAccessReviewVersion: v1
    failurePolicy: NoOpinion
    connectionInfo:
      type: OrchConfigFile
      orchConfigFile: /etc/orch/authorizer.conf
    matchConditions:
${conditions.map((line) => `    ${line}\n`).join('')}- type: RBAC
  name: rbac
`

const ofTheShop = [
  '- expression: has(request.resourceAttributes)',
  "- expression: request.resourceAttributes.namespace == 'shop'",
]

/** For clusters that may have no bots: the webhook is asked about the shop only. */
export const starterAuthorization: string = authorizationIf(ofTheShop)

const authorization = authorizationIf([
  '# Only requests for objects of the shop, and never those of its bots.',
  ...ofTheShop,
  `- expression: "!('shop:bots' in request.groups)"`,
])

/** All connections are direct; the file is a starting point. */
const egress = `apiVersion: apiserver.orch.io/v1beta1
kind: EgressSelectorConfiguration
egressSelections:
- name: controlplane
  connection:
    proxyProtocol: Direct
- name: cluster
  connection:
    proxyProtocol: Direct
`

/** Every request is traced. */
const tracing = `apiVersion: apiserver.orch.io/v1beta1
kind: TracingConfiguration
samplingRatePerMillion: 1000000
`

/** The files by kind. */
export const sampleFiles: Readonly<Record<ConfigKindName, string>> = {
  AuthenticationConfiguration: authentication,
  AuthorizationConfiguration: authorization,
  EgressSelectorConfiguration: egress,
  TracingConfiguration: tracing,
}
