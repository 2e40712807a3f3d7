import { expect, test } from 'vitest'
import { WritesOnce } from './writes-once.ts'

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer

function startPage() {
  const writes = new WritesOnce()
  const executed: string[] = []
  const send = async (id: string, instance: string, text: string, method = 'POST'): Promise<Response> => {
    writes.begin({ id, method, url: 'http://page/api/v1/namespaces', headers: { a: 'b' }, instance }, bytes(text))
    return writes.answer(id, async () => {
      executed.push(id)
      return new Response(`${text} by ${id}`, { status: 201, headers: { 'audit-id': id } })
    })
  }
  return { writes, executed, send }
}

test('[TR6] a write that a restarted service worker hands over again gets the answer of the first', async () => {
  const { executed, send } = startPage()
  const first = send('1', 'one', 'x')
  const again = await send('2', 'two', 'x')
  const thrice = await send('3', 'three', 'x')

  expect(executed).toEqual(['1'])
  for (const response of [await first, again, thrice]) {
    expect([response.status, response.headers.get('audit-id'), await response.text()]).toEqual([201, '1', 'x by 1'])
  }
})

test('[TR6] equal writes are executed as often as they were sent', async () => {
  const { writes, executed, send } = startPage()
  await Promise.all([send('1', 'one', 'x'), send('2', 'one', 'x')])
  // The browser dispatches the first two again; the third one is new.
  await Promise.all([send('3', 'two', 'x'), send('4', 'two', 'x'), send('5', 'two', 'x')])
  expect(executed).toEqual(['1', '2', '5'])

  for (const id of ['3', '4', '5']) writes.confirm(id)
  await send('6', 'three', 'x')
  expect(executed).toEqual(['1', '2', '5', '6'])
})

test('[TR6] other bodies, methods and confirmed requests are executed', async () => {
  const { writes, executed, send } = startPage()
  await send('1', 'one', 'x')
  await send('2', 'two', 'y')
  await send('3', 'two', 'x', 'PUT')
  writes.confirm('1')
  await send('4', 'two', 'x')
  await send('5', 'two', 'x', 'GET')
  await send('6', 'three', 'x', 'GET')

  expect(executed).toEqual(['1', '2', '3', '4', '5', '6'])
})
