import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WideMap } from './wide-map.ts'

test('[PF2] a wide map has the entries of a Map, and earlier versions keep theirs', () => {
  const key = fc.string({ maxLength: 3 })
  fc.assert(
    fc.property(fc.array(fc.array(fc.tuple(key, fc.nat())), { maxLength: 8 }), (turns) => {
      const plain = new Map<string, number>()
      let wide = new WideMap<number>()
      for (const turn of turns) {
        const before = wide
        const known = new Map(plain)
        wide = wide.with(turn)
        for (const [name, value] of turn) plain.set(name, value)
        for (const [name] of turn) expect(before.get(name)).toBe(known.get(name))
      }
      for (const [name, value] of plain) expect(wide.get(name)).toBe(value)
    }),
  )
})

test('[PF2] a wide map without new entries is the same map', () => {
  const wide = new WideMap<number>().with([['a', 1]])

  expect(wide.with([])).toBe(wide)
})
