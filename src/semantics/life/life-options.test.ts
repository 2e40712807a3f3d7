import { expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import { systemClock } from '#api/system-clock.ts'
import { authenticateAllAs } from '#server/auth/authenticator.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import type { ControllerHost } from '#server/controllers/shared/controller.ts'
import { createLife, type LifeOptions } from '#server/start-life.ts'
import { startOrchard } from '#server/start-orchard.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'

const start = (life?: LifeOptions) =>
  startOrchard({
    log: createMemoryLog({ clock: systemClock }),
    clock: systemClock,
    authenticator: authenticateAllAs(loopbackAdministrator, 'the test'),
    debug: false,
    life,
  })

test('[LC98] without a loop or a node that was asked for, nothing lives', async () => {
  const quiet = await start({ runs: () => false })
  const alive = await start({ runs: (name) => name === 'scheduler', nodes: 2 })
  const namesOf = async ({ fetch }: typeof quiet): Promise<readonly string[]> => {
    const response = await fetch(new Request('http://test/api/v1/nodes'))
    const { items } = (await response.json()) as { items: readonly ApiObject[] }
    return items.map(({ metadata }) => metadata.name ?? '')
  }

  await expect.poll(() => namesOf(alive)).toEqual(['node-1', 'node-2'])
  expect(await namesOf(quiet)).toEqual([])
  expect(quiet.nodes).toBeNull()
  for (const each of [quiet, alive]) each.close()
})

test('[LC99] a life that is stopped while its code is loaded does not start', async () => {
  const host: ControllerHost = {
    clock: systemClock,
    rootCertificates: '',
    isPrompt: () => false,
    fetch: () => Promise.reject(new Error('nothing is requested')),
    changed: () => undefined,
    checkApiService: () => Promise.reject(new Error('no service is checked')),
  }
  const life = createLife(host)

  const starting = life.start({ runs: () => true })
  life.stop()
  await starting

  expect(life.status()).toEqual({ running: false, nodes: 0 })
})
