import { expect, test } from 'vitest'
import { type CheckOptions, checkConfig, diagnose } from './check-config.ts'
import { virtualFiles } from './rules/files.ts'

const authentication = (body: string): string =>
  `apiVersion: apiserver.orch.io/v1beta1\nkind: AuthenticationConfiguration\n${body}`
const issuer =
  'jwt:\n- issuer:\n    url: https://a\n    audiences: [x]\n  claimMappings:\n    username: {claim: sub, prefix: ""}\n'
const told = (text: string, options?: CheckOptions): string[] =>
  diagnose(text, options).map(({ severity, code, path, message, range }) =>
    [severity === 'warning' ? '!' : '', code, ' ', path, ': ', message, ' @', text.slice(range.start, range.end)].join(
      '',
    ),
  )

test('[CFG1] unknown and duplicate fields, wrong types, kinds and versions are refused at their positions', () => {
  expect(told(authentication('jwt:\n- issuer: {url: https://a, clientID: x}\nbar: 1\n'))).toEqual([
    'D01 bar: unknown field "bar" @bar',
    'D01 jwt[0].issuer.clientID: unknown field "jwt[0].issuer.clientID" @clientID',
  ])
  expect(told(authentication('jwt:\n- issuer:\n    url: https://a\n    url: https://b\n'))).toEqual([
    'D07 url: line 6: key "url" already set in map @url',
  ])
  expect(told(authentication('anonymous: {enabled: "true"}\n'))).toEqual([
    'D03 : json: cannot unmarshal string into Go struct field AnonymousAuthConfig.anonymous.enabled of type bool @"true"',
  ])
  expect(told('apiVersion: apiserver.orch.io/v1\nkind: TracingConfiguration\n')[0]).toMatch(
    /^D05 : no kind .* @apiserver.orch.io\/v1$/,
  )
  expect(told('apiVersion: apiserver.orch.io/v1beta1\n')).toEqual(["D02 : Object 'Kind' is missing @apiVersion"])
  expect(told('kind: [\n')[0]).toMatch(/^D04 : yaml: /)
  expect(checkConfig(authentication(issuer), { kind: 'TracingConfiguration' }).referenceText).toContain(
    'unknown conversion',
  )
})

test('[CFG1] positions in JSON are found too', () => {
  const text =
    '{"apiVersion":"apiserver.orch.io/v1beta1","kind":"TracingConfiguration","endpoint":"a","endpoint":"b","x":1}'
  expect(told(text)).toEqual(['D07 endpoint: duplicate field "endpoint" @"endpoint"', 'D01 x: unknown field "x" @"x"'])
})

test('[CFG2] the first document is read, further documents cause a warning', () => {
  const text = `---\n${authentication(issuer)}---\nkind: [`
  expect(told(text)).toEqual(['!W01 : only the first document is read; what follows is ignored @---'])
  expect(told(`${authentication(issuer)}---\n# nothing\n`)).toEqual([])
})

test('[CFG3] null and absent fields have the zero value, and unset durations get their defaults', () => {
  const text = `apiVersion: apiserver.orch.io/v1beta1
kind: AuthorizationConfiguration
authorizers:
- type: Webhook
  name: w
  webhook: {timeout: 0.5m, authorizedTTL: 0s, subjectAccessReviewVersion: v1, failurePolicy: Deny,
    connectionInfo: {type: OrchConfigFile, orchConfigFile: /f}, matchConditions: null}
`
  const { configuration, diagnostics } = checkConfig(text, { files: virtualFiles(['/f']) })
  expect(diagnostics).toEqual([])
  const webhook =
    configuration?.kind === 'AuthorizationConfiguration' ? configuration.spec.authorizers[0]?.webhook : undefined
  expect(webhook).toMatchObject({
    timeout: 30_000_000_000n,
    authorizedTTL: 300_000_000_000n,
    unauthorizedTTL: 30_000_000_000n,
    matchConditions: [],
    cacheAuthorizedRequests: true,
  })
})

