import { authenticateAllAs } from '#server/auth/authenticator.ts'
import { loopbackUser } from '#server/auth/loopback-user.ts'
import { tokenFile } from '#server/auth/token-file.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import type { OrchardOptions as HostOptions } from '#server/start-orchard.ts'
import { problemOfKinds } from './kind-set.ts'
import { loopNames } from './loop-names.ts'
import { loopsOf, missingFor, missingSets, setsOfNodes } from './loop-sets.ts'
import type { OrchardOptions, OrchardUser } from './orchard-server.ts'

const knownOptions: ReadonlySet<string> = new Set<keyof OrchardOptions>([
  'seed',
  'now',
  'objects',
  'kinds',
  'loops',
  'nodes',
  'log',
  'users',
  'authorization',
  'outbound',
])

const refuse = (message: string): never => {
  throw new TypeError(`createOrchard: ${message}`)
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)

/** Checks what TypeScript cannot: callers may be JavaScript. @throws TypeError in one sentence */
export function checkOptions(options: OrchardOptions): void {
  for (const name of Object.keys(options))
    if (!knownOptions.has(name)) refuse(`there is no option ${JSON.stringify(name)}`)
  checkNumbers(options)
  const { kinds, loops = [], authorization = 'RBAC', users } = options
  checkKinds(options)
  if (authorization !== 'RBAC' && authorization !== 'AlwaysAllow')
    refuse(`authorization is "RBAC" or "AlwaysAllow", not ${JSON.stringify(authorization)}`)
  if (loops !== '*') checkLoops(loops, kinds)
  if (users !== undefined) checkUsers(users)
}

function checkNumbers({ seed, nodes = 0 }: OrchardOptions): void {
  if (seed !== undefined && !isWhole(seed)) refuse('seed is a whole number')
  if (!isWhole(nodes) || nodes < 0) refuse('nodes is a number of nodes, 0 or more')
}

function checkKinds({ kinds, nodes = 0 }: OrchardOptions): void {
  const problem = kinds === undefined ? null : problemOfKinds(kinds)
  if (problem !== null) refuse(problem)
  const missing = nodes === 0 ? [] : missingSets(setsOfNodes, kinds)
  if (missing.length > 0) refuse(`nodes need the kinds of ${missing.join(' and ')}`)
}

function checkLoops(loops: readonly string[], kinds: OrchardOptions['kinds']): void {
  if (!Array.isArray(loops)) refuse(`loops is "*" or a list of names, not ${JSON.stringify(loops)}`)
  for (const name of loops) {
    if (!loopNames.includes(name)) refuse(`there is no loop ${JSON.stringify(name)}; there are ${loopNames.join(', ')}`)
    const missing = missingFor(name, kinds)
    if (missing.length > 0) refuse(`the loop ${JSON.stringify(name)} needs the kinds of ${missing.join(' and ')}`)
  }
}

function checkUsers(users: readonly OrchardUser[]): void {
  if (!Array.isArray(users)) refuse('users is a list of users')
  for (const { token, name } of users)
    if (typeof token !== 'string' || typeof name !== 'string' || token === '' || name === '')
      refuse('each of users has a token and a name')
}

/** Returns the time at which the clock stops; `null` for the real time. @throws TypeError */
export function readNow(now: OrchardOptions['now']): number | null {
  if (now === undefined) return null
  const timeMs = typeof now === 'string' ? Date.parse(now) : Number(now)
  if (!Number.isFinite(timeMs)) return refuse(`now is no time: ${JSON.stringify(now)}`)
  return timeMs
}

/** Returns whether a loop runs. */
export function runsBy({ kinds, loops = [] }: OrchardOptions): (name: string) => boolean {
  const running = new Set(loops === '*' ? loopsOf(kinds) : loops)
  return (name) => running.has(name)
}

/** Authenticates the library itself by its secret, then users by token; without users everybody is an administrator. */
export function callersOf({ users }: OrchardOptions, secret: string): Pick<HostOptions, 'authenticator' | 'tokens'> {
  if (users === undefined) return { authenticator: authenticateAllAs(loopbackAdministrator, 'this process') }
  const records = users.map(({ token, name, uid = '', groups = [] }) => ({ token, user: name, uid, groups }))
  return { authenticator: loopbackUser(secret), tokens: tokenFile(records) }
}
