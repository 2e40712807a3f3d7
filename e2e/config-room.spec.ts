import { expect, type Page } from '@playwright/test'
import { findings, findingsInThemes } from './axe-findings.ts'
import { openPage } from './api-page.ts'
import { test } from './page-test.ts'

const broken = `apiVersion: apiserver.orch.io/v1beta1
kind: AuthenticationConfiguration
jwt:
- issuer:
    url: https://login.example.test
    audiences: [orchard, orchard-ci]
    audienceMatchPolicy: MatchAll
  claimMappings:
    username:
      expression: claims.email
`

/** Requests outside of the namespace `shop` reach no authorizer that has an opinion. */
const lockOut = `apiVersion: apiserver.orch.io/v1beta1
kind: AuthorizationConfiguration
authorizers:
- type: Webhook
  name: shop
  webhook:
    timeout: 3s
    subjectAccessReviewVersion: v1
    matchConditionSubjectAccessReviewVersion: v1
    failurePolicy: Deny
    connectionInfo:
      type: OrchConfigFile
      orchConfigFile: /etc/orch/authorizer.conf
    matchConditions:
    - expression: request.user == 'nobody'
`

async function openConfig(page: Page): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem('orchard.welcome', JSON.stringify({ seen: true }))
    localStorage.setItem('orchard.coach', JSON.stringify({ at: 9 }))
  })
  await openPage(page, '?room=config')
  // The sample's file is in force.
  await expect(page.locator('#work .view-line').first()).toBeVisible()
}

/** Opens a text as if the user picked a file from disk. */
async function openText(page: Page, name: string, text: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'File', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Open from disk…' }).click()
  await (await choosing).setFiles({ name, mimeType: 'application/yaml', buffer: Buffer.from(text) })
  await expect(page.locator('#work .view-line').first()).toBeVisible()
}

const progress = (page: Page) => page.getByTestId('config-progress')

async function mintToken(page: Page, claims: object): Promise<void> {
  await page.getByRole('button', { name: 'Mint a token' }).click()
  await page.getByRole('textbox', { name: 'Claims' }).fill(JSON.stringify(claims))
  await page.getByRole('button', { name: 'Mint', exact: true }).click()
}

/** Returns the user that the server authenticates the token of Try it as. */
async function logIn(page: Page): Promise<{ readonly status: number; readonly name: string }> {
  const token = await page.getByRole('textbox', { name: 'Token' }).inputValue()
  return page.evaluate(async (bearer) => {
    const response = await fetch('/apis/authentication.orch.io/v1/selfsubjectreviews', {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: '{}',
    })
    const body = (await response.json()) as { status?: { userInfo?: { username?: string } } }
    return { status: response.status, name: body.status?.userInfo?.username ?? '' }
  }, token)
}

test('a broken file is repaired by quick fixes and put in force, and the rule that refuses a forged token is shown', async ({
  page,
}) => {
  await openConfig(page)
  await openText(page, 'auth.yaml', broken)
  await expect(progress(page)).toContainText('2 problems')
  await expect(page.getByRole('button', { name: 'Reload', exact: true })).toBeDisabled()

  await page.getByRole('button', { name: 'Set audienceMatchPolicy to MatchAny' }).click()
  await expect(progress(page)).toContainText('1 problem')
  await page.keyboard.press('F8')
  await page.getByRole('button', { name: 'Require a verified e-mail address' }).click()
  await expect(progress(page)).toContainText('no problems')

  // A draft survives a reload of the page.
  await page.reload()
  await expect(progress(page)).toContainText('no problems')
  await page.getByRole('button', { name: 'Reload', exact: true }).click()
  await expect(page.getByText('In force from the next request on.')).toBeVisible()

  await mintToken(page, { aud: 'orchard', email: 'ada@example.test', email_verified: true })
  await expect(page.getByRole('region', { name: 'Identity', exact: true })).toContainText('ada@example.test')
  await expect(page.getByRole('list', { name: 'Expressions of this file' })).toContainText('"ada@example.test"')
  expect(await logIn(page)).toEqual({ status: 201, name: 'ada@example.test' })

  await mintToken(page, { aud: 'orchard', email: 'ada@example.test', email_verified: false })
  const failed = page.getByRole('list', { name: 'From token to identity' }).locator('[data-state=bad]').first()
  await expect(failed).toContainText('the e-mail address must be verified')
  await expect(failed.getByRole('button', { name: /^line / })).toBeVisible()
  expect((await logIn(page)).status).toBe(401)
})

test('a match condition that locks everybody out is reported before the file is in force', async ({ page }) => {
  await openConfig(page)
  await openText(page, 'authz.yaml', lockOut)
  await expect(progress(page)).toContainText('no problems')
  const blast = page.getByRole('region', { name: 'Blast radius' })
  await expect(blast).toContainText('newly refused')
  await expect(blast).toContainText("skipped: request.user == 'nobody' is false")
  await expect(page.getByRole('list', { name: 'From request to decision' })).toContainText('403 Forbidden')
  await page.getByRole('button', { name: /matchConditions\[0\]/ }).click()
  await expect(page.getByRole('region', { name: 'Microscope' })).toContainText("request.user == 'nobody'")
  // The draft is not in force yet.
  const allowed = await page.evaluate(async () => (await fetch('/api/v1/namespaces/shop/pods')).status)
  expect(allowed).toBe(200)
})

test('[CFG25] the microscope shows where a plain CEL engine differs, and loads that engine only when asked', async ({
  page,
}) => {
  const scripts: string[] = []
  // Not the copies for use without a network, which the page fetches after it has loaded.
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await openConfig(page)
  await openText(page, 'auth.yaml', broken.replace('claims.email', "claims.sub + ':' + string(claims.n + 1)"))
  await mintToken(page, { aud: 'orchard', sub: 'ada', n: 1 })
  await page
    .getByRole('button', { name: /claimMappings.username.expression/ })
    .first()
    .click()
  const microscope = page.getByRole('region', { name: 'Microscope' })
  await expect(microscope.getByRole('table')).toContainText('"ada:2"')
  const isLoaded = () => scripts.some((url) => url.includes('compare-'))
  expect(isLoaded()).toBe(false)

  await microscope.getByRole('button', { name: 'Compare with another CEL engine' }).click()
  const opinion = page.getByRole('region', { name: 'Second opinion' })
  await expect(opinion.getByRole('listitem')).toHaveText(/^claims\.n \+ 1 is 2 here, and elsewhere an error/)
  expect(isLoaded()).toBe(true)
})

test('axe finds nothing in the Config room, in any theme and width', async ({ page }) => {
  await openConfig(page)
  await openText(page, 'auth.yaml', broken)
  await mintToken(page, { aud: 'orchard', email: 'ada@example.test' })
  await expect(page.getByRole('button', { name: /username.expression/ }).first()).toBeVisible()
  await page
    .getByRole('button', { name: /claimMappings.username.expression/ })
    .first()
    .click()
  expect(await findingsInThemes(page, ['light', 'contrast', 'dark'])).toEqual([])
  await page.setViewportSize({ width: 600, height: 900 })
  await page.getByRole('button', { name: 'Try it' }).click()
  await expect(page.getByRole('complementary', { name: 'Try it' })).toBeVisible()
  expect(await findings(page)).toEqual([])
})
