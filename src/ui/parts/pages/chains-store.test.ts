import { expect, test } from 'vitest'
import { createChains } from './chains-store.ts'
import { type Chain, compareWithFresh, decodeToken, limitProblem, restoredChains, savedChains } from './chains-state.ts'

const token = (rv: number, start: string) => btoa(JSON.stringify({ v: 'meta.orch.io/v1', rv, start }))
const item = (name: string, resourceVersion: string) => ({ metadata: { name, namespace: 'shop', resourceVersion } })
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

function startPages() {
  const urls: string[] = []
  const answers: Response[] = []
  const chains = createChains(async (input) => {
    urls.push(String(input))
    return answers.shift() ?? Response.error()
  })
  const chain = () => chains.store.getState().chains[0]
  return { urls, answers, chains, chain }
}

test('[PP1] pages follow the continue token until it is empty', async () => {
  const { urls, answers, chains, chain } = startPages()
  answers.push(
    Response.json({
      metadata: { resourceVersion: '112', continue: 'T', remainingItemCount: 1 },
      items: [item('dune', '90')],
    }),
    Response.json({ metadata: { resourceVersion: '112', continue: '' }, items: [item('emma', '91')] }),
  )

  chains.start({ path: '/api/v1/namespaces/shop/configmaps', limit: 1, labelSelector: 'a=b' })
  await settled()
  expect(chain()).toMatchObject({ state: 'ready', token: 'T', remaining: 1, resourceVersion: '112' })
  chains.next(1)
  await settled()

  expect(urls[1]).toBe('/api/v1/namespaces/shop/configmaps?limit=1&labelSelector=a%3Db&continue=T')
  expect(chain()).toMatchObject({ state: 'finished', token: '', remaining: null })
  expect(chain()?.pages.map((page) => page.items.map(({ name }) => name))).toEqual([['dune'], ['emma']])
})

test('[PP6] a limit is a whole number', () => {
  for (const limit of ['0', ' 2 ', '1000000000']) expect(limitProblem(limit), limit).toBe('')
  for (const limit of ['', 'abc', '-1', '2.5', '1e9']) expect(limitProblem(limit), limit).toContain('a whole number')
})

test('[PP2] after 410 the list shows the refusal and can continue with the fresh token', async () => {
  const { urls, answers, chains, chain } = startPages()
  const expired = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: { continue: 'F' },
    status: 'Failure',
    reason: 'Expired',
    code: 410,
  }
  answers.push(
    Response.json({ metadata: { resourceVersion: '112', continue: 'T' }, items: [item('dune', '90')] }),
    Response.json(expired, { status: 410 }),
    Response.json({ metadata: { resourceVersion: '140' }, items: [item('emma', '130')] }),
  )
  chains.start({ path: '/p', limit: 1, labelSelector: '' })
  await settled()
  chains.next(1)
  await settled()
  expect(chain()).toMatchObject({ state: 'expired', token: 'F', refusal: { reason: 'Expired' } })

  chains.next(1)
  await settled()

  expect(urls[2]).toBe('/p?limit=1&continue=F')
  expect(chain()).toMatchObject({ state: 'finished', resourceVersion: '140', refusal: null })
})

test('[PP3] the comparison of the fresh list with the snapshot shows what was changed, removed and added', async () => {
  const { answers, chains, chain } = startPages()
  answers.push(
    Response.json({
      metadata: { resourceVersion: '112', continue: 'T' },
      items: [item('dune', '90'), item('persuasion', '80')],
    }),
    Response.json({ metadata: { resourceVersion: '128' }, items: [item('dune', '128'), item('walden', '124')] }),
  )
  chains.start({ path: '/p', limit: 2, labelSelector: '' })
  await settled()
  chains.compare(1)
  await settled()

  const known = chain()
  expect(
    known &&
      compareWithFresh(known).map(({ key, now, before }) => [key, now?.resourceVersion, before?.resourceVersion]),
  ).toEqual([
    ['shop/dune', '128', '90'],
    ['shop/persuasion', undefined, '80'],
    ['shop/walden', '124', undefined],
  ])
})

test('[PP4] a token of this server is decoded for display, any other text is not', () => {
  expect(decodeToken(token(112, 'shop/persuasion\u0000'))).toEqual({
    resourceVersion: '112',
    start: 'shop/persuasion\u0000',
  })
  expect(decodeToken('???')).toBeNull()
  expect(decodeToken(btoa('"x"'))).toBeNull()
})

test('[PP5] a list that was half read survives a reload, and reads on from its token', async () => {
  const { answers, chains } = startPages()
  const page = (name: string, token: string) =>
    Response.json({ metadata: { resourceVersion: '112', continue: token }, items: [item(name, '90')] })
  answers.push(page('dune', 'T'), page('emma', 'U'))
  chains.start({ path: '/p', limit: 1, labelSelector: '' }, 2)
  await settled()
  await settled()
  expect(chains.store.getState().chains[0]).toMatchObject({ state: 'ready', token: 'U', pages: [{}, {}] })
  const kept = JSON.parse(JSON.stringify(savedChains(chains.store.getState()))) as readonly Chain[]

  const urls: string[] = []
  const again = createChains(
    async (input) => {
      urls.push(String(input))
      return page('walden', '')
    },
    { restored: restoredChains(kept) },
  )
  again.next(1)
  await settled()
  expect(urls).toEqual(['/p?limit=1&continue=U'])
  expect(again.store.getState().chains[0]).toMatchObject({ state: 'finished', pages: [{}, {}, {}] })
})
