import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { Reach } from './intercept.ts'
import { Transport, type TransportChoice } from './transport.ts'

// Modules of the page read these when they are imported.
vi.hoisted(() => {
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('location', { search: '?transport=direct', href: 'http://page.test/', origin: 'http://page.test' })
})

const networkFetch = globalThis.fetch
beforeEach(() => {
  globalThis.fetch = networkFetch
})
afterAll(() => {
  globalThis.fetch = networkFetch
  vi.unstubAllGlobals()
})

function open() {
  const choices: TransportChoice['type'][] = []
  const answered: string[] = []
  const reach = {
    answer: async ({ url }: { readonly url: string }) => {
      answered.push(new URL(url).pathname)
      return new Response('{}')
    },
  } as unknown as Reach
  const transport = new Transport(reach, ({ type }) => choices.push(type))
  return { transport, choices, answered }
}

test('[PF6] the way of fetch is decided once, when the page is drawn', async () => {
  const { transport, choices, answered } = open()
  await transport.read('http://page.test/debug/log')
  expect(answered).toEqual(['/debug/log'])
  expect(choices).toEqual([])
  await transport.begin()
  await transport.begin()

  expect(choices).toEqual(['direct'])
})

test('[TR4] [PF6] a request before the page is drawn decides the way of fetch, and waits for it', async () => {
  const { transport, choices, answered } = open()
  await globalThis.fetch('http://page.test/api/v1/namespaces')
  expect(choices).toEqual(['direct'])
  expect(answered).toEqual(['/api/v1/namespaces'])
  await transport.fetch('http://page.test/api/v1/nodes')

  expect(choices).toEqual(['direct'])
  expect(answered).toEqual(['/api/v1/namespaces', '/api/v1/nodes'])
})
