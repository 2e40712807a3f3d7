/** The letter and hue of a field manager on one object. */
export interface ManagerMark {
  readonly letter: string
  /** A CSS colour. */
  readonly hue: string
}

/** Hues that one manager of an object has for itself; from the fifth manager on they share the last. */
const hues = ['a', 'b', 'c', 'd'] as const
const sharedHue = 'e'
const moreLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/**
 * Returns the marks of the managers of one object. The letter is one of the name, its first if possible. Letters differ
 * from each other, and so do the first four hues. The result depends only on the set of names, so it is the same in all
 * views and visits; a name prefers the same hue on all objects. [UI11]
 */
export function managerMarks(names: Iterable<string>): ReadonlyMap<string, ManagerMark> {
  const sorted = [...new Set(names)].toSorted((one, other) => (one < other ? -1 : 1))
  const letters = chooseLetters(sorted)
  const taken = new Set<string>()
  const marks = new Map<string, ManagerMark>()
  for (const name of sorted) {
    const preferred = preferredHue(name)
    const hue = [...hues.slice(preferred), ...hues.slice(0, preferred)].find((each) => !taken.has(each)) ?? sharedHue
    taken.add(hue)
    marks.set(name, { letter: letters.get(name) ?? '?', hue: `var(--owner-${hue})` })
  }
  return marks
}

/** First letters go first: a name takes a later letter only if another name begins with its first one. */
function chooseLetters(sorted: readonly string[]): ReadonlyMap<string, string> {
  const letters = new Map<string, string>()
  const taken = new Set<string>()
  const take = (name: string, letter: string | undefined): void => {
    if (letter === undefined || taken.has(letter) || letters.has(name)) return
    letters.set(name, letter)
    taken.add(letter)
  }
  for (const name of sorted) take(name, lettersOf(name)[0])
  for (const name of sorted)
    take(
      name,
      [...initialsOf(name), ...lettersOf(name)].find((letter) => !taken.has(letter)),
    )
  for (const name of sorted)
    take(
      name,
      moreLetters.split('').find((letter) => !taken.has(letter)),
    )
  return letters
}

const lettersOf = (name: string): readonly string[] =>
  name
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .split('')
    .filter((letter) => letter !== '')

/** `S` and `C` of `shop-controller`. */
const initialsOf = (name: string): readonly string[] =>
  name.split(/[^A-Za-z0-9]+/).flatMap((word) => lettersOf(word)[0] ?? [])

function preferredHue(name: string): number {
  let sum = 0
  for (let at = 0; at < name.length; at += 1) sum = (sum * 31 + name.charCodeAt(at)) % 65_521
  return sum % hues.length
}
