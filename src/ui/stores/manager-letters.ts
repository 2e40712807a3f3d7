/** The letter and hue of a field manager; the same everywhere in the page. */
export interface ManagerMark {
  readonly letter: string
  /** A CSS colour. */
  readonly hue: string
}

const hues = ['a', 'b', 'c', 'd', 'e'] as const
const known = new Map<string, ManagerMark>()
const taken = new Set<string>()

/** A letter of the name that nobody has yet, else its first. */
function chooseLetter(name: string): string {
  const letters = name
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .split('')
  return letters.find((letter) => !taken.has(letter)) ?? letters[0] ?? '?'
}

/** Managers get their letter in the order in which the page meets them; from the fifth on they share a hue. [UI11] */
export function managerMark(name: string): ManagerMark {
  const mark = known.get(name)
  if (mark !== undefined) return mark
  const made = {
    letter: chooseLetter(name),
    hue: `var(--owner-${hues[Math.min(known.size, hues.length - 1)] ?? 'e'})`,
  }
  taken.add(made.letter)
  known.set(name, made)
  return made
}
