import { expect, test } from 'vitest'
import { isLoopback, parseCommandLine } from './command-line.ts'
import { parseTokenFile } from './parse-token-file.ts'

test('[ND7] flags of serve have the defaults in the help text', () => {
  expect(parseCommandLine(['serve'])).toEqual({
    type: 'serve',
    options: {
      host: '127.0.0.1',
      port: 8080,
      data: '',
      historyMs: 300_000,
      tokenAuthFile: '',
      authorizationMode: null,
      policyFile: '',
      debug: false,
      clusters: false,
      nodes: 0,
      controllers: [
        'namespace',
        'garbage-collector',
        'api-services',
        'api-service-availability',
        'service-addresses',
        'clusterrole-aggregation',
        'flow-schemas',
      ],
      inFlight: { readOnly: 400, mutating: 200 },
      strictTransport: '',
      leaderElect: true,
      vocabulary: 'orch',
      tls: false,
      clientCaFile: '',
      kubeconfig: '',
      issuer: 'https://issuer.example',
      serviceNetwork: '10.96.0.0/12',
      watchCacheLagMs: 0,
      enabledPlugins: [],
      disabledPlugins: [],
      admissionConfig: '',
      allowedOrigins: [],
      runtimeConfig: '',
      oidc: null,
      etcd: null,
      accountTokens: { audiences: [], jwksUri: '', secondsMax: 0 },
      signingKeyFile: '',
      featureGates: '',
      authenticationConfig: '',
      authorizationConfig: '',
      egressSelectorConfig: '',
      tracingConfig: '',
    },
  })
  expect(parseCommandLine(['serve', '--port', '0', '--history=1h30m', '--debug'])).toMatchObject({
    options: { port: 0, historyMs: 5_400_000, debug: true },
  })
})

test('[ETC6] the etcd flags of serve have the names of the original, and servers may be several', () => {
  const servers = ['--etcd-servers', 'http://10.0.0.1:2379/,https://[::1]:2379']
  expect(parseCommandLine(['serve', ...servers, '--etcd-prefix', '/team/a/', '--etcd-cafile', 'ca.pem'])).toMatchObject(
    {
      options: {
        etcd: {
          servers: ['http://10.0.0.1:2379', 'https://[::1]:2379'],
          prefix: '/team/a',
          caFile: 'ca.pem',
          certFile: '',
          keyFile: '',
          compactEveryMs: 300_000,
          codec: 'own',
        },
      },
    },
  )
})

test("[ETC12] the original's keys and values have its prefix and its names", () => {
  const flags = ['--etcd-codec', 'reference', '--vocabulary', 'kubernetes', '--etcd-servers', 'http://127.0.0.1:2379']
  expect(parseCommandLine(['serve', ...flags])).toMatchObject({
    options: { etcd: { prefix: '/registry', codec: 'reference', storageMediaType: 'json' } },
  })
})

const someEtcd = ['serve', '--etcd-servers', 'http://127.0.0.1:2379']
test.each([
  [
    ['serve', '--etcd-servers', '127.0.0.1:2379'],
    '--etcd-servers must be addresses such as http://127.0.0.1:2379, separated by commas, not "127.0.0.1:2379"',
  ],
  [['serve', '--etcd-prefix', '/a'], '--etcd-prefix needs --etcd-servers'],
  [[...someEtcd, '--etcd-prefix', 'a b'], '--etcd-prefix must be a path such as /orchard, not "a b"'],
  [[...someEtcd, '--data', 'd'], '--etcd-servers and --data exclude each other: objects are stored in etcd'],
  [[...someEtcd, '--clusters'], '--etcd-servers and --clusters exclude each other'],
  [[...someEtcd, '--etcd-keyfile', 'k.pem'], '--etcd-certfile and --etcd-keyfile need each other'],
  [
    [...someEtcd, '--etcd-compaction-interval', 'often'],
    '--etcd-compaction-interval must be a duration such as 5m, or 0s for none, not "often"',
  ],
  [
    [...someEtcd, '--etcd-codec', 'reference'],
    '--etcd-codec reference needs --vocabulary kubernetes: its keys and values have those names',
  ],
  [[...someEtcd, '--etcd-codec', 'k8s'], '--etcd-codec must be own or reference, not "k8s"'],
  [
    [...someEtcd, '--storage-media-type', 'application/json'],
    '--storage-media-type needs --etcd-codec reference: own values are JSON',
  ],
  [[...someEtcd, '--event-ttl', 'soon'], '--event-ttl must be a duration such as 1h, or 0s for never, not "soon"'],
])('[ETC6] flags %j are refused with a message of one line', (args, message) => {
  expect(parseCommandLine(args)).toEqual({ type: 'wrong', message })
})

