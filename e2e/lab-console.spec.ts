import { expect } from '@playwright/test'
import { configMaps, request } from './api-page.ts'
import { findings } from './axe-findings.ts'
import { openDockTab, openLab } from './lab-page.ts'
import { test } from './page-test.ts'
import { choose, create, openWork, send } from './work-page.ts'

test('[BY2] a protobuf response is shown as bytes and as named fields', async ({ page }) => {
  await openLab(page)
  await create(page, 'palette', { colour: 'green' })
  await openWork(page, 'Request')
  await page.getByRole('radiogroup', { name: 'Accept' }).getByText('Protobuf', { exact: true }).click()
  await send(page, 'GET', `${configMaps}/palette`)
  await expect(page.getByTestId('answer-status')).toHaveText('200 OK')
  const values = page.getByRole('listbox', { name: 'Values of the message' })
  await expect(values.getByRole('option', { name: /metadata/ }).first()).toBeVisible()
  await expect(values.getByRole('option', { name: /1 name palette string/ })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Bytes in hexadecimal' })).toContainText('6b')
})

test('[RC18] what is no path of the server is not sent, and the console says why', async ({ page }) => {
  await openLab(page)
  await openWork(page, 'Request')
  for (const wrong of ['nonsense', '/api/v1/../..', '//evil.example/']) {
    await send(page, 'GET', wrong)
    await expect(page.getByTestId('path-problem')).toContainText('path')
  }
  await expect(page.getByTestId('answer-status')).toHaveCount(0)
  await send(page, 'GET', ' /version ')
  await expect(page.getByTestId('answer-status')).toHaveText('200 OK')
  await expect(page.getByTestId('path-problem')).toHaveText('')
})

test('[RC19] a complete response shows its size with gzip', async ({ page }) => {
  await openLab(page)
  await openWork(page, 'Request')
  await send(page, 'GET', '/api/v1/namespaces')
  await expect(page.getByTestId('answer-size')).toHaveText(/^[\d.]+ kB.* [\d.]+ kB gzip$/)
})

test('[EX2] [EX7] the button of a refusal fixes the request and sends it, and its rule is shown on request', async ({
  page,
}) => {
  await openLab(page)
  await openWork(page, 'Request')
  await send(page, 'GET', '/api/v1/namespaces?limit=1&continue=nonsense')
  const card = page.getByRole('article', { name: /^Explain 4/ })
  await card.getByRole('button', { name: 'PG5', exact: true }).click()
  await expect(card.getByTestId('rule-text')).toContainText('Versions, lists, watches: A continue token excludes')
  await card.getByTestId('fix-start-again').click()
  await expect(page.getByTestId('answer-status')).toHaveText('200 OK')
  await expect(card).toHaveCount(0)

  // Each wrong value of an object has a row, and one button sets all of them and sends it again.
  await page.getByTestId('request-method').selectOption('POST')
  await page.getByTestId('request-path').fill('/apis/catalog.example/v1/namespaces/shop/books')
  const spec = { title: 'Persuasion', author: 'Jane Austen', stock: '9', formats: ['papr'] }
  const book = { apiVersion: 'catalog.example/v1', kind: 'Book', metadata: { name: 'persuasion' }, spec }
  // The editor takes the place of the text field when the page is idle; keys reach both.
  await page.getByRole('textbox', { name: 'Request body' }).focus()
  await page.keyboard.insertText(JSON.stringify(book))
  await page.getByTestId('request-send').click()
  await expect(card.getByTestId('faults')).toContainText('must be of type integer')
  expect(await findings(page)).toEqual([])
  await expect(card.getByRole('button', { name: 'Set "paper"' })).toBeVisible()
  await card.getByRole('button', { name: 'Do both and send' }).click()
  await expect(page.getByTestId('answer-status')).toHaveText('201 Created')
})

test('[EX2] the button of a refusal that nothing corrects leads to the body or to the path', async ({ page }) => {
  await openLab(page)
  await openWork(page, 'Request')
  await send(page, 'POST', configMaps)
  const card = page.getByRole('article', { name: 'Explain 400' })
  await expect(card).toContainText('The request has no body.')
  await card.getByTestId('fix-edit-body').press('Enter')
  // The editor takes the place of the text field, and its focus.
  await expect(page.getByRole('textbox', { name: 'Request body' })).toBeFocused()
  await send(page, 'GET', `${configMaps}?timeout=soon&pretty=soon`)
  await card.getByTestId('fix-drop-parameter').press('Enter')
  await expect(page.getByTestId('answer-status')).toHaveText('200 OK')
  await expect(card).toHaveCount(0)
})

test('[RQD2] a write of this tab is sent again from the log with its body', async ({ page }) => {
  await openLab(page)
  await create(page, 'palette', { colour: 'green' })
  await choose(page, 'ConfigMap/palette')
  await openWork(page, 'Request')
  await page.getByTestId('request-method').selectOption('PATCH')
  await page.getByTestId('request-sample').click()
  await page.getByTestId('request-send').click()
  await expect(page.getByTestId('answer-status')).toHaveText('200 OK')
  await request(page, `${configMaps}/palette`, {
    method: 'PATCH',
    body: { data: { sample: 'other' } },
    contentType: 'application/merge-patch+json',
  })
  await openDockTab(page, /^Requests/)
  await page.getByRole('searchbox', { name: 'Filter requests' }).fill('method:PATCH path:palette actor:admin')
  const patches = page.getByRole('row', { name: /PATCH/ })
  await expect(patches).toHaveCount(2)
  await patches.last().click()
  await page.getByRole('region', { name: 'Again' }).getByRole('button', { name: 'Send again' }).click()
  await expect
    .poll(async () => (await request(page, `${configMaps}/palette`)).body['data'])
    .toEqual({ colour: 'green', sample: 'hello' })
})

test('[RC16] a long body leaves the answer in view, and takes the space that is left', async ({ page }) => {
  await openLab(page)
  await choose(page, 'Deployment/web')
  await openWork(page, 'Request')
  await page.getByTestId('request-method').selectOption('PUT')
  await page.getByTestId('request-sample').click()
  const body = page.getByRole('region', { name: 'Body' }).getByTestId('code-box')
  await expect.poll(async () => (await body.boundingBox())?.height ?? 0).toBeGreaterThan(300)
  await page.getByTestId('request-send').click()
  await expect(page.getByTestId('answer-status')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('tablist', { name: 'Answer' })).toBeInViewport({ ratio: 1 })
  await expect.poll(async () => (await body.boundingBox())?.height ?? 0).toBeGreaterThan(120)
  await expect(page.getByText(/^\d\d lines, /)).toBeVisible()
})
