/** No vowels and no characters that look alike, so that no words appear by chance. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'
/** Bytes from this value on are skipped, because they would make the first characters more likely. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length)

/** Returns random text of `length` characters for generated names. */
export function randomName(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      if (byte < FAIR_BYTES && text.length < length) text += ALPHABET[byte % ALPHABET.length]
    }
  }
  return text
}
