import { expect, type Page } from '@playwright/test'
import { findings } from './axe-findings.ts'
import { goByKeys, openLab } from './lab-page.ts'
import { test } from './page-test.ts'

// Nobody writes YAML in these tests.
test.use({ loadsEditor: false })

const end = (page: Page) => page.getByTestId('trace-end')
const party = (page: Page, name: string) => page.locator(`[data-party="${name}"]`)

async function openAccess(page: Page): Promise<void> {
  await openLab(page)
  await goByKeys(page, 'a', page.getByTestId('trace'))
}

test('[AR13] a forged token shows its identity, and a changed rule of the webhook changes its decision', async ({
  page,
}) => {
  await openAccess(page)
  await expect(page.locator('[data-authorizer="authz"]')).toBeVisible()

  await page.getByTestId('open-mint').click()
  await page
    .getByTestId('claims')
    .fill(
      '{"sub": "7", "aud": "orchard", "email": "mira@bookshop.example", "email_verified": true, "groups": ["shop-admins"]}',
    )
  await page.getByTestId('mint').click()
  await expect(page.getByTestId('minted-identity')).toContainText('mira@bookshop.example')
  await page.getByText('Changed', { exact: true }).click()
  await page.getByTestId('mint').click()
  await expect(page.getByTestId('minted-identity')).toContainText('401')
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(end(page)).toHaveAttribute('data-code', '401')

  await page.locator('[data-identity="mira@bookshop.example"]').first().click()
  await expect(end(page)).toHaveAttribute('data-code', '200')
  await page.getByRole('button', { name: 'Act as', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Acting as mira@bookshop.example' })).toBeVisible()
  await page.getByRole('tab', { name: 'World' }).click()
  await party(page, 'authz').getByRole('button', { name: 'authz' }).click()
  await party(page, 'authz').getByRole('button', { name: 'Remove rule 1' }).click()
  await party(page, 'authz').getByRole('button', { name: 'Save rules' }).click()
  await expect(end(page)).toHaveAttribute('data-code', '403')
  await expect(end(page)).toContainText('User "mira@bookshop.example" cannot delete resource "configmaps"')
  expect(await findings(page)).toEqual([])

  await page.reload()
  await expect(page.locator('[data-identity="mira@bookshop.example"]').first()).toBeVisible()
  await expect(end(page)).toHaveAttribute('data-code', '403')
})

test('[AR8] [AR16] the who-can grid is one tab stop with arrow keys inside, Enter decides the focused cell, also with a draft', async ({
  page,
}) => {
  await openAccess(page)
  const cell = (row: number, column: number) => page.locator(`[data-cell="${row}-${column}"]`)
  // carol, a viewer: reads by rule, patches some names, deletes nothing.
  await expect(cell(2, 1)).toHaveAttribute('data-sign', 'allowed')
  await expect(cell(2, 5)).toHaveAttribute('data-sign', 'some-names')
  await expect(cell(2, 6)).toHaveAttribute('data-sign', 'no-rule')
  await cell(2, 5).click()
  await page.keyboard.press('ArrowRight')
  await expect(cell(2, 6)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('why')).toContainText('the request is refused')
  await expect(page.getByTestId('trace')).toContainText('Nearest change that allows it')
  expect(await findings(page)).toEqual([])

  // The draft as the Config room saves it: every user is allowed everything.
  await page.evaluate(() => {
    const text = `apiVersion: apiserver.orch.io/v1beta1
kind: AuthorizationConfiguration
authorizers:
- {type: AlwaysAllow, name: alwaysallow}
`
    localStorage.setItem('orchard.config', JSON.stringify({ drafts: { authorization: text } }))
  })
  await page.getByRole('link', { name: 'Lab' }).first().click()
  await page.getByRole('link', { name: 'Access' }).first().click()
  await expect(end(page)).toHaveAttribute('data-code', '403')
  await page.getByRole('button', { name: 'Replay with draft' }).click()
  await expect(page.locator('[data-authorizer="alwaysallow"]')).toContainText('Allows')
  await expect(page.getByText(/Of the last \d+ requests?, 0 would be newly refused/)).toBeVisible()
})
