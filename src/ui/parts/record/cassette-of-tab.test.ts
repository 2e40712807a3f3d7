import { expect, test, vi } from 'vitest'
import { labOnHost } from '#testing/lab-on-host.ts'
import { createRoutedFetch } from '#ui/lab/routed-fetch.ts'
import { createTabCassette } from './cassette-of-tab.ts'

const path = '/api/v1/namespaces/default/configmaps'
const configMap = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })

test('[RCD9] all that the tab is answered is a file, which answers the tab without the server', async () => {
  const lab = createRoutedFetch((await labOnHost()).read)
  const { deck, begin, end } = createTabCassette(lab)
  begin()
  deck.record()
  const send = (method: string, target: string, body?: object): Promise<Response> =>
    lab.send(target, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
  const watch = await lab.send(`${path}?watch=1`)
  const reader = watch.body?.getReader()
  expect((await send('POST', path, configMap('a'))).status).toBe(201)
  const read = async (): Promise<string> => new TextDecoder().decode((await reader?.read())?.value)
  let seen = ''
  while (!seen.includes('"a"')) seen += await read()
  // A body that is not read is not recorded.
  const recorded = await (await send('GET', `${path}/a`)).text()
  expect((await send('DELETE', `${path}/none`)).status).toBe(404)
  await reader?.cancel()
  expect(deck.store.getState()).toMatchObject({ answers: 4, isRecording: true })
  deck.stop()

  expect(await deck.replayFile(new File([Uint8Array.of(0x89, 0x50)], 'a.png'), 1)).toBeNull()
  expect(deck.store.getState().refused).toBe('a.png was not read: it is not a text in UTF-8 or UTF-16.')
  expect(await deck.replayFile(new File(['\ufeff', deck.text()], 'tab.cassette'), 'step')).toBe(path)
  expect((await send('DELETE', `${path}/none`)).status).toBe(404)
  expect(await (await send('GET', `${path}/a`)).text()).toBe(recorded)
  // Requests that were not recorded do not reach the server.
  expect((await send('POST', path, configMap('b'))).status).toBe(201)
  expect((await send('GET', `${path}/b`)).status).toBe(404)
  const again = (await lab.send(`${path}?watch=1`)).body?.getReader()
  const first = again?.read()
  await vi.waitUntil(() => deck.step())
  expect(new TextDecoder().decode((await first)?.value)).toBe(seen.slice(0, seen.indexOf('\n') + 1))
  await again?.cancel()

  end()
  const { items } = (await (await send('GET', path)).json()) as { items: readonly { metadata: { name: string } }[] }
  expect(items.map(({ metadata }) => metadata.name)).not.toContain('b')
  expect((await send('GET', `${path}/a`)).status).toBe(200)
})