test('[CFG4] authentication rules are checked in the original’s order, with its messages and paths', () => {
  const text = authentication(
    'jwt:\n- issuer: {url: "http://u:p@a?q#f", audiences: ["", ""]}\n  claimMappings: {username: {claim: a}, extra: [{key: K8s.io/x}]}\nanonymous: {conditions: [{path: ""}]}\n',
  )
  expect(told(text).map((line) => line.replace(/: .* @/s, ' @'))).toEqual([
    'N04 jwt[0].issuer.url @"http://u:p@a?q#f"',
    'N05 jwt[0].issuer.url @"http://u:p@a?q#f"',
    'N06 jwt[0].issuer.url @"http://u:p@a?q#f"',
    'N07 jwt[0].issuer.url @"http://u:p@a?q#f"',
    'N13 jwt[0].issuer.audiences[0] @""',
    'N13 jwt[0].issuer.audiences[1] @""',
    'N14 jwt[0].issuer.audiences[1] @""',
    'N15 jwt[0].issuer.audienceMatchPolicy @issuer',
    'N29 jwt[0].claimMappings.username.prefix @username',
    'N34 jwt[0].claimMappings.extra[0].key @K8s.io/x',
    'N36 jwt[0].claimMappings.extra[0].key @K8s.io/x',
    'N39 jwt[0].claimMappings.extra[0].valueExpression @key',
    'N45 anonymous.conditions @conditions',
    '!W08 anonymous.conditions[0].path @""',
  ])
})

test('[CFG5] rules of authorizers; the API server checks its own authorizers by their types', () => {
  const of = (authorizers: string): string =>
    `apiVersion: apiserver.orch.io/v1beta1\nkind: AuthorizationConfiguration\nauthorizers: ${authorizers}\n`
  expect(told(of('[{type: RBAC, name: roles}]'))).toEqual([
    'Z31 authorizers[0].name: expected name rbac for authorizer RBAC instead of roles @roles',
  ])
  expect(
    told(
      of(
        '[{type: Webhook, name: w, webhook: {timeout: 31s, connectionInfo: {type: OrchConfigFile, orchConfigFile: x}}}]',
      ),
    ),
  ).toEqual([
    'Z11 authorizers[0].timeout: Invalid value: "31s": must be > 0s and <= 30s @31s',
    'Z13 authorizers[0].subjectAccessReviewVersion: Required value @webhook',
    'Z17 authorizers[0].failurePolicy: Required value @webhook',
    'Z23 authorizers[0].connectionInfo.orchConfigFile: Invalid value: "x": must be an absolute path @x',
  ])
  expect(told(of('[{type: RBAC, name: rbac}]'), { knownTypes: ['Webhook'] })[0]).toContain(
    'supported values: "Webhook"',
  )
})

test('[CFG6] rules of egress selections: all connections first, then all names', () => {
  const of = (selections: string): string =>
    `apiVersion: apiserver.orch.io/v1beta1\nkind: EgressSelectorConfiguration\negressSelections:\n${selections}`
  const text = of(
    '- {name: Cluster, connection: {proxyProtocol: Direct, transport: {}}}\n- {name: cluster, connection: {proxyProtocol: HTTPConnect, transport: {tcp: {url: "https://x", tlsConfig: {clientKey: /k}}}}}\n- {name: master, connection: {proxyProtocol: GRPC}}\n',
  )
  expect(told(text, { files: virtualFiles(['/k']) })).toEqual([
    'E02 service.connection.transport: Invalid value: "direct": config must be absent for direct connect @transport',
    'E11 service.connection.tlsConfig.clientCert: Invalid value: "nil": Using TLS requires clientCert @tlsConfig',
    'E03 service.connection.transport: Required value: transport must be set for GRPC @connection',
    'E13 service.connection[1]: Duplicate value: "cluster" @cluster',
    '!W09 egressSelections[2].name: master is the older name of controlplane @master',
  ])
})

test('[CFG7] rules of tracing: the endpoint is a gRPC target name', () => {
  const of = (body: string): string => `apiVersion: apiserver.orch.io/v1beta1\nkind: TracingConfiguration\n${body}`
  expect(
    told(of('samplingRatePerMillion: -1\nendpoint: http://x\n')).map((line) => line.slice(0, 60).trimEnd()),
  ).toEqual([
    'T01 samplingRatePerMillion: Invalid value: -1: sampling rate',
    'T03 endpoint: Invalid value: "http://x": unsupported scheme:',
  ])
  expect(told(of('endpoint: unix:///run/x.sock\nsamplingRatePerMillion: 0x10\n'))).toEqual([])
})

