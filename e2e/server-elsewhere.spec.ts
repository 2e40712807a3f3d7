import { test } from './page-test.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { printedAddress, program } from './program.ts'

let folder = ''
let child: ChildProcess
let base = ''

test.beforeAll(async ({ baseURL }) => {
  folder = mkdtempSync(join(tmpdir(), 'orchard-elsewhere-'))
  const tokens = join(folder, 'tokens.csv')
  writeFileSync(tokens, 'secret,demo,demo,"system:masters"\n')
  const { origin } = new URL(baseURL ?? '')
  const flags = ['--token-auth-file', tokens, '--debug', '--cors-allowed-origins', origin]
  child = spawn(process.execPath, [program, 'serve', '--port', '0', ...flags])
  base = await printedAddress(child)
})
test.afterAll(() => {
  child.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

const write = (name: string): Promise<Response> =>
  fetch(`${base}/api/v1/namespaces/default/configmaps`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer secret' },
    body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } }),
  })

// Nobody writes YAML in these tests.
test.use({ loadsEditor: false })

test('[ELS1] the page shows a server elsewhere, follows the writes of others, and keeps the token out of the address', async ({
  page,
}) => {
  await page.goto(`./?server=${encodeURIComponent(base)}#token=secret`)

  await expect(page.getByText(`Server at ${base.replace('http://', '')}`)).toBeVisible()
  expect(page.url()).not.toContain('secret')
  expect((await write('from-outside')).status).toBe(201)
  await expect(page.getByRole('slider', { name: /revision/i }).first()).toHaveAttribute(
    'aria-valuetext',
    /from-outside/,
  )

  await page.reload()
  await expect(page.getByText(`Server at ${base.replace('http://', '')}`)).toBeVisible()
})

test('[ELS1] a wrong token, no token and a wrong address are said in one sentence', async ({ page }) => {
  const at = encodeURIComponent(base)
  await page.goto(`./?server=${at}#token=wrong`)
  await expect(page.getByRole('alert')).toContainText('refuses the token')
  await page.goto(`./?server=http://127.0.0.1:9`)
  await expect(page.getByRole('alert')).toContainText('No server answers at http://127.0.0.1:9')
  await page.goto(`./?server=https://evil.example`)
  await expect(page.getByRole('alert')).toContainText('forward a port')
})
