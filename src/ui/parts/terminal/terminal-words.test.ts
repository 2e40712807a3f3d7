import { expect, test } from 'vitest'
import { bridgeCommand, clientRows, openText, shortTarget, withoutToken } from './terminal-words.ts'

test('[BR6] the kubeconfig is shown without its token and keys', () => {
  const shown = withoutToken('users:\n    token: "abc"\n    client-key-data: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURQ==\n')

  expect(shown).toBe('users:\n    token: ••••••••\n    client-key-data: LS0tLS1CRUdJTiBD…\n')
})

test('[BR6] rows name a client once and find what the server said by the audit id', () => {
  const request = { id: 1, method: 'POST', target: '/api', status: 201, isOpen: false, startMs: 0, auditId: 'x' }
  const client = {
    program: 'curl',
    version: '8',
    user: '',
    requestCount: 2,
    last: [request, { ...request, id: 2, auditId: '' }],
  }
  const finished = { auditId: 'x', wrote: 7, actor: 'ann' } as Parameters<typeof clientRows>[1][number]

  expect(
    clientRows([client], [finished]).map(({ client: named, user, wrote }) => [named?.program, user, wrote]),
  ).toEqual([
    ['curl', 'ann', 7],
    [undefined, '', 0],
  ])
})

test('[BR6] targets, times and commands are short', () => {
  expect(shortTarget('/api/v1/namespaces/shop/cronjobs?watch=true')).toBe('…/shop/cronjobs?watch=true')
  expect(shortTarget('/api/v1')).toBe('/api/v1')
  expect(openText(250_000)).toBe('4:10')
  expect(bridgeCommand('Tuesday class', 'kubernetes', 'http://localhost:5173')).toBe(
    'npx orchard bridge --vocabulary kubernetes --tls --kubeconfig ./tuesday-class.yaml',
  )
  expect(bridgeCommand('x', 'orch', 'https://a.example')).toBe('npx orchard bridge --page https://a.example')
})
