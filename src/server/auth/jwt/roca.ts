/**
 * The fingerprint of keys from a flawed smart card library (CVE-2017-15361): their moduli are powers of 65537 modulo
 * each small prime. A sound modulus has the fingerprint by chance less than once in 2^27.
 */
const primes = [
  3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109,
].concat([113, 127, 131, 137, 139, 149, 151, 157, 163, 167])

const powers = primes.map((prime) => {
  const found = new Set<number>()
  for (let power = 1; !found.has(power); power = (power * 65537) % prime) found.add(power)
  return { prime, found }
})

/** Reports whether a modulus, as big-endian bytes, has the fingerprint. */
export const hasRocaMark = (modulus: Uint8Array): boolean =>
  powers.every(({ prime, found }) => found.has(modulus.reduce((rest, byte) => (rest * 256 + byte) % prime, 0)))
