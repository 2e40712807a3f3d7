import { expect, test } from 'vitest'
import { ownCodec } from './codec.ts'

const note = { id: '1', timeMs: 5, author: { actor: 'ann', verb: 'create', manager: 'curl' } }
const value = new TextEncoder().encode('{}')

test('[ETC10] a value tells by whom and at which other host it was written', () => {
  const [one, two] = [ownCodec('/a/', '', 'one:8080'), ownCodec('/a/', '', 'two:8081')]
  const bytes = one.encode(value, note, 'a')
  expect(one.decode(bytes, 'a')).toEqual({ value, note })
  expect(two.decode(bytes, 'a')).toEqual({ value, note: { ...note, author: { ...note.author, host: 'one:8080' } } })
})

test('[ETC10] a value of a version that noted no host is of a host without a name', () => {
  const bytes = ownCodec('/a/', '').encode(value, note, 'a')
  expect(ownCodec('/a/', '', 'one:8080').decode(bytes, 'a').note?.author.host).toBe('')
})
