import type { RequestContext } from '#server/request/request-context.ts'

/** One thing that must be well for the server to be well. */
export interface HealthCheck {
  readonly name: string
  /** Of `/readyz` only: a server that is ending is alive, but not ready. */
  readonly readyOnly?: boolean
  /** Throws, or answers what is wrong; `null` when all is well. */
  readonly check: () => string | null
}

const plain = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }
const roots = ['/healthz', '/livez', '/readyz']

/** `/healthz`, `/livez` and `/readyz` with `?verbose`, `?exclude=` and a path for each check. `null` for other paths. [DI5] */
export function healthEndpoint(checks: readonly HealthCheck[], { info, target }: RequestContext): Response | null {
  const root = roots.find((each) => info.path === each || info.path.startsWith(`${each}/`))
  if (root === undefined) return null
  const served = checks.filter(({ readyOnly }) => readyOnly !== true || root === '/readyz')
  const one = info.path.slice(root.length + 1)
  if (one !== '') return singleCheck(served, one)
  const excluded = new Set(target.query.getAll('exclude'))
  const lines: string[] = []
  let failed = 0
  for (const { name, check } of served) {
    const known = excluded.delete(name)
    const wrong = known ? null : check()
    if (wrong !== null) failed += 1
    lines.push(
      known ? `[+]${name} excluded: ok` : wrong === null ? `[+]${name} ok` : `[-]${name} failed: reason withheld`,
    )
  }
  for (const name of excluded) lines.push(`warn: some health checks cannot be excluded: no matches for "${name}"`)
  const word = root.slice(1)
  if (failed > 0) return new Response(`${lines.join('\n')}\n${word} check failed\n`, { status: 500, headers: plain })
  const verbose = target.query.has('verbose')
  return new Response(verbose ? `${lines.join('\n')}\n${word} check passed\n` : 'ok', { status: 200, headers: plain })
}

function singleCheck(checks: readonly HealthCheck[], name: string): Response | null {
  const found = checks.find((each) => each.name === name)
  if (found === undefined) return null
  const wrong = found.check()
  return wrong === null
    ? new Response('ok', { status: 200, headers: plain })
    : new Response(`internal server error: ${wrong}\n`, { status: 500, headers: plain })
}