test('[CFG8] the original’s spelling is recognized by the version, and validated by the original’s rules with its messages', () => {
  const text = `apiVersion: apiserver.config.k8s.io/v1
kind: AuthorizationConfiguration
authorizers:
- type: Webhook
  name: w
  webhook: {timeout: 3s, subjectAccessReviewVersion: v1, failurePolicy: Deny, cacheAuthorizedRequests: false, connectionInfo: {type: KubeConfigFile}}
`
  expect(told(text)).toEqual(['Z22 authorizers[0].connectionInfo.kubeConfigFile: Required value @connectionInfo'])
  expect(told(text.replace('KubeConfigFile', 'OrchConfigFile'))[0]).toContain(
    'supported values: "InClusterConfig", "KubeConfigFile"',
  )
  const egress = 'apiVersion: apiserver.k8s.io/v1beta1\nkind: EgressSelectorConfiguration\n'
  expect(told(egress)).toEqual([])
  expect(told(egress.replace('apiserver.k8s.io', 'apiserver.config.k8s.io'))[0]).toContain('D05')
})

test('[CFG9] any file is answered', () => {
  expect(told('a'.repeat(5_000_000))[0]).toContain('may have at most')
  expect(told(`a: &a [x]\n${'b: [*a, *a]\n'.repeat(50)}`)[0]).toContain('is missing')
  const bomb = Array.from(
    { length: 30 },
    (_, i) => `a${i}: &a${i} [${i === 0 ? '1' : `*a${i - 1}, *a${i - 1}, *a${i - 1}`}]`,
  ).join('\n')
  expect(told(bomb)[0]).toContain('excessive aliasing')
  expect(told(`x: ${'['.repeat(20_000)}`)[0]).toContain('exceeded max depth')
  expect(told(`{"a":${'['.repeat(20_000)}`)[0]).toContain('D04')
  expect(told('\u0000')[0]).toContain('control characters')
  const lengthens = (one: string): string => authentication(one.repeat(10_000))
  expect(told(lengthens('jwt: []\n'))).toHaveLength(9_999)
  expect(told(lengthens('---\n'))).toEqual([])
  expect(told(lengthens('---\n') + 'x: [')).toHaveLength(1)
  expect(told('')).toEqual(["D02 : Object 'Kind' is missing in '' @"])
})

test('[CFG14] expressions are compiled with the variable of their position; rules must return bool, mappings may return any type', () => {
  const of = (rule: string, mapping = 'claims.sub', user = 'true'): string =>
    authentication(
      `jwt:\n- issuer: {url: https://a, audiences: [x]}\n  claimValidationRules: [{expression: '${rule}'}]\n  claimMappings: {username: {expression: '${mapping}'}}\n  userValidationRules: [{expression: '${user}'}]\n`,
    )
  expect(told(of('claims.a == true', '1'))).toEqual([])
  expect(told(of('claims.a'))).toEqual([
    'N25 jwt[0].claimValidationRules[0].expression: Invalid value: "claims.a": must evaluate to bool @\'claims.a\'',
  ])
  expect(told(of('true', 'string(int("x"))'))[0]).toMatch(
    /^N30 .*: Internal error: program instantiation failed: .* @int\("x"\)$/,
  )
  expect(told(of('int("x")'))).toEqual([
    'N25 jwt[0].claimValidationRules[0].expression: Invalid value: "int(\\"x\\")": must evaluate to bool @\'int("x")\'',
  ])
  expect(told(of('bool("maybe")'))[0]).toMatch(
    /^N24 .*: Internal error: program instantiation failed: .* @bool\("maybe"\)$/,
  )
  expect(told(of('user.uid == "x"'))[0]).toMatch(/^N24 .*undeclared reference to 'user'.* @user$/s)
  expect(told(of('true', 'claims.sub', 'user.nick == "x"'))[0]).toMatch(/^N43 .*undefined field 'nick'.* @\.nick$/s)
})

test('[CFG15] a username from an e-mail claim requires a check of email_verified, by the syntax', () => {
  const of = (name: string, rule: string): string =>
    authentication(
      `jwt:\n- issuer: {url: https://a, audiences: [x]}\n  claimValidationRules: [{expression: "${rule}"}]\n  claimMappings: {username: {expression: "${name}"}}\n`,
    )
  const codes = (text: string): string[] => diagnose(text).map(({ code }) => code)
  expect(codes(of('claims.?email.orValue(string(1))', 'true'))).toEqual(['N31'])
  expect(codes(of("['a'].map(x, x + claims.email)[0]", 'true'))).toEqual(['N31'])
  expect(codes(of('claims.email', 'has(claims.email_verified)'))).toEqual([])
  expect(codes(of('claims.a.claims.email', 'true'))).toEqual([])
  expect(codes(of("string(claims['email'])", 'true'))).toEqual(['W04'])
})
