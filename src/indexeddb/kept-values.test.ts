import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { keptValues } from './kept-values.ts'

test('[LD8] stored values survive the page that wrote them', async () => {
  const factory = new IDBFactory()
  const values = keptValues('test', factory)
  expect(await values.get('a')).toBeUndefined()
  await Promise.all([values.put('a', { b: [1] }), values.put('c', 'text')])
  expect(await values.getMany(['c', 'b', 'a'])).toEqual(['text', undefined, { b: [1] }])
  expect(await keptValues('test', factory).get('a')).toEqual({ b: [1] })
  await values.delete('a')
  expect([await values.get('a'), await values.get('c')]).toEqual([undefined, 'text'])
})

test('[MC15] values of a newer version are refused in words', async () => {
  const factory = new IDBFactory()
  await new Promise<void>((resolve) => {
    const request = factory.open('test', 2)
    request.onsuccess = () => {
      request.result.close()
      resolve()
    }
  })
  await expect(keptValues('test', factory).all()).rejects.toThrow('written by a newer Orchard')
})
