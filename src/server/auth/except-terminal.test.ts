import { expect, test } from 'vitest'
import { TERMINAL_HEADER } from '#facts/debug-api.ts'
import { authenticateAllAs } from './authenticator.ts'
import { exceptTerminal } from './except-terminal.ts'
import { loopbackAdministrator } from './user-info.ts'

test('[BR4] a terminal client is not the administrator of the page', async () => {
  const { authenticate } = exceptTerminal(authenticateAllAs(loopbackAdministrator, 'this page'))
  const typeOf = async (headers: Record<string, string>) => (await authenticate(new Headers(headers))).type

  expect(await typeOf({})).toBe('user')
  expect(await typeOf({ [TERMINAL_HEADER]: 'own' })).toBe('none')
  expect(await typeOf({ [TERMINAL_HEADER]: 'own', authorization: 'Bearer unknown' })).toBe('refused')
})
