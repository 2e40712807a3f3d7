/** The fields of a keyboard event that a chord matches. */
export interface Pressed {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

const shifted: ReadonlyMap<string, string> = new Map([
  ['[', '{'],
  [']', '}'],
])

/** Symbols that need Shift on some keyboards: only the symbol is compared, not the modifier. */
const isSign = (key: string): boolean => key.length === 1 && key.toLowerCase() === key.toUpperCase()

/** Maximum delay before the second key of a sequence, in ms. */
const SECOND_KEY_MS_MAX = 1_500

/** Recognises two keys in sequence, such as `g c`. [KB5] */
export class Sequence {
  #first = ''
  #untilMs = 0

  /**
   * Returns `begun` after the first key of a sequence, the sequence itself after the second, `lost` when the second key
   * matches no sequence, and `null` when the key begins none.
   */
  press(pressed: Pressed & { readonly timeStamp: number }, keys: readonly string[]): string | null {
    const { key, timeStamp } = pressed
    const isPlain = !(pressed.ctrlKey || pressed.metaKey || pressed.altKey)
    const first = timeStamp <= this.#untilMs ? this.#first : ''
    this.#first = ''
    const sequences = keys.filter((known) => /^\S \S$/.test(known))
    if (!isPlain) return null
    if (first !== '') return sequences.find((known) => known === `${first} ${key}`) ?? 'lost'
    if (!sequences.some((known) => known.startsWith(`${key} `))) return null
    this.#first = key
    this.#untilMs = timeStamp + SECOND_KEY_MS_MAX
    return 'begun'
  }
}

/** Reports whether a key press matches this chord. [KB2] */
export function isChord(chord: string, pressed: Pressed): boolean {
  const parts = chord.split('+')
  const key = chord.endsWith('+') ? '+' : (parts.at(-1) ?? '')
  const mod = parts.includes('Mod')
  const shift = parts.includes('Shift')
  if (pressed.altKey || mod !== (pressed.ctrlKey || pressed.metaKey)) return false
  if (shift && shifted.get(key) === pressed.key) return true
  if (shift !== pressed.shiftKey && !(isSign(key) && !shift)) return false
  return pressed.key.toLowerCase() === key.toLowerCase()
}

/** Single keys are letters and symbols without a modifier. They must never run while the user types. */
export const isSingleKey = (chord: string): boolean => !chord.includes('Mod+') && !/F\d+$/.test(chord)

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)

const names: ReadonlyMap<string, string> = new Map([
  [' ', 'Space'],
  ['Enter', '↵'],
  ['Escape', 'Esc'],
  ['ArrowUp', '↑'],
  ['ArrowDown', '↓'],
  ['-', '−'],
])

/** Formats a chord for a key cap: `⌘K`, `Ctrl K`, `⇧F6`. */
export function chordText(chord: string): string {
  const parts = chord.split('+')
  const key = chord.endsWith('+') ? '+' : (parts.at(-1) ?? '')
  const mod = parts.includes('Mod') ? (isApple() ? '⌘' : 'Ctrl ') : ''
  const shift = parts.includes('Shift') ? '⇧' : ''
  const alt = parts.includes('Alt') ? (isApple() ? '⌥' : 'Alt ') : ''
  const name = names.get(key) ?? key
  return `${shift}${alt}${mod}${mod !== '' && name.length === 1 ? name.toUpperCase() : name}`
}
