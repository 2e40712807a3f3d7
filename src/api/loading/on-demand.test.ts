import { expect, test } from 'vitest'
import { onDemand } from './on-demand.ts'

test('[PF6] code that few requests need is loaded once, when the first of them comes, and again after a failure', async () => {
  const answers: (() => Promise<string>)[] = [() => Promise.reject(new Error('offline')), async () => 'there']
  const part = onDemand(() => (answers.shift() ?? (() => Promise.reject(new Error('twice'))))())
  expect(() => part.loaded()).toThrow('before it is loaded')
  await expect(part.load()).rejects.toThrow('offline')
  await Promise.all([part.load(), part.load()])
  expect(part.load()).toBeUndefined()
  expect(part.loaded()).toBe('there')
})
