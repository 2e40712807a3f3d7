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

/**
 * Parses the labels of a namespace. Always returns a policy: an invalid enforce label means the strictest level, an
 * invalid warn label none. [PSA1]
 */
export function readPolicy(labels: Readonly<Record<string, string>>): Read {
  const errors: FieldError[] = []
  const level = (mode: string): Level | 'wrong' | undefined => {
    const text = own(labels, `${prefix}${mode}`)
    if (text === undefined) return undefined
    const found = levels.find((each) => each === text)
    if (found === undefined) errors.push(refused(mode, text, `must be one of ${levels.join(', ')}`))
    return found ?? 'wrong'
  }
  const version = (mode: string): number | null => {
    const text = own(labels, `${prefix}${mode}-version`) ?? 'latest'
    const minor = text === 'latest' ? null : readMinor(text)
    if (minor === undefined) errors.push(refused(`${mode}-version`, text, 'must be "latest" or "v1.x"'))
    return minor ?? null
  }
  const [enforceLevel, enforceMinor] = [level('enforce'), version('enforce')]
  level('audit')
  version('audit')
  const [warnLevel, warnMinor] = [level('warn'), version('warn')]
  const enforce = {
    level: enforceLevel === 'wrong' ? 'restricted' : (enforceLevel ?? 'privileged'),
    minor: enforceMinor,
  } as const
  const follows = warnLevel === undefined && enforceLevel !== 'wrong'
  const warn: LevelVersion =
    follows && enforce.level !== 'privileged'
      ? { level: enforce.level, minor: own(labels, `${prefix}warn-version`) === undefined ? enforceMinor : warnMinor }
      : { level: warnLevel === 'wrong' ? 'privileged' : (warnLevel ?? 'privileged'), minor: warnMinor }
  return { policy: { enforce, warn }, errors }
}

const refused = (name: string, value: string, detail: string): FieldError =>
  invalid(key('metadata.labels', `${prefix}${name}`), value, detail)

/** A number that overflows the reference's integer type is not a version. */
function readMinor(text: string): number | undefined {
  const digits = /^v1\.(0|[1-9][0-9]*)$/.exec(text)?.[1]
  return digits === undefined || BigInt(digits) >= 2n ** 63n ? undefined : Number(digits)
}
