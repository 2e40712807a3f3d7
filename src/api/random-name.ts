/** No vowels, no signs that look alike: no words come about by chance. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'
/** Bytes from here on would make the first letters likelier. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length)

/** Random text of `length` signs for generated names. */
export function randomName(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      if (byte < FAIR_BYTES && text.length < length) text += ALPHABET[byte % ALPHABET.length]
    }
  }
  return text
}
