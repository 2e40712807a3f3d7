import { expect, test } from '@playwright/test'
import { configMap, configMaps, request } from './api-page.ts'

const inCluster = (name: string): string => `/clusters/${name}${configMaps}`

test('[MC5] a tab shows the cluster of its address, survives a reload, and leaves one that does not exist', async ({
  page,
}) => {
  await page.goto('/')
  expect((await request(page, `${configMaps}/a`)).status).toBe(404)
  const from = { type: 'empty' }
  const made = await request(page, '/debug/clusters', { method: 'POST', body: { title: 'Tuesday class', from } })
  expect(made).toMatchObject({ status: 201, body: { name: 'tuesday-class' } })
  expect((await request(page, inCluster('tuesday-class'), { method: 'POST', body: configMap('a') })).status).toBe(201)
  expect((await request(page, `${configMaps}/a`)).status).toBe(404)

  await page.goto('/?cluster=tuesday-class')
  expect((await request(page, `${configMaps}/a`)).status).toBe(200)
  await page.reload()
  await expect(page).toHaveURL(/cluster=tuesday-class/)
  expect((await request(page, `${configMaps}/a`)).status).toBe(200)
  // The cluster last opened is the one that an address without a cluster opens.
  await page.goto('/')
  await expect(page).toHaveURL(/cluster=tuesday-class/)
  expect((await request(page, `${configMaps}/a`)).status).toBe(200)

  await page.goto('/?cluster=nobody')
  await expect(page).toHaveURL(/missing=nobody/)
  expect((await request(page, `${configMaps}/a`)).status).toBe(404)
})
