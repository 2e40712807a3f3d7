import { expect, test } from 'vitest'
import { WritesOnce } from './writes-once.ts'

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer

interface Sent {
  readonly method?: string
  readonly page?: string
}

function startServer() {
  const writes = new WritesOnce<string>()
  const executed: string[] = []
  const send = (id: string, instance: string, text: string, { method = 'POST', page = 'a' }: Sent = {}) => {
    const headers = [['a', 'b']] as const
    const url = 'http://page/api/v1/namespaces'
    return writes.answer({ handed: { page, instance, id }, method, url, headers, body: bytes(text) }, async () => {
      executed.push(id)
      return `${text} by ${id}`
    })
  }
  return { writes, executed, send }
}

test('[TR6] a write that a restarted service worker sends again gets the answer of the first', async () => {
  const { executed, send } = startServer()
  const first = send('1', 'one', 'x')
  const again = await send('2', 'two', 'x')
  const thrice = await send('3', 'three', 'x')

  expect(executed).toEqual(['1'])
  expect([await first, again, thrice]).toEqual(['x by 1', 'x by 1', 'x by 1'])
})

test('[TR6] equal writes are executed as often as they were sent', async () => {
  const { writes, executed, send } = startServer()
  await Promise.all([send('1', 'one', 'x'), send('2', 'one', 'x')])
  // The browser dispatches the first two again; the third one is new.
  await Promise.all([send('3', 'two', 'x'), send('4', 'two', 'x'), send('5', 'two', 'x')])
  expect(executed).toEqual(['1', '2', '5'])

  for (const id of ['3', '4', '5']) writes.confirm(id)
  await send('6', 'three', 'x')
  expect(executed).toEqual(['1', '2', '5', '6'])
})

test('[TR6] other bodies, methods, pages and confirmed requests are executed', async () => {
  const { writes, executed, send } = startServer()
  await send('1', 'one', 'x')
  await send('2', 'two', 'y')
  await send('3', 'two', 'x', { method: 'PUT' })
  await send('4', 'two', 'x', { page: 'b' })
  writes.confirm('1')
  await send('5', 'two', 'x')

  expect(executed).toEqual(['1', '2', '3', '4', '5'])
})
