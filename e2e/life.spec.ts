import { expect } from '@playwright/test'
import { configMaps, request } from './api-page.ts'
import { findings } from './axe-findings.ts'
import { openDockTab, openLab } from './lab-page.ts'
import { test } from './page-test.ts'
import { unreachable } from './reachable.ts'
import { create, openWork, send } from './work-page.ts'

// Nobody writes YAML in these tests.
test.use({ loadsEditor: false })

test('[ACT1] [ACT3] [RC22] faults meet the requests of one client, and an actor that was written in the page acts', async ({
  page,
}) => {
  await openLab(page, '?dock=life')
  const life = page.getByTestId('life')
  const mine = life.locator('[data-client="you"]')
  // Only actors write times of their own.
  await expect(mine.getByLabel(/^Clock of/)).toHaveCount(0)
  const clock = life.getByLabel('Clock of stock-bot, ms fast')
  await clock.selectText()
  await clock.pressSequentially('-250')
  await expect(clock).toHaveValue('-250')
  await clock.fill('')
  await clock.press('Tab')
  await expect(clock).toHaveValue('0')
  await mine.getByLabel('429 of you, s to wait').fill('700')
  await expect(page.getByRole('tab', { name: 'Life 1' })).toBeVisible()
  await openWork(page, 'Request')
  await send(page, 'GET', `${configMaps}`)
  await expect(page.getByTestId('answer-status')).toHaveText('429 Too Many Requests')
  await expect(page.getByTestId('fix-send-again')).toHaveText(/^Send it again in [0-9]+ s$/)
  await expect(page.getByTestId('fix-send-again')).toBeDisabled()
  // The console takes the place of the dock.
  await openDockTab(page, /Life/)
  await expect(mine.getByRole('cell').last()).toHaveText(/^[1-9]/)
  expect(await findings(page)).toEqual([])

  // It is kept, and can be ended at once.
  await page.reload()
  await openDockTab(page, /Life/)
  await expect(mine.getByLabel('429 of you, s to wait')).toHaveValue('700')
  await page.getByRole('button', { name: 'Let all requests pass' }).click()
  await expect(mine.getByLabel('429 of you, s to wait')).toHaveValue('0')

  await mine.getByLabel('Drop the request or the answer of you').selectOption('request')
  await send(page, 'GET', `${configMaps}`)
  await expect(page.getByText(/^No answer: .*A read can be sent again/)).toBeVisible()
  await page.getByRole('button', { name: 'Your requests meet faults: show Life' }).click()
  await page.getByRole('button', { name: 'Let all requests pass' }).click()
  await openWork(page, 'Request')
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect(page.getByTestId('answer-status')).toHaveText('200 OK')
  await openDockTab(page, /Life/)

  await create(page, 'wall', {})
  await request(page, `${configMaps}/wall`, {
    method: 'PATCH',
    contentType: 'application/merge-patch+json',
    body: { metadata: { annotations: { colours: 'yes' } } },
  })
  await life.getByRole('button', { name: 'Add an actor' }).click()
  const text = life.getByRole('textbox', { name: 'Actor actor-1 as YAML' })
  const yaml = await text.inputValue()
  await text.fill('name: painter')
  await expect(life.getByRole('status')).toHaveText('stages must be a list')
  await text.fill(yaml.replace('name: colours', 'name: painter').replaceAll('1000', '20'))
  await life.getByRole('button', { name: 'Use this text' }).click()
  await life.getByRole('checkbox', { name: 'painter acts' }).check()
  await expect.poll(async () => (await request(page, `${configMaps}/wall`)).body['data']).toHaveProperty('colour')
  await life.getByRole('checkbox', { name: 'painter acts' }).uncheck()
  const { body } = await request(page, '/debug/log?after=298')
  expect(JSON.stringify(body)).toContain('"actor":"painter"')

  for (const width of [600, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await openDockTab(page, /Life/)
    expect(await unreachable(page)).toEqual([])
    // The words about a text that declares no actor are in view where it is typed.
    await text.fill('name: painter')
    await expect(life.getByRole('status')).toBeInViewport({ ratio: 1 })
    await text.fill(yaml)
  }
})
