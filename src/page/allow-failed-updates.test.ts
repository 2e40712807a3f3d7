import { expect, test } from 'vitest'
import { allowFailedUpdates } from './allow-failed-updates.ts'

const registrationThat = (update: () => Promise<unknown>): ServiceWorkerRegistration =>
  ({ update }) as Partial<ServiceWorkerRegistration> as ServiceWorkerRegistration

test('[TR5] a service worker whose newer version cannot be asked for goes on without an error', async () => {
  const missing = registrationThat(() => Promise.reject(new TypeError('Failed to update a ServiceWorker: Not found')))
  const newer = registrationThat(async () => 'the newer one')
  await allowFailedUpdates({ getRegistrations: async () => [missing, newer] })

  expect(await missing.update()).toBe(missing)
  expect(await newer.update()).toBe('the newer one')
})
