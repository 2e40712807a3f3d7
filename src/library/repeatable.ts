import type { SeededRandom } from '#api/seeded-random.ts'

/** The characters of generated names, as in the original: no vowels and none that look alike. */
const NAME_ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'

const hexByte = (byte: number): string => byte.toString(16).padStart(2, '0')

/** Returns the text of a UUID, version 4. */
function uuidOf(random: SeededRandom): string {
  const bytes = Array.from({ length: 16 }, () => random.below(256))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes
    .map(hexByte)
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The uids and generated names of one server, which repeat for the same seed. [LIB2] */
export class Repeatable {
  readonly #random: SeededRandom

  constructor(random: SeededRandom) {
    this.#random = random
  }

  readonly uid = (): string => uuidOf(this.#random)

  /** Returns a suffix of that length for a generated name. */
  readonly name = (length: number): string =>
    Array.from({ length }, () => NAME_ALPHABET.charAt(this.#random.below(NAME_ALPHABET.length))).join('')

  /** Returns what continues with the same values as this. */
  copy(): Repeatable {
    return new Repeatable(this.#random.copy())
  }
}
