import { errorText } from '#api/error-text.ts'
import { isObject, type Json, type JsonObject } from '#api/json.ts'
import type { AdmissionRule, AuthorizerRule } from '#facts/world-api.ts'
import { freshWorld, type WorldRecord } from './fresh-world.ts'
import { ControlError, readAlgorithm, readFaults, readMint } from './read-controls.ts'
import { readAdmissionRules, readAuthorizerRules } from './read-rules.ts'
import { makeKey, mint } from './token-issuer.ts'
import { stateOf, type WorldContext } from './world-context.ts'

interface Call {
  readonly context: WorldContext
  readonly name: string
  readonly part: string
  readonly body: JsonObject
}

/** Handlers by method and path below `/debug/world`; `*` matches one segment. */
const controls: Readonly<Record<string, (call: Call) => unknown>> = {
  'GET ': ({ context }) => stateOf(context),
  'POST reset': async ({ context }) => {
    await change(context, await freshWorld(context.clock.now()))
    context.collector.clear()
    return stateOf(context)
  },
  'POST issuers/*/tokens': async ({ context, name, body }) => {
    const token = await mint(found(context.record.issuers, name), readMint(body), context.clock.now())
    return { token }
  },
  'POST issuers/*/keys': async ({ context, name, body }) => {
    const issuer = found(context.record.issuers, name)
    const key = await makeKey(readAlgorithm(body['alg']), context.clock.now())
    return changeIssuer(context, { ...issuer, keys: [key, ...issuer.keys].slice(0, maxKeys) })
  },
  'DELETE issuers/*/keys/*': ({ context, name, part }) => {
    const issuer = found(context.record.issuers, name)
    return changeIssuer(context, { ...issuer, keys: issuer.keys.filter(({ kid }) => kid !== part) })
  },
  'PUT authorizers/*': async ({ context, name, body }) => {
    const rules: readonly AuthorizerRule[] = readAuthorizerRules(body['rules'])
    const { authorizers } = context.record
    found(authorizers, name)
    return change(context, { authorizers: authorizers.map((each) => (each.name === name ? { ...each, rules } : each)) })
  },
  'PUT admission/*': async ({ context, name, body }) => {
    const rules: readonly AdmissionRule[] = readAdmissionRules(body['rules'])
    const { admission } = context.record
    found(admission, name)
    return change(context, { admission: admission.map((each) => (each.name === name ? { ...each, rules } : each)) })
  },
  'PUT faults/*': ({ context, name, body }) =>
    change(context, { faults: { ...context.record.faults, [name]: readFaults(body) } }),
  'PUT files': ({ context, body }) => {
    const { path, text } = body
    if (typeof path !== 'string' || !path.startsWith('/')) throw new ControlError(400, 'path must be absolute')
    const { [path]: _old, ...others } = context.record.files
    return change(context, { files: typeof text === 'string' ? { ...others, [path]: text } : others })
  },
  'DELETE traces': ({ context }) => {
    context.collector.clear()
    return stateOf(context)
  },
}

const maxKeys = 20

/** Answers control requests of the simulated world; `null` for other paths. [WO8] */
export async function controlWorld(context: WorldContext, request: Request, path: string): Promise<Response | null> {
  const [, below] = /^\/debug\/world(?:\/(.*))?$/.exec(path) ?? []
  if (path !== '/debug/world' && below === undefined) return null
  const words = (below ?? '').split('/')
  const pattern = words.map((word, at) => (at % 2 === 1 ? '*' : word)).join('/')
  const control = Object.hasOwn(controls, `${request.method} ${pattern}`)
    ? controls[`${request.method} ${pattern}`]
    : undefined
  if (control === undefined)
    return Response.json({ message: `the world does not know ${request.method} ${path}` }, { status: 404 })
  try {
    const call = {
      context,
      name: decodeURIComponent(words[1] ?? ''),
      part: decodeURIComponent(words[3] ?? ''),
      body: await readBody(request),
    }
    return Response.json(await control(call))
  } catch (error) {
    const status = error instanceof ControlError ? error.status : 400
    return Response.json({ message: errorText(error) }, { status })
  }
}

async function readBody(request: Request): Promise<JsonObject> {
  const text = await request.text()
  if (text === '') return {}
  const body = JSON.parse(text) as Json
  if (!isObject(body)) throw new ControlError(400, 'the body is no JSON object')
  return body
}

function found<Party extends { readonly name: string }>(parties: readonly Party[], name: string): Party {
  const party = parties.find((each) => each.name === name)
  if (party === undefined) throw new ControlError(404, `nobody here is called ${JSON.stringify(name)}`)
  return party
}

/** Saves the change before it is visible. */
async function change(context: WorldContext, changed: Partial<WorldRecord>): Promise<ReturnType<typeof stateOf>> {
  context.record = { ...context.record, ...changed }
  await context.store?.save(context.record)
  return stateOf(context)
}

const changeIssuer = (
  context: WorldContext,
  issuer: WorldRecord['issuers'][number],
): Promise<ReturnType<typeof stateOf>> =>
  change(context, { issuers: context.record.issuers.map((each) => (each.name === issuer.name ? issuer : each)) })
