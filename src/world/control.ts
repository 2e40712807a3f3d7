import { isObject, type Json, type JsonObject } from '#api/json.ts'
import type { AdmissionRule, AuthorizerRule } from '#facts/world-api.ts'
import { freshWorld, type WorldRecord } from './fresh-world.ts'
import { ControlError, readAlgorithm, readFaults, readMint } from './read-controls.ts'
import { readAdmissionRules, readAuthorizerRules } from './read-rules.ts'
import { makeKey, mint } from './token-issuer.ts'
import { stateOf, type WorldHeart } from './world-heart.ts'

interface Call {
  readonly heart: WorldHeart
  readonly name: string
  readonly part: string
  readonly body: JsonObject
}

/** Method and path below `/debug/world` to what it does; `*` is one segment. */
const controls: Readonly<Record<string, (call: Call) => unknown>> = {
  'GET ': ({ heart }) => stateOf(heart),
  'POST reset': async ({ heart }) => {
    await change(heart, await freshWorld(heart.clock.now()))
    heart.collector.clear()
    return stateOf(heart)
  },
  'POST issuers/*/tokens': async ({ heart, name, body }) => {
    const token = await mint(found(heart.record.issuers, name), readMint(body), heart.clock.now())
    return { token }
  },
  'POST issuers/*/keys': async ({ heart, name, body }) => {
    const issuer = found(heart.record.issuers, name)
    const key = await makeKey(readAlgorithm(body['alg']), heart.clock.now())
    return changeIssuer(heart, { ...issuer, keys: [key, ...issuer.keys].slice(0, maxKeys) })
  },
  'DELETE issuers/*/keys/*': ({ heart, name, part }) => {
    const issuer = found(heart.record.issuers, name)
    return changeIssuer(heart, { ...issuer, keys: issuer.keys.filter(({ kid }) => kid !== part) })
  },
  'PUT authorizers/*': async ({ heart, name, body }) => {
    const rules: readonly AuthorizerRule[] = readAuthorizerRules(body['rules'])
    const { authorizers } = heart.record
    found(authorizers, name)
    return change(heart, { authorizers: authorizers.map((each) => (each.name === name ? { ...each, rules } : each)) })
  },
  'PUT admission/*': async ({ heart, name, body }) => {
    const rules: readonly AdmissionRule[] = readAdmissionRules(body['rules'])
    const { admission } = heart.record
    found(admission, name)
    return change(heart, { admission: admission.map((each) => (each.name === name ? { ...each, rules } : each)) })
  },
  'PUT faults/*': ({ heart, name, body }) =>
    change(heart, { faults: { ...heart.record.faults, [name]: readFaults(body) } }),
  'PUT files': ({ heart, body }) => {
    const { path, text } = body
    if (typeof path !== 'string' || !path.startsWith('/')) throw new ControlError(400, 'path must be absolute')
    const { [path]: _old, ...others } = heart.record.files
    return change(heart, { files: typeof text === 'string' ? { ...others, [path]: text } : others })
  },
  'DELETE traces': ({ heart }) => {
    heart.collector.clear()
    return stateOf(heart)
  },
}

const maxKeys = 20

/** Answers the controls of the world; `null` for other paths. [WO8] */
export async function controlWorld(heart: WorldHeart, request: Request, path: string): Promise<Response | null> {
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
      heart,
      name: decodeURIComponent(words[1] ?? ''),
      part: decodeURIComponent(words[3] ?? ''),
      body: await readBody(request),
    }
    return Response.json(await control(call))
  } catch (error) {
    const status = error instanceof ControlError ? error.status : 400
    return Response.json({ message: error instanceof Error ? error.message : String(error) }, { status })
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

/** Keeps the change before it is told. */
async function change(heart: WorldHeart, changed: Partial<WorldRecord>): Promise<ReturnType<typeof stateOf>> {
  heart.record = { ...heart.record, ...changed }
  await heart.store?.save(heart.record)
  return stateOf(heart)
}

const changeIssuer = (heart: WorldHeart, issuer: WorldRecord['issuers'][number]): Promise<ReturnType<typeof stateOf>> =>
  change(heart, { issuers: heart.record.issuers.map((each) => (each.name === issuer.name ? issuer : each)) })