test.each([
  [['serve', '--port', '70000'], '--port must be a number from 0 to 65535, not "70000"'],
  [['serve', '--port', 'x'], '--port must be a number from 0 to 65535, not "x"'],
  [['serve', '--history', '5'], '--history must be a duration such as 40s or 5m, not "5"'],
  [['serve', '--history', '0s'], '--history must be a duration such as 40s or 5m, not "0s"'],
  [
    ['serve', '--authorization-mode', 'Node,rbac'],
    '--authorization-mode must be a list of Node, RBAC, ABAC, AlwaysAllow, AlwaysDeny, each once, not "Node,rbac"',
  ],
  [
    ['serve', '--service-cluster-ip-range', '10.96.0.1/12'],
    '--service-cluster-ip-range must be an IPv4 network from /12 to /29, such as 10.96.0.0/12, not "10.96.0.1/12"',
  ],
  [['serve', '--vocabulary', 'latin'], '--vocabulary must be orch or kubernetes, not "latin"'],
  [['serve', '--client-ca-file', 'ca.crt'], '--client-ca-file needs --tls'],
  [['kubeconfig', '--cluster', 'a b'], '--cluster must be a name such as tuesday-class, not "a b"'],
  [['kubeconfig', '--server', 'x'], '--server must be an address such as https://127.0.0.1:6443, not "x"'],
  [
    ['serve', '--feature-gates', 'WatchList'],
    'invalid argument "WatchList" for "--feature-gates" flag: missing bool value for WatchList',
  ],
  [['serve', '--max-requests-inflight=-1'], '--max-requests-inflight can not be negative value'],
  [['serve', '--leader-elect=maybe'], '--leader-elect must be true or false, not "maybe"'],
  [['serve', '--max-mutating-requests-inflight', 'x'], '--max-mutating-requests-inflight must be a number, not "x"'],
  [['serve', '--emulated-version', 'kube=1.33'], '--emulated-version can be 1.34 only, not "1.33"'],
  [
    ['serve', '--strict-transport-security-directives', 'max-age=1,x'],
    '--strict-transport-security-directives invalid, allowed values: max-age=expireTime, includeSubDomains, preload. see https://tools.ietf.org/html/rfc6797#section-6.1 for more information',
  ],
  [
    ['serve', '--service-account-jwks-uri', 'http://a'],
    'service-account-jwks-uri requires https scheme, parsed as: http://a',
  ],
  [
    ['serve', '--service-account-max-token-expiration', '10m'],
    'the service-account-max-token-expiration must be within range [1 hour, 2^32 seconds]',
  ],
  [['serve', '--colour'], "Unknown option '--colour'"],
  [['serve', 'now'], 'unexpected argument "now"'],
  [['sing'], 'unknown command "sing"'],
])('[ND7] %j is refused with a message of one line', (args, message) => {
  expect(parseCommandLine(args)).toEqual({ type: 'wrong', message })
})

test('[ND7] flags of the original have its defaults and its names', () => {
  const args = ['--max-requests-inflight', '0', '--max-mutating-requests-inflight', '7', '--emulated-version', '1.34']
  expect(
    parseCommandLine(['serve', ...args, '--strict-transport-security-directives', 'max-age=60,includeSubDomains']),
  ).toMatchObject({
    options: { inFlight: { readOnly: 0, mutating: 7 }, strictTransport: 'max-age=60; includeSubDomains' },
  })
})

test.each([
  [['--enable-admission-plugins', 'Nope'], 'enable-admission-plugins plugin "Nope" is unknown'],
  [
    ['--disable-admission-plugins', 'X,Y'],
    '[disable-admission-plugins plugin "X" is unknown, disable-admission-plugins plugin "Y" is unknown]',
  ],
  [
    ['--enable-admission-plugins', 'Priority', '--disable-admission-plugins=Priority'],
    '[Priority] in enable-admission-plugins and disable-admission-plugins overlapped',
  ],
  [
    ['--enable-admission-plugins', 'ImagePolicyWebhook'],
    'enable-admission-plugins plugin "ImagePolicyWebhook" is not served here: no node here pulls images; a validating webhook can judge them',
  ],
])('[FL1] admission plugins %j are refused', (args, message) => {
  expect(parseCommandLine(['serve', ...args])).toEqual({ type: 'wrong', message })
})

test('[FL1] admission plugins are named in one or several flags, also those that are on anyway', () => {
  const args = ['--enable-admission-plugins=NodeRestriction,Priority', '--enable-admission-plugins', 'AlwaysDeny']
  expect(parseCommandLine(['serve', ...args, '--disable-admission-plugins', 'LimitRanger'])).toMatchObject({
    options: { enabledPlugins: ['NodeRestriction', 'Priority', 'AlwaysDeny'], disabledPlugins: ['LimitRanger'] },
  })
})

