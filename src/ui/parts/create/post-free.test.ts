import { expect, test } from 'vitest'
import { Refusal } from '#client/refusal.ts'
import { postFree } from './post-free.ts'

const refusal = (reason: string) =>
  new Refusal({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message: reason, reason, code: 409 })

test('[CRT1] a name that the list of the page does not have yet is refused, and the next one is tried', async () => {
  const names: string[] = []
  const post = (name: string) => {
    names.push(name)
    return names.length < 3 ? Promise.reject(refusal('AlreadyExists')) : Promise.resolve(name)
  }
  expect(await postFree('ConfigMap', new Set(['config-map-1']), post)).toBe('config-map-4')
  expect(names).toEqual(['config-map-2', 'config-map-3', 'config-map-4'])
})

test('[CRT1] any other refusal is that of the first name, and a server that takes no name is not asked for ever', async () => {
  await expect(postFree('Pod', new Set(), () => Promise.reject(refusal('Conflict')))).rejects.toThrow('Conflict')
  let tries = 0
  const never = () => {
    tries += 1
    return Promise.reject(refusal('AlreadyExists'))
  }
  await expect(postFree('Pod', new Set(), never)).rejects.toThrow('AlreadyExists')
  expect(tries).toBe(20)
})
