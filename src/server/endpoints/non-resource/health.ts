import { ValueFamily } from '#server/metrics/metric-families.ts'
import type { RequestContext } from '#server/request/request-context.ts'

/** One condition for the server to be healthy. */
export interface HealthCheck {
  readonly name: string
  /** For `/readyz` only: a server that is shutting down is alive but not ready. */
  readonly readyOnly?: boolean
  /** Returns `null` if healthy, else a message. May throw. */
  readonly check: () => string | null
}

/** `/healthz`, `/livez`, `/readyz` and `/metrics/slis`. */
export interface Health {
  /** Returns `null` for other paths. */
  answer(context: RequestContext): Response | null
}

type Root = 'healthz' | 'livez' | 'readyz'

const plain = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }
const roots: readonly Root[] = ['healthz', 'livez', 'readyz']
const help = 'Outcome of each health check'

/**
 * Serves health checks with `?verbose`, `?exclude=` and one path per check, and their results as metrics. [DI5] [DI7]
 */
export function createHealth(checks: () => readonly HealthCheck[]): Health {
  const latest = new ValueFamily('gauge', 'orch_healthcheck', `${help} when it ran last: 1 is well.`)
  const totals = new ValueFamily('counter', 'orch_healthchecks_total', `${help}, counted.`)
  const run = ({ name, check }: HealthCheck, type: Root): string | null => {
    const wrong = check()
    latest.set({ name, type }, wrong === null ? 1 : 0)
    totals.add({ name, status: wrong === null ? 'success' : 'error', type })
    return wrong
  }
  return {
    answer(context) {
      const { path } = context.info
      if (path === '/metrics/slis') return indicators([latest, totals])
      const root = roots.find((each) => path === `/${each}` || path.startsWith(`/${each}/`))
      if (root === undefined) return null
      const served = checks().filter(({ readyOnly }) => readyOnly !== true || root === 'readyz')
      if (path === `/${root}`) return allChecks(root, served, context, run)
      const one = served.find(({ name }) => path === `/${root}/${name}`)
      return one === undefined ? null : singleCheck(run(one, root))
    },
  }
}

function indicators(families: readonly ValueFamily[]): Response {
  const lines = families.flatMap((family) => family.lines())
  const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }
  return new Response(lines.map((line) => `${line}\n`).join(''), { headers })
}

function allChecks(
  root: Root,
  served: readonly HealthCheck[],
  { target }: RequestContext,
  run: (check: HealthCheck, type: Root) => string | null,
): Response {
  const excluded = new Set(target.query.getAll('exclude'))
  const lines: string[] = []
  let failed = 0
  for (const check of served) {
    const { name } = check
    const isExcluded = excluded.delete(name)
    const isWell = isExcluded || run(check, root) === null
    if (!isWell) failed += 1
    const word = isExcluded ? 'excluded: ok' : isWell ? 'ok' : 'failed: reason withheld'
    lines.push(`[${isWell ? '+' : '-'}]${name} ${word}`)
  }
  if (excluded.size > 0) {
    const names = [...excluded].toSorted().map((name) => JSON.stringify(name))
    lines.push(`warn: some health checks cannot be excluded: no matches for ${names.join(', ')}`)
  }
  if (failed > 0) return new Response(`${lines.join('\n')}\n${root} check failed\n`, { status: 500, headers: plain })
  const verbose = target.query.has('verbose')
  return new Response(verbose ? `${lines.join('\n')}\n${root} check passed\n` : 'ok', { status: 200, headers: plain })
}

const singleCheck = (wrong: string | null): Response =>
  wrong === null
    ? new Response('ok', { status: 200, headers: plain })
    : new Response(`internal server error: ${wrong}\n`, { status: 500, headers: plain })