test.each([
  ['api/all=false', 'invalid key with only api/all=false'],
  ['v1', 'runtime-config invalid key v1'],
  ['apps/v1=2', 'invalid value of apps/v1: 2, err: strconv.ParseBool: parsing "2": invalid syntax'],
])('[FL2] --runtime-config %s is refused', (text, message) => {
  expect(parseCommandLine(['serve', '--runtime-config', text])).toEqual({ type: 'wrong', message })
})

test.each([
  [['--authorization-mode', 'ABAC'], "authorization-mode ABAC's authorization policy file not passed"],
  [['--authorization-policy-file', 'f'], 'cannot specify --authorization-policy-file without mode ABAC'],
])('[ABAC3] flags %j are refused', (args, message) => {
  expect(parseCommandLine(['serve', ...args])).toEqual({ type: 'wrong', message })
})

const oidc = ['--oidc-issuer-url', 'https://i.example', '--oidc-client-id', 'c']

test.each([
  [[...oidc, '--authentication-config', 'f'], 'authentication-config file and oidc-* flags are mutually exclusive'],
  [
    ['--oidc-username-claim', 'sub'],
    'oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set',
  ],
  [
    [...oidc, '--oidc-required-claim', 'a'],
    'invalid argument "a" for "--oidc-required-claim" flag: malformed pair, expect string=string',
  ],
])('[FL3] OIDC flags %j are refused', (args, message) => {
  expect(parseCommandLine(['serve', ...args])).toEqual({ type: 'wrong', message })
})

test('[FL3] the user name of an ID token has the issuer as prefix, unless the claim is email or the prefix is -', () => {
  const prefixOf = (...args: string[]): unknown => {
    const command = parseCommandLine(['serve', ...oidc, ...args])
    return command.type === 'serve' ? command.options.oidc?.usernamePrefix : command
  }
  expect(prefixOf()).toBe('https://i.example#')
  expect(prefixOf('--oidc-username-claim', 'email')).toBe('')
  expect(prefixOf('--oidc-username-prefix', '-')).toBe('')
  expect(prefixOf('--oidc-username-prefix', 'o:')).toBe('o:')
})

test('[ND7] with TLS the default port is the one that clients expect', () => {
  expect(parseCommandLine(['serve', '--tls', '--vocabulary', 'kubernetes', '--kubeconfig', 'k'])).toMatchObject({
    options: { port: 6443, tls: true, vocabulary: 'kubernetes', kubeconfig: 'k' },
  })
})

test('[KC2] a kubeconfig addresses the server at its default URL', () => {
  expect(parseCommandLine(['kubeconfig'])).toEqual({
    type: 'kubeconfig',
    server: 'http://127.0.0.1:8080',
    data: '',
    name: 'orchard',
  })
  expect(parseCommandLine(['kubeconfig', '--data', 'd', '--cluster', 'blue'])).toMatchObject({
    server: 'https://127.0.0.1:6443/clusters/blue',
    name: 'blue',
  })
  expect(parseCommandLine(['kubeconfig', '--data', 'd'])).toMatchObject({ server: 'https://127.0.0.1:6443', data: 'd' })
})

test('[ND7] the page uses the next free port only if no port was given', () => {
  expect(parseCommandLine(['page'])).toMatchObject({ port: 5173, nextPorts: 10 })
  expect(parseCommandLine(['page', '--port', '5107'])).toMatchObject({ port: 5107, nextPorts: 0 })
})

test('[ND7] only addresses of this machine are loopback addresses', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1', 'localhost'].every(isLoopback)).toBe(true)
  expect(['0.0.0.0', '::', '10.0.0.1', 'example.org', '127.0.0.1.example.org'].some(isLoopback)).toBe(false)
})

test('[ND6] a token file has token, user, uid and quoted groups', () => {
  const text =
    '# people\nadmin-token,admin,admin-uid,"system:masters"\n\nbob-token,bob,bob-uid,"dev,ops"\nc-token,carol,c\n'

  expect(parseTokenFile(text)).toEqual([
    { token: 'admin-token', user: 'admin', uid: 'admin-uid', groups: ['system:masters'] },
    { token: 'bob-token', user: 'bob', uid: 'bob-uid', groups: ['dev', 'ops'] },
    { token: 'c-token', user: 'carol', uid: 'c', groups: [] },
  ])
})

test.each([
  ['token,,uid', { line: 1, message: 'the user name is empty' }],
  ['a,b', { line: 1, message: 'a record needs token, user name and user uid' }],
  ['t,u,i\n,u,i', { line: 2, message: 'the token is empty' }],
  ['t,u,i,"g', { line: 1, message: 'a quote is not closed' }],
])('[ND6] a token file %j is refused with its line number', (text, error) => {
  expect(parseTokenFile(text)).toEqual(error)
})
