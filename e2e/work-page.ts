import { expect, type Locator, type Page } from '@playwright/test'
import { type Answer, configMap, configMaps, request } from './api-page.ts'
import { treeRow } from './lab-page.ts'

/** Selects an object of the tree, scrolling to it if necessary. */
export async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Filter objects' }).fill(name.slice(name.indexOf('/') + 1))
  await treeRow(page, name).first().click()
}

export const create = (page: Page, name: string, data: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  request(page, configMaps, { method: 'POST', body: configMap(name, data) })

export const merge = (page: Page, name: string, data: Readonly<Record<string, string>>): Promise<Answer> =>
  request(page, `${configMaps}/${name}`, {
    method: 'PATCH',
    body: { data },
    contentType: 'application/merge-patch+json',
  })

/** Applies a ConfigMap whose `data.colour` is owned by another field manager. */
export async function applyAs(
  page: Page,
  manager: string,
  name: string,
  data: Readonly<Record<string, string>>,
): Promise<Answer> {
  return request(page, `${configMaps}/${name}?fieldManager=${manager}`, {
    method: 'PATCH',
    contentType: 'application/apply-patch+yaml',
    body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data },
  })
}

/** Returns a word in the editor's text. */
export const wordOf = (page: Page, word: string): Locator =>
  page.locator('#work .view-line').getByText(word, { exact: true })

/** Replaces a word in the open editor, by pointer and keys. */
export async function replaceWord(page: Page, from: string, to: string): Promise<void> {
  await wordOf(page, from).dblclick()
  await page.keyboard.type(to)
  await expect(page.getByTestId('yaml-draft')).toBeVisible()
}

export const openWork = (page: Page, name: string): Promise<void> =>
  page.getByRole('tablist', { name: 'Work' }).getByRole('tab', { name, exact: true }).click()

/** Sets the path of the request console (a query becomes chips) and sends the request. */
export async function send(page: Page, method: string, target: string): Promise<void> {
  await page.getByTestId('request-method').selectOption(method)
  await page.getByTestId('request-path').fill(target)
  await page.getByTestId('request-send').click()
}

/** Returns the horizontal centre of the drawn element, in pixels of the page. */
export async function middleX(page: Page, selector: string): Promise<number> {
  const box = await page.locator(selector).first().boundingBox()
  return box === null ? Number.NaN : box.x + box.width / 2
}

/** Opens a watch lane on the ConfigMaps of `default`. */
export async function openLane(page: Page, start: string, resourceVersion?: string): Promise<void> {
  await page.getByTestId('open-watch').click()
  const form = page.getByRole('form', { name: 'Open a watch' })
  await form.getByLabel('Path').fill(configMaps)
  await form.getByText(start, { exact: true }).click()
  if (resourceVersion !== undefined) await form.getByLabel('resourceVersion', { exact: true }).fill(resourceVersion)
  await form.getByTestId('lane-open').click()
}

export const pasted = `apiVersion: v1
kind: ConfigMap
metadata:
  name: brought
data:
  from: outside
---
kind: ConfigMap
metadata: [
`

export async function openImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'bookshop', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Import…' }).click()
  await page.getByTestId('import-text').fill(pasted)
}
