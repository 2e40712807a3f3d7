import { registeredVersions } from './registered-versions.ts'

/** API versions and resources that are served, as `--runtime-config` chooses. */
export interface RuntimeConfig {
  isServed(resource: { readonly group: string; readonly version: string; readonly resource: string }): boolean
}

/** The error of an invalid `--runtime-config`, in the reference's words. */
export class RuntimeConfigError extends Error {}

/** Keys that choose several versions, in the order in which they are applied. */
const sweeping: readonly (readonly [key: string, matches: (version: string) => boolean])[] = [
  ['api/all', () => true],
  ['api/ga', (version) => /^v\d+$/.test(version)],
  ['api/beta', (version) => /^v\d+beta\d+$/.test(version)],
  ['api/alpha', (version) => /^v\d+alpha\d+$/.test(version)],
]
const sweepingKeys: ReadonlySet<string> = new Set(sweeping.map(([key]) => key))

const words: ReadonlyMap<string, boolean> = new Map([
  ...['', '1', 't', 'T', 'true', 'TRUE', 'True'].map((word) => [word, true] as const),
  ...['0', 'f', 'F', 'false', 'FALSE', 'False'].map((word) => [word, false] as const),
])

/**
 * Parses `KEY=BOOLEAN,KEY`; a key without a value is on. Keys are `api/all`, `api/ga`, `api/beta`, `api/alpha`,
 * `GROUP/VERSION` and `GROUP/VERSION/RESOURCE`; the core group is empty (`/v1`). @throws RuntimeConfigError [FL2]
 */
export function parseRuntimeConfig(text: string): ReadonlyMap<string, boolean> {
  const texts = new Map<string, string>()
  for (const part of text.split(',').filter((each) => each !== '')) {
    const equals = part.indexOf('=')
    if (equals < 0) texts.set(part.trim(), '')
    else texts.set(part.slice(0, equals).trim(), part.slice(equals + 1).trim())
  }
  if (texts.size === 1 && texts.get('api/all') === 'false')
    throw new RuntimeConfigError('invalid key with only api/all=false')
  const wanted = new Map<string, boolean>()
  for (const [key, value] of texts) {
    const parts = key.split('/').length
    if (!sweepingKeys.has(key) && parts !== 2 && parts !== 3)
      throw new RuntimeConfigError(`runtime-config invalid key ${key}`)
    const on = words.get(value)
    if (on === undefined) {
      const why = `strconv.ParseBool: parsing ${JSON.stringify(value)}: invalid syntax`
      throw new RuntimeConfigError(`invalid value of ${key}: ${value}, err: ${why}`)
    }
    wanted.set(key, on)
  }
  return wanted
}

/** Served group versions by group. */
export type ServedVersions = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Returns what the flag chooses of the served versions. @throws RuntimeConfigError for groups and versions that do not
 * exist, and for versions of the reference that are turned on but not served here [FL2]
 */
export function createRuntimeConfig(text: string, served: ServedVersions): RuntimeConfig {
  const wanted = parseRuntimeConfig(text)
  const named = [...wanted].filter(([key]) => !sweepingKeys.has(key))
  const known = (group: string): ReadonlySet<string> =>
    new Set([...(served.get(group) ?? []), ...(registeredVersions.get(group) ?? [])])
  const unknown = named.map(([key]) => key.split('/')[0] ?? '').filter((group) => known(group).size === 0)
  if (unknown.length > 0) throw new RuntimeConfigError(`unknown api groups ${unknown.join(',')}`)
  for (const [key, on] of named) {
    const [group = '', version = ''] = key.split('/')
    if (!known(group).has(version))
      throw new RuntimeConfigError(`group version ${group}/${version} that has not been registered`)
    if (on && served.get(group)?.has(version) !== true)
      throw new RuntimeConfigError(`--runtime-config ${key}: ${group}/${version} is not served here`)
  }
  const sweeps = sweeping.filter(([key]) => wanted.has(key))
  return {
    isServed({ group, version, resource }) {
      const own = wanted.get(`${group}/${version}/${resource}`) ?? wanted.get(`${group}/${version}`)
      if (own !== undefined) return own
      const last = sweeps.findLast(([, matches]) => matches(version))
      return last === undefined || wanted.get(last[0]) !== false
    },
  }
}
