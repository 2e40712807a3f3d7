import { expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import { labOnHost } from '#testing/lab-on-host.ts'
import { problemsOn } from '#testing/problems-on.ts'
import { startTrial } from '#ui/trials/trial.ts'
import { carryOut, choices, forecast } from './negotiate.ts'
import { scenarioOfNegotiation } from './save-test.ts'

const path = '/api/v1/namespaces/default/configmaps/prices'
const actor = { name: 'alice', groups: [] }
const head = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'prices', namespace: 'default' } }

test('[AN6] the saved negotiation holds on another server, where the object gets the owners that it had', async () => {
  const { requests, read, send } = await labOnHost()
  const file = { ...head, data: { vat: '7', currency: 'EUR' } }
  await send('PATCH', `${path}?fieldManager=orchctl`, file, { 'content-type': 'application/apply-patch+yaml' })
  const trial = await startTrial(requests)
  const start = await trial.read<ApiObject>(path)
  const alice = { manager: 'alice', text: `${JSON.stringify({ ...head, data: { vat: '8', note: 'new' } })}`, actor }
  const before = await forecast(trial, path, start, alice)
  expect(choices.map((choice) => before[choice].exchange.code)).toEqual([409, 200, 200])
  const forced = await carryOut(trial, path, alice, { choice: 'force', body: before.force.body })
  const orchctl = { manager: 'orchctl', text: JSON.stringify(file), actor }
  const after = await forecast(trial, path, await trial.read<ApiObject>(path), orchctl)
  const dry = choices.map((choice) => after[choice].exchange)
  // The field is alice's now, so the file that was applied first conflicts in turn.
  expect(dry.map(({ code }) => code)).toEqual([409, 200, 200])
  const scenario = await scenarioOfNegotiation(read, { path, object: start }, [forced, ...dry])
  trial.end()
  expect(JSON.stringify(scenario)).not.toMatch(/"(?:uid|time|creationTimestamp)"/)

  expect(await problemsOn((await labOnHost()).read, scenario)).toEqual([])
})
