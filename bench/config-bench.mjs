// Measures the work of an editor after each key in a configuration file of 1,000 lines, and the cost of one expression.
import { importBundled } from '../src/tools/import-bundled.mjs'

const KEYS = 200

const authenticator = (number) => `- issuer:
    url: https://issuer${number}.example.com
    audiences:
    - my-app
    - other
    audienceMatchPolicy: MatchAny
  claimValidationRules:
  - expression: claims.hd == "example${number}.com" && claims.?team.orValue("") != "x${number}"
    message: the token must be of our domain
  - claim: repository_owner
    requiredValue: me
  claimMappings:
    username:
      expression: "'issuer${number}:' + claims.sub"
    groups:
      expression: claims.roles.split(",").map(role, "issuer${number}:" + role)
    extra:
    - key: example.org/team
      valueExpression: claims.team
  userValidationRules:
  - expression: "!user.username.startsWith('system${number}:')"
    message: names that begin with system are reserved
`

/** 1,000 lines: 47 authenticators with 4 expressions each. */
const thousandLines = () =>
  `apiVersion: apiserver.orch.io/v1beta1\nkind: AuthenticationConfiguration\njwt:\n${Array.from({ length: 47 }, (_, at) => authenticator(at)).join('')}`
    .split('\n')
    .slice(0, 1000)
    .join('\n')

function measure(run, times = KEYS) {
  const taken = []
  for (let at = 0; at < times; at++) {
    const start = performance.now()
    run(at)
    taken.push(performance.now() - start)
  }
  taken.sort((a, b) => a - b)
  const part = (share) => Number(taken[Math.min(times - 1, Math.floor(times * share))].toFixed(3))
  return { p50ms: part(0.5), p99ms: part(0.99) }
}

/** Runs all measurements once. */
export async function benchConfig() {
  const { checkConfig, complete, hover, evaluateExpression } = await importBundled(
    'bench/config-entry.mjs',
    'config-bench',
  )
  const text = thousandLines()
  const place = text.indexOf('claims.hd', text.length / 2)
  const first = measure(() => checkConfig(text), 1)
  /** Typing into an expression changes it with each key, so no cache helps. */
  const typed = (at) => `${text.slice(0, place)}claims.a${at} == 1 || ${text.slice(place)}`
  const seen = {
    'check 1,000 lines, first time': first,
    'check 1,000 lines, each key': measure((at) => checkConfig(typed(at))),
    'complete in 1,000 lines': measure(() => complete(text, text.indexOf('audienceMatchPolicy', place) + 21)),
    'hover in 1,000 lines': measure(() => hover(text, text.indexOf('audienceMatchPolicy', place) + 2)),
    'one expression, compiled and run': measure(
      (at) => evaluateExpression('claims', `claims.a == "${at}"`, { a: '1' }),
      1000,
    ),
    'one expression, every part explained': measure(
      (at) => evaluateExpression('claims', `claims.a == "e${at}"`, { a: '1' }, { isExplained: true }),
      1000,
    ),
  }
  const aims = { 'check 1,000 lines, each key': 'p50 15 ms' }
  const rows = Object.entries(seen).map(([row, { p50ms, p99ms }]) => [
    row,
    `p50 ${p50ms} ms, p99 ${p99ms} ms`,
    aims[row] ?? '',
  ])
  return { ...seen, rows }
}
