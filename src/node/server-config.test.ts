import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ReloadOutcome } from '#facts/config-api.ts'
import { nobody } from '#server/auth/authenticator.ts'
import { startOrchard } from '#server/start-orchard.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { systemClock } from '#api/system-clock.ts'
import { followConfigs, loadConfigs } from './server-config.ts'

const file = (type: string): string =>
  `apiVersion: apiserver.orch.io/v1beta1\nkind: AuthorizationConfiguration\nauthorizers:\n- {type: ${type}, name: ${type.toLowerCase()}}\n`

test('[ND12] files are active from the start and reloaded when they change; an invalid one is reported', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'orchard-config-'))
  const path = join(dir, 'authorization.yaml')
  const paths = { authenticationConfig: '', authorizationConfig: path, egressSelectorConfig: '', tracingConfig: '' }
  const orchard = await startOrchard({
    log: createMemoryLog({ clock: systemClock }),
    clock: systemClock,
    authenticator: nobody,
    debug: false,
  })
  const running = await orchard.configuration.running()
  const code = async () => (await orchard.fetch(new Request('http://x/api'))).status

  await writeFile(path, file('Nonsense'))
  await expect(loadConfigs(running, paths)).rejects.toThrow(/authorization.yaml: .*authorizers\[0\].type/)
  await writeFile(path, file('AlwaysDeny'))
  await loadConfigs(running, paths)
  expect(await code()).toBe(403)

  const told: ReloadOutcome[] = []
  const end = followConfigs(running, paths, (_path, outcome) => told.push(outcome))
  await writeFile(path, file('AlwaysAllow'))
  await utimes(path, new Date(), new Date(Date.now() + 5000))
  await expect.poll(() => told.length, { timeout: 10_000 }).toBe(1)
  expect(await code()).toBe(200)
  await writeFile(path, 'kind: x')
  await expect.poll(() => told.length, { timeout: 10_000 }).toBe(2)
  expect([told[1]?.isInForce, await code()]).toEqual([false, 200])
  end()
  orchard.close()
  await rm(dir, { recursive: true })
}, 30_000)
