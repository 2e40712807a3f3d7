import { expect, test } from 'vitest'
import { createAccessMetrics } from './access-metrics.ts'

const linesOf = (metrics: ReturnType<typeof createAccessMetrics>): readonly string[] =>
  metrics.families
    .flatMap((family) => family.lines())
    .filter((line) => !line.startsWith('#') && !line.includes('_bucket'))

test('[AM1] authentication and authorization are counted under the names of the reference, and user names are not exposed', () => {
  const metrics = createAccessMetrics()
  for (const user of ['admin', 'jane@example.com', 'system:node:n1']) metrics.authenticated('success', user, 0.5)
  metrics.authenticated('error', 'x', 0.5)
  metrics.authorized({ type: 'no-opinion', why: '' }, 1)
  metrics.authorized({ type: 'denied', why: '', error: 'boom' }, 1)
  metrics.observe({ type: 'jwt', issuer: 'https://issuer.test', isKnown: true, seconds: 0.25 })
  metrics.observe({ type: 'decision', authorizer: 'RBAC', name: 'rbac', decision: 'allowed' })
  metrics.observe({ type: 'decision', authorizer: 'RBAC', name: 'rbac', decision: 'no-opinion' })
  const hash = 'sha256:4e9d7f3a'.slice(0, 7)
  const lines = linesOf(metrics)
  for (const line of [
    'authenticated_user_requests{username="admin"} 1',
    'authenticated_user_requests{username="email_id"} 1',
    'authenticated_user_requests{username="other"} 1',
    'authentication_attempts{result="success"} 3',
    'authentication_attempts{result="error"} 1',
    'authorization_attempts_total{result="no-opinion"} 1',
    'authorization_attempts_total{result="error"} 1',
    'apiserver_authorization_decisions_total{type="RBAC",name="rbac",decision="allowed"} 1',
  ])
    expect(lines).toContain(line)
  expect(lines.some((line) => line.includes('decision="no-opinion"'))).toBe(false)
  const tokens = lines.find((line) => line.startsWith('apiserver_authentication_jwt_authenticator_latency_seconds_sum'))
  expect(tokens).toContain(`{result="success",jwt_issuer_hash="${hash}`)
  expect(tokens).toMatch(/\} 0\.25$/)
})

test('[AM1] reloads are counted, except those at start, and the hash of the last file is exposed', () => {
  const metrics = createAccessMetrics()
  const reload = { kind: 'AuthorizationConfiguration', timeMs: 2000, isInForce: true, message: '', hash: 'aa' } as const
  metrics.hearFact({ type: 'config-reload', reload: { ...reload, atStart: true } })
  expect(linesOf(metrics).map((line) => line.replace(/sha256:\w{64}/, 'ID'))).toEqual([
    'apiserver_authorization_config_controller_last_config_info{apiserver_id_hash="ID",hash="sha256:aa"} 1',
  ])
  metrics.hearFact({ type: 'config-reload', reload: { ...reload, hash: 'bb' } })
  metrics.hearFact({ type: 'config-reload', reload: { ...reload, isInForce: false, message: 'bad', timeMs: 3000 } })
  expect(linesOf(metrics).map((line) => line.replace(/sha256:\w{64}/, 'ID'))).toEqual([
    'apiserver_authorization_config_controller_automatic_reloads_total{status="success",apiserver_id_hash="ID"} 1',
    'apiserver_authorization_config_controller_automatic_reloads_total{status="failure",apiserver_id_hash="ID"} 1',
    'apiserver_authorization_config_controller_automatic_reload_last_timestamp_seconds{status="success",apiserver_id_hash="ID"} 2',
    'apiserver_authorization_config_controller_automatic_reload_last_timestamp_seconds{status="failure",apiserver_id_hash="ID"} 3',
    'apiserver_authorization_config_controller_last_config_info{apiserver_id_hash="ID",hash="sha256:bb"} 1',
  ])
})

test('[AM3] dials through proxies are counted with the stage of their failure, direct dials are not counted', () => {
  const metrics = createAccessMetrics()
  const dial = { type: 'dial', timeMs: 0, durationMs: 100, what: '', destination: 'a:1', why: '' } as const
  const through = 'HTTPConnect through https://proxy:443'
  const said = { from: 'server', text: 'CONNECT' } as const
  metrics.hearFact({ ...dial, route: 'direct', talk: [], error: '' })
  metrics.hearFact({ ...dial, route: through, talk: [], error: 'refused' })
  metrics.hearFact({ ...dial, route: through, talk: [said, { from: 'proxy', text: 'HTTP/1.1 403 No' }], error: 'no' })
  metrics.hearFact({ ...dial, route: 'GRPC through /run/p', talk: [], error: '' })
  expect(linesOf(metrics)).toEqual([
    'apiserver_egress_dialer_dial_start_total{protocol="http_connect",transport="tcp"} 2',
    'apiserver_egress_dialer_dial_start_total{protocol="grpc",transport="uds"} 1',
    'apiserver_egress_dialer_dial_duration_seconds_sum{protocol="grpc",transport="uds"} 0.1',
    'apiserver_egress_dialer_dial_duration_seconds_count{protocol="grpc",transport="uds"} 1',
    'apiserver_egress_dialer_dial_failure_count{protocol="http_connect",transport="tcp",stage="connect"} 1',
    'apiserver_egress_dialer_dial_failure_count{protocol="http_connect",transport="tcp",stage="proxy"} 1',
  ])
})
