import { expect, test } from 'vitest'
import { createListenedFetch } from './sent-listeners.ts'

test('[LSN11] a listener gets each request of the user with a copy of its answer, and the sender its own', async () => {
  const { send, listen } = createListenedFetch(async (input, init) => {
    // As the page does: it makes a request of its own.
    await new Request(input, init).text()
    return new Response('{"a":1}', { status: 201 })
  })
  const heard: string[] = []
  const stop = listen(({ method, target, sent }, answer) => {
    void answer.text().then((text) => heard.push(`${method} ${target} ${sent} ${answer.status} ${text}`))
  })
  const whole = new Request('http://orchard.test/api?limit=1', { method: 'POST', body: 'x' })
  const response = await send(whole)
  expect(await response.text()).toBe('{"a":1}')
  await expect.poll(() => heard).toEqual(['POST /api?limit=1 x 201 {"a":1}'])
  stop()
  await send('http://orchard.test/api')
  expect(heard).toHaveLength(1)
})
