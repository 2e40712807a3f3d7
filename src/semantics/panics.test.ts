import { expect, test } from 'vitest'
import { configMaps, startServer } from './trial-server.ts'

const breaking = (error: Error) => ({
  authenticate: () => {
    throw error
  },
})

test('[ER5] an internal error is reported with the audit id of the request', async () => {
  const server = startServer({ authenticator: breaking(new TypeError('x is undefined')) })
  const { status, headers, body } = await server.get(configMaps)
  expect([status, body.message]).toEqual([500, 'the server met a bug'])
  const panic = server.facts.find(({ type }) => type === 'panic')
  expect(panic).toMatchObject({ auditId: headers.get('audit-id'), message: expect.stringContaining('x is undefined') })
})

test('[ER6] an unforeseen stack overflow is reported as an error of the request', async () => {
  const endless = (): number => endless() + 1
  const server = startServer({
    authenticator: {
      authenticate: () => {
        endless()
        throw new Error('not reached')
      },
    },
  })
  expect((await server.get(configMaps)).status).toBe(400)
  expect(server.facts.some(({ type }) => type === 'panic')).toBe(true)
})
