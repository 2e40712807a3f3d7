import { isNumeric, type Json, type JsonObject, textOf } from '#api/json.ts'

/**
 * Removes tolerations that another one covers. Of equal ones the first is kept. The time grows with the number of
 * tolerations only. [ER7]
 */
export function mergeTolerations(all: readonly JsonObject[]): JsonObject[] {
  const identities = all.map(identityOf)
  const isCoveredLater = coveredByLater(all, identities)
  const merged = new Covering()
  return all.filter((each, at) => {
    const identity = identities[at] ?? ''
    if (isCoveredLater[at] === true || merged.has(identity) || merged.covers(each)) return false
    merged.add(each, identity)
    return true
  })
}

/** Reports for each toleration if one after it covers it and differs from it. */
function coveredByLater(all: readonly JsonObject[], identities: readonly string[]): readonly boolean[] {
  const later = new Covering()
  const covered: boolean[] = []
  for (let at = all.length - 1; at >= 0; at -= 1) {
    const [each = {}, identity = ''] = [all[at], identities[at]]
    covered.push(later.covers(each, identity))
    later.add(each, identity)
  }
  return covered.reverse()
}

interface Lasting {
  readonly identity: string
  /** The longest time that is tolerated; infinite for tolerations that last forever. */
  readonly seconds: number | bigint
}

/** Tolerations by what they tolerate, with the two that last longest. */
class Covering {
  readonly #identities = new Set<string>()
  readonly #longest = new Map<string, readonly Lasting[]>()

  has(identity: string): boolean {
    return this.#identities.has(identity)
  }

  add(toleration: JsonObject, identity: string): void {
    if (this.has(identity)) return
    this.#identities.add(identity)
    const operator = text(toleration, 'operator')
    if (operator !== 'Exists' && operator !== 'Equal' && operator !== '') return
    const [key, effect] = [text(toleration, 'key'), text(toleration, 'effect')]
    const value = operator === 'Exists' ? null : text(toleration, 'value')
    const group = groupOf(key, effect, value)
    const seconds = effect === 'NoExecute' ? (secondsOf(toleration) ?? Infinity) : Infinity
    const lasting = [...(this.#longest.get(group) ?? []), { identity, seconds }]
    this.#longest.set(group, lasting.sort(longestFirst).slice(0, 2))
  }

  /** Reports if one toleration, other than that of the identity, tolerates everything that `narrow` tolerates. */
  covers(narrow: JsonObject, except?: string): boolean {
    const [key, effect, value] = [text(narrow, 'key'), text(narrow, 'effect'), text(narrow, 'value')]
    const seconds = secondsOf(narrow) ?? Infinity
    const groups = [effect, ''].flatMap((each) => [
      groupOf(key, each, null),
      groupOf('', each, null),
      ...(text(narrow, 'operator') === 'Equal' ? [groupOf(key, each, value)] : []),
    ])
    return groups.some((group) =>
      this.#longest.get(group)?.some((wide) => wide.identity !== except && seconds <= wide.seconds),
    )
  }
}

const longestFirst = (a: Lasting, b: Lasting): number => (a.seconds > b.seconds ? -1 : a.seconds < b.seconds ? 1 : 0)

/** A value of `null` stands for every value. */
const groupOf = (key: string, effect: string, value: string | null): string =>
  value === null ? sized(key) + sized(effect) : sized(key) + sized(effect) + sized(value)

/** A text with its length before it, so that texts one after another are read in one way only. */
const sized = (text: string): string => `${text.length}:${text}`

/** Returns the same text for equal tolerations. */
function identityOf(toleration: JsonObject): string {
  let identity = ''
  for (const name of Object.keys(toleration).sort()) {
    const value = toleration[name]
    identity += sized(name) + sized(`${typeof value} ${String(value)}`)
  }
  return identity
}

const text = (toleration: JsonObject, field: string): string => {
  const value = toleration[field]
  return textOf(value)
}

/** Returns the seconds of a toleration; `undefined` if it lasts forever. */
function secondsOf(toleration: JsonObject): number | bigint | undefined {
  const value: Json | undefined = toleration['tolerationSeconds']
  return isNumeric(value) ? value : undefined
}
