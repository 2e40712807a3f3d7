import { expect, type Page } from '@playwright/test'
import { configMaps, request } from './api-page.ts'
import { openLab } from './lab-page.ts'
import { test } from './page-test.ts'
import { choose, create, replaceWord, wordOf } from './work-page.ts'

const web = '/apis/apps/v1/namespaces/shop/deployments/web'
const problems = (page: Page) => page.getByTestId('yaml-problems')
const marks = (page: Page) => page.locator('#work .squiggly-error')

/** Opens the sample's Deployment with its spec in view. */
async function openWeb(page: Page): Promise<void> {
  await openLab(page)
  await choose(page, 'Deployment/web')
  await expect(wordOf(page, 'replicas')).toBeVisible()
}

test('[YE13] an update with an unknown field is held, and nothing changes until it is renamed or dropped', async ({
  page,
}) => {
  await openWeb(page)
  const before = await request(page, web)
  await replaceWord(page, 'replicas', 'replicaz')
  await page.keyboard.press('Control+Enter')
  const card = page.getByRole('article', { name: 'Explain 400' })
  await expect(card).toContainText('unknown field "spec.replicaz"')
  await expect(card).toContainText('The object is unchanged')
  expect((await request(page, web)).body.metadata?.resourceVersion).toBe(before.body.metadata?.resourceVersion)
  await expect(page.getByTestId('yaml-draft')).toBeVisible()
  await page.getByTestId('held-fix').click()
  await expect(page.getByRole('status').getByTestId('answer-status')).toHaveText('200 OK')
  expect((await request(page, web)).body['spec']).toEqual(before.body['spec'])
})

test('[YE13] a held update can be sent without its unknown fields, with a warning', async ({ page }) => {
  await openLab(page)
  await create(page, 'palette', { colour: 'green' })
  await choose(page, 'ConfigMap/palette')
  await replaceWord(page, 'data', 'dota')
  await page.getByTestId('yaml-update').click()
  await page.getByTestId('held-send').click()
  await expect(page.getByRole('status').getByTestId('answer-status')).toHaveText('200 OK')
  await expect(page.getByRole('status', { name: 'Answer' })).toContainText('unknown field "dota"')
  expect((await request(page, `${configMaps}/palette`)).body['data']).toBeUndefined()
})

test('[YE10] unknown fields and wrong types are marked while typing, and a quick fix mends them', async ({ page }) => {
  await openWeb(page)
  await replaceWord(page, 'replicas', 'replicaz')
  await expect(problems(page)).toHaveText('1 problem')
  await expect(marks(page).first()).toBeVisible()
  await wordOf(page, 'replicaz').click()
  await page.keyboard.press('Control+.')
  await page.getByText('Rename to replicas').click()
  await expect(wordOf(page, 'replicas')).toBeVisible()
  await expect(problems(page)).toHaveCount(0)
})

test('[YE10] a draft that a reload brings back is checked before anybody types', async ({ page }) => {
  await openWeb(page)
  await replaceWord(page, 'replicas', 'replicaz')
  await expect(problems(page)).toHaveText('1 problem')
  await page.reload()
  await expect(problems(page)).toHaveText('1 problem')
  await expect(marks(page).first()).toBeVisible()
})

test('[YE11] the server tries the draft, and what it would refuse is marked at its field', async ({ page }) => {
  await openWeb(page)
  const before = await request(page, web)
  await wordOf(page, 'replicas').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.type('-5')
  await expect(problems(page)).toHaveText('1 problem')
  await expect(problems(page)).toHaveAttribute('title', /must be greater than or equal to 0/)
  expect((await request(page, web)).body.metadata?.resourceVersion).toBe(before.body.metadata?.resourceVersion)
})

test('[YE10] fields are completed and described, and a custom kind has them as soon as it is served', async ({
  page,
}) => {
  await openLab(page)
  await request(page, '/apis/apiextensions.orch.io/v1/customresourcedefinitions', {
    method: 'POST',
    body: {
      apiVersion: 'apiextensions.orch.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'sails.boats.example' },
      spec: {
        group: 'boats.example',
        scope: 'Namespaced',
        names: { plural: 'sails', singular: 'sail', kind: 'Sail', listKind: 'SailList' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: {
                  spec: {
                    type: 'object',
                    properties: {
                      area: { type: 'integer', description: 'The area in square metres.' },
                      cloth: { type: 'string', enum: ['canvas', 'dacron'] },
                    },
                  },
                },
              },
            },
          },
        ],
      },
    },
  })
  const sails = '/apis/boats.example/v1/namespaces/default/sails'
  const sail = { apiVersion: 'boats.example/v1', kind: 'Sail', metadata: { name: 'jib' }, spec: { area: 12 } }
  await expect.poll(async () => (await request(page, sails, { method: 'POST', body: sail })).status).toBe(201)
  await choose(page, 'Sail/jib')
  await wordOf(page, 'area').hover()
  await expect(page.locator('.monaco-hover:visible')).toContainText('The area in square metres.')
  await wordOf(page, 'area').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('clo')
  await expect(page.locator('.suggest-widget:visible')).toContainText('cloth')
  await page.keyboard.press('Enter')
  await page.keyboard.type('silk')
  await page.keyboard.press('Escape')
  await expect(problems(page)).toHaveText('1 problem')
  await expect(problems(page)).toHaveAttribute('title', /canvas/)
})

test('[YE13] an update names the field manager of the page', async ({ page }) => {
  await openLab(page)
  await create(page, 'palette', { colour: 'green' })
  await choose(page, 'ConfigMap/palette')
  await replaceWord(page, 'green', 'violet')
  await page.getByTestId('yaml-update').click()
  await expect(page.getByRole('status').getByTestId('answer-status')).toHaveText('200 OK')
  const { body } = await request(page, `${configMaps}/palette`)
  expect(JSON.stringify(body.metadata)).toContain('"manager":"orchctl","operation":"Update"')
})
