import { type FieldError, invalid, key } from '#api/field-error.ts'
import { own } from '#api/json.ts'

const levels = ['privileged', 'baseline', 'restricted'] as const

export type Level = (typeof levels)[number]

/** A level with its version. `minor` is `null` for `latest`. */
export interface LevelVersion {
  readonly level: Level
  readonly minor: number | null
}

/** The levels of a namespace. There is no audit log, so the audit labels are only checked for errors. */
export interface Policy {
  readonly enforce: LevelVersion
  readonly warn: LevelVersion
}

const prefix = 'pod-security.orch.io/'

/** `baseline:latest`, `restricted:v1.24`. */
export const printLevel = ({ level, minor }: LevelVersion): string =>
  `${level}:${minor === null ? 'latest' : `v1.${minor}`}`

export const isSame = (a: LevelVersion, b: LevelVersion): boolean => a.level === b.level && a.minor === b.minor

/** The rank of a level, ascending in strictness. */
export const rankOf = (level: Level): number => levels.indexOf(level)

interface Read {
  readonly policy: Policy
  readonly errors: readonly FieldError[]
}

const everythingAllowed: LevelVersion = { level: 'privileged', minor: null }

/** The policy of a namespace without labels, unless the configuration has another. */
export const permissive: Policy = { enforce: everythingAllowed, warn: everythingAllowed }

/**
 * Parses the labels of a namespace over the defaults. Always returns a policy: an invalid enforce label means the
 * strictest level, an invalid warn label none. [PSA1]
 */
export function readPolicy(labels: Readonly<Record<string, string>>, defaults: Policy = permissive): Read {
  const errors: FieldError[] = []
  const level = (mode: string): Level | 'wrong' | undefined => {
    const text = own(labels, `${prefix}${mode}`)
    if (text === undefined) return undefined
    const found = levels.find((each) => each === text)
    if (found === undefined) errors.push(refused(mode, text, `must be one of ${levels.join(', ')}`))
    return found ?? 'wrong'
  }
  const version = (mode: string): number | null | undefined => {
    const text = own(labels, `${prefix}${mode}-version`)
    if (text === undefined) return undefined
    const minor = text === 'latest' ? null : readMinor(text)
    if (minor === undefined) errors.push(refused(`${mode}-version`, text, 'must be "latest" or "v1.x"'))
    return minor ?? null
  }
  const [enforceLevel, enforceMinor] = [level('enforce'), version('enforce')]
  level('audit')
  version('audit')
  const [warnLevel, warnMinor] = [level('warn'), version('warn')]
  const enforce: LevelVersion = {
    level: enforceLevel === 'wrong' ? 'restricted' : (enforceLevel ?? defaults.enforce.level),
    minor: enforceMinor === undefined ? defaults.enforce.minor : enforceMinor,
  }
  // A stricter enforced level is also the level of warnings, unless a label says otherwise.
  const isLabelled = enforceLevel !== undefined && enforceLevel !== 'wrong'
  const follows = isLabelled && warnLevel === undefined && rankOf(enforce.level) > rankOf(defaults.warn.level)
  const otherwise: LevelVersion = {
    level: follows ? enforce.level : defaults.warn.level,
    minor: follows && enforceMinor !== undefined ? enforce.minor : defaults.warn.minor,
  }
  return { policy: { enforce, warn: warnOver(otherwise, warnLevel, warnMinor) }, errors }
}

const warnOver = (
  otherwise: LevelVersion,
  level: Level | 'wrong' | undefined,
  minor: number | null | undefined,
): LevelVersion => ({
  level: level === 'wrong' ? 'privileged' : (level ?? otherwise.level),
  minor: minor === undefined ? otherwise.minor : minor,
})

const refused = (name: string, value: string, detail: string): FieldError =>
  invalid(key('metadata.labels', `${prefix}${name}`), value, detail)

/** Parses `latest` or `v1.N`; `undefined` for anything else. */
export const parseVersion = (text: string): number | null | undefined => (text === 'latest' ? null : readMinor(text))

/** Parses a level; `undefined` for an unknown one. */
export const parseLevel = (text: string): Level | undefined => levels.find((each) => each === text)

/** A number that overflows the reference's integer type is not a version. */
function readMinor(text: string): number | undefined {
  const digits = /^v1\.(0|[1-9][0-9]*)$/.exec(text)?.[1]
  return digits === undefined || BigInt(digits) >= 2n ** 63n ? undefined : Number(digits)
}
