import { errorText } from '#api/error-text.ts'
import type { Clock } from '#api/clock.ts'
import { isObject, type Json, type JsonObject } from '#api/json.ts'
import type { Dialer, HostFetch } from '#egress/dialer.ts'
import type { EgressName } from '#egress/egress-settings.ts'
import { configKindNames, type IssuerStatus, type RunningConfigs as Answer } from '#facts/config-api.ts'
import type { AuthenticationState } from '#server/auth/authentication-state.ts'
import type { AuthorizationState, ListedAuthorizer } from '#server/auth/authorization-state.ts'
import type { ExporterStatus } from '#tracing/span-exporter.ts'
import type { TracingSettings } from '#tracing/sampler.ts'
import { compileAuthentication } from './compile-authentication.ts'
import { compileAuthorization } from './compile-authorization.ts'
import { compileEgress } from './compile-egress.ts'
import { compileTracing } from './compile-tracing.ts'
import { ConfigError } from './check-text.ts'
import { draftOf, list, readAction, readUser, text } from './read-trial.ts'
import type { RecentDecisions } from './recent-decisions.ts'
import type { RunningConfigs } from './running-configs.ts'
import { replay, tryDecision } from './try-decision.ts'
import { tryRoute, trySampling } from './try-route.ts'
import { authenticatorsOf, tryToken } from './try-token.ts'
import { whoCan } from './who-can.ts'

/** Dependencies of the endpoints. */
export interface ConfigSurface {
  readonly running: RunningConfigs
  readonly recent: RecentDecisions
  readonly authentication: AuthenticationState
  readonly authorization: AuthorizationState
  readonly dialer: Dialer
  readonly tracing: { settings(): TracingSettings | null; status(): ExporterStatus; randomHex(bytes: number): string }
  readonly fetch: HostFetch
  readonly clock: Clock
  readonly monotonicMs: () => number
}

interface Call extends ConfigSurface {
  readonly body: JsonObject
}

/** Trial evaluations by the last segment of their path. */
const trials: ReadonlyMap<string, (call: Call) => Promise<unknown>> = new Map([
  ['token', tokenTrial],
  ['decision', decisionTrial],
  ['route', routeTrial],
  [
    'sampling',
    async (call: Call) =>
      trySampling(tracingSettings(call), text(call.body, 'traceparent'), () => call.tracing.randomHex(16)),
  ],
  ['replay', async (call: Call) => replay(await authorizersOf(call), call.recent.list())],
  ['who-can', whoCanTrial],
])

/** Serves paths under `/debug/config` and `/debug/trials`; `null` for others. facts/config-api.ts. [LD5] */
export async function answerConfig(surface: ConfigSurface, request: Request, path: string): Promise<Response | null> {
  const [, , area, word = '', ...rest] = path.split('/')
  if (rest.length > 0) return null
  if (area === 'config') return answerFiles(surface, request, word)
  const trial = area === 'trials' && request.method === 'POST' ? trials.get(word) : undefined
  if (trial === undefined) return null
  try {
    await surface.running.host.prepare?.()
    return Response.json(await trial({ ...surface, body: await readBody(request) }))
  } catch (error) {
    const message = errorText(error)
    return Response.json({ message }, { status: error instanceof ConfigError ? 422 : 400 })
  }
}

async function answerFiles(surface: ConfigSurface, request: Request, word: string): Promise<Response | null> {
  const { method } = request
  if (word === '') return method === 'GET' ? Response.json(statusOf(surface)) : null
  const kind = configKindNames.find((each) => each === word)
  if (kind === undefined || !['PUT', 'DELETE'].includes(method)) return null
  const outcome = await surface.running.reload(kind, method === 'PUT' ? await request.text() : null)
  return Response.json(outcome, { status: outcome.isInForce ? 200 : 422 })
}

const statusOf = ({ running, authentication, tracing }: ConfigSurface): Answer => ({
  configs: running.list(),
  issuers: authentication.jwt().map((each): IssuerStatus => {
    const keys = each.discovery().keys()
    const { keyIds = [], fetchedMs = null } = keys?.status() ?? {}
    return { url: each.issuer, isInitialized: keys !== null, error: each.discovery().error() ?? '', keyIds, fetchedMs }
  }),
  tracing: tracing.status(),
})

async function readBody(request: Request): Promise<JsonObject> {
  const body = JSON.parse(await request.text()) as Json
  if (!isObject(body)) throw new Error('the body is no JSON object')
  return body
}

/** Reads the draft in the body with `read`; `null` if there is none and the running configuration is used. */
function onDraft<Value>({ body }: Call, read: (written: string) => Value): Value | null {
  const written = draftOf(body)
  return written === null ? null : read(written)
}

async function tokenTrial(call: Call): Promise<unknown> {
  const { authentication, clock, fetch, body } = call
  const spec = onDraft(call, (written) => call.running.check('AuthenticationConfiguration', written).spec)
  const token = text(body, 'token')
  if (spec === null) return tryToken(authentication.jwt(), token)
  const begun = await authenticatorsOf({ clock, fetch }, compileAuthentication(spec))
  try {
    return await tryToken(begun, token)
  } finally {
    for (const each of begun) each.stop()
  }
}

/** The authorizers of the draft, else the active ones. With `fresh`, cached webhook decisions are not used. */
async function authorizersOf(call: Call): Promise<readonly ListedAuthorizer[]> {
  const { authorization, running, body } = call
  const kind = 'AuthorizationConfiguration'
  const written = draftOf(body) ?? (body['fresh'] === true ? running.textOf(kind) : null)
  if (written === null) return authorization.listed()
  const { spec } = running.check(kind, written)
  return authorization.list(await compileAuthorization(spec, (path) => running.host.readFile(path)))
}

async function decisionTrial(call: Call): Promise<unknown> {
  const action = call.body['action']
  if (!isObject(action)) throw new Error('action must be an object')
  const attributes = { ...readAction(action), user: readUser(action['user']) }
  return tryDecision(await authorizersOf(call), attributes, call.monotonicMs)
}

async function whoCanTrial(call: Call): Promise<unknown> {
  const users = list(call.body['users'], 'users', 50).map(readUser)
  const actions = list(call.body['actions'], 'actions', 50).map(readAction)
  return whoCan(await authorizersOf(call), users, actions)
}

const egressNames: readonly EgressName[] = ['controlplane', 'cluster', 'etcd']

async function routeTrial(call: Call): Promise<unknown> {
  const spec = onDraft(call, (written) => call.running.check('EgressSelectorConfiguration', written).spec)
  const settings = spec === null ? call.dialer.settings() : compileEgress(spec)
  const name = egressNames.find((each) => each === call.body['name'])
  if (name === undefined) throw new Error(`name must be one of ${egressNames.join(', ')}`)
  return tryRoute(call, settings, name, text(call.body, 'destination'))
}

function tracingSettings(call: Call): TracingSettings | null {
  const spec = onDraft(call, (written) => call.running.check('TracingConfiguration', written).spec)
  return spec === null ? call.tracing.settings() : compileTracing(spec)
}
