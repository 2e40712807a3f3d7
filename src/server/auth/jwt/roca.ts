/**
 * The mark of keys made by a flawed chip library (CVE-2017-15361): their moduli are powers of 65537 modulo each small prime.
 * A sound modulus passes all of these by chance less than once in 2^27.
 */
const primes = [
  3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109,
].concat([113, 127, 131, 137, 139, 149, 151, 157, 163, 167])

const powers = primes.map((prime) => {
  const found = new Set<number>()
  for (let power = 1; !found.has(power); power = (power * 65537) % prime) found.add(power)
  return { prime, found }
})

/** Whether a modulus, as bytes with the highest first, bears the mark. */
export const hasRocaMark = (modulus: Uint8Array): boolean =>
  powers.every(({ prime, found }) => found.has(modulus.reduce((rest, byte) => (rest * 256 + byte) % prime, 0)))
