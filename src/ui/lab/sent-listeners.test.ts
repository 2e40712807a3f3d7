import { expect, test } from 'vitest'
import { createListenedFetch } from './sent-listeners.ts'

test('[LSN11] a listener gets each request of the user with a copy of its answer, and the sender its own', async () => {
  const { send, listen } = createListenedFetch(async (input, init) => {
    // As the page does: it makes a request of its own.
    await new Request(input, init).text()
    return new Response('{"a":1}', { status: 201 })
  })
  const heard: string[] = []
  const before = performance.now()
  const stop = listen(({ method, target, sent, headers, sentMs }, answer) => {
    const isTimed = sentMs >= before && sentMs <= performance.now()
    const line = `${method} ${target} ${sent} ${headers['accept']} ${isTimed ? 'timed' : 'untimed'} ${answer.status}`
    void answer.text().then((text) => heard.push(`${line} ${text}`))
  })
  const whole = new Request('http://orchard.test/api?limit=1', {
    method: 'POST',
    body: 'x',
    headers: { Accept: 'text/plain' },
  })
  const response = await send(whole)
  expect(await response.text()).toBe('{"a":1}')
  await expect.poll(() => heard).toEqual(['POST /api?limit=1 x text/plain timed 201 {"a":1}'])
  stop()
  await send('http://orchard.test/api')
  expect(heard).toHaveLength(1)
})

test('[LSN25] something else can answer in place of the server, and listeners hear that answer too', async () => {
  const asked: string[] = []
  const { send, listen, answerBy } = createListenedFetch(async (input) => {
    asked.push(String(input instanceof Request ? input.url : input))
    return new Response('server')
  })
  const heard: string[] = []
  listen(({ target }, answer) => void answer.text().then((text) => heard.push(`${target} ${text}`)))
  const stop = answerBy((_method, target) => (target.startsWith('/recorded/') ? new Response('cassette') : null))
  expect(await (await send('http://page.test/recorded/a')).text()).toBe('cassette')
  expect(await (await send('http://page.test/api')).text()).toBe('server')
  stop()
  expect(await (await send('http://page.test/recorded/a')).text()).toBe('server')
  expect(asked).toEqual(['http://page.test/api', 'http://page.test/recorded/a'])
  await expect.poll(() => heard).toEqual(['/recorded/a cassette', '/api server', '/recorded/a server'])
})
