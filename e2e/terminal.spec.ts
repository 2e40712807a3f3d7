import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CoreV1Api, KubeConfig, makeInformer, type V1ConfigMap } from '@kubernetes/client-node'
import { expect, type Page } from '@playwright/test'
import { configMap, configMaps, request } from './api-page.ts'
import { goByKeys, treeRow } from './lab-page.ts'
import { test } from './page-test.ts'
import { openWork, send } from './work-page.ts'
import { findingsInThemes } from './axe-findings.ts'
import { allowBridge, type Bridge, startBridge } from './bridge-process.ts'
import { printedAddress, program } from './program.ts'

// Nobody writes YAML in these tests.
test.use({ loadsEditor: false })

/** Writes the token file in the folder of the test that runs, which Playwright makes and removes. */
function writeTokens(): string {
  const file = test.info().outputPath('tokens.csv')
  const people = ['admin-token,admin,admin-uid,"system:masters"', 'alice-token,alice,alice-uid,"dev,ops"']
  writeFileSync(file, [...people, 'bob-token,bob,bob-uid,"dev"', ''].join('\n'))
  return file
}

const started: Bridge[] = []
test.afterEach(() => {
  for (const { child } of started.splice(0)) child.kill('SIGKILL')
})
const begin = async (...flags: string[]): Promise<Bridge> => {
  const bridge = await startBridge(...flags)
  started.push(bridge)
  return bridge
}

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Terminal clients' })

const post = (base: string, name: string): Promise<Response> =>
  fetch(`${base}${configMaps}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'stock-sync/1.2' },
    body: JSON.stringify(configMap(name)),
  })

test('[BR1] [BR2] [BR7] a client reaches the tab after the person allowed it, until the tab is closed', async ({
  page,
}) => {
  const bridge = await begin()
  expect((await fetch(`${bridge.base}/api`)).status).toBe(503)
  await page.goto(`/#bridge=${bridge.link}`)
  const sheet = sheetOf(page)
  await expect(sheet.getByRole('button', { name: 'Allow' })).toBeEnabled()
  await expect(page).not.toHaveURL(/bridge=/)
  expect((await fetch(`${bridge.base}/api`)).status).toBe(503)

  await sheet.getByRole('button', { name: 'Allow' }).click()
  await expect(sheet.getByText('bridge connected')).toBeVisible()
  const made = await post(bridge.base, 'from-terminal')

  expect(made.status).toBe(201)
  expect((await request(page, `${configMaps}/from-terminal`)).status).toBe(200)
  await expect(sheet.getByText('stock-sync')).toBeVisible()
  await expect(sheet.getByText('admin, 1.2')).toBeVisible()
  const { metadata } = (await made.json()) as V1ConfigMap
  await expect(sheet.getByText(metadata?.resourceVersion ?? '', { exact: true })).toBeVisible()
  await expect(page.locator(`[data-terminal-write="${metadata?.resourceVersion}"]`)).toBeAttached()
  // The chosen user writes from now on; the rail has her name.
  await sheet.getByText('alice', { exact: true }).click()
  expect((await post(bridge.base, 'of-alice')).status).toBe(403)
  expect((await fetch(`${bridge.base}/clusters/bookshop/api`)).status).toBe(403)

  // The header has room for the chip.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('banner').getByRole('button', { name: /^Theme/ })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: /^Terminal clients: \d client/ }).click()

  // A reload asks again.
  await sheet.getByText('admin', { exact: true }).click()
  const watch = await fetch(`${bridge.base}/api/v1/namespaces?watch=1`)
  const ended = watch.text().catch(() => 'broken off')
  await page.reload()
  expect(await ended).toBe('broken off')
  await expect(sheet.getByRole('button', { name: 'Allow' })).toBeEnabled()
  expect((await fetch(`${bridge.base}/api`)).status).toBe(503)
  await sheet.getByRole('button', { name: 'Allow' }).click()
  await expect(sheet.getByText('bridge connected')).toBeVisible()
  expect((await fetch(`${bridge.base}/api`)).status).toBe(200)
  await sheet.getByRole('button', { name: 'Stop' }).click()
  await expect.poll(async () => (await fetch(`${bridge.base}/api`)).status).toBe(503)
  await page.close()
})

test('[BR2] a wrong secret, a bridge that has ended and a refused one are told to the person', async ({ page }) => {
  const bridge = await begin()
  await page.goto(`/#bridge=${bridge.link.replace(/\..*/, `.${'x'.repeat(32)}`)}`)
  const sheet = sheetOf(page)
  await sheet.getByRole('button', { name: 'Allow' }).click()
  await expect(sheet.getByRole('alert')).toContainText('the secret is not that of this bridge')
  await sheet.getByLabel('Address', { exact: true }).fill(bridge.link)
  await sheet.getByRole('button', { name: 'Allow' }).click()
  await expect(sheet.getByText('bridge connected')).toBeVisible()
  bridge.child.kill('SIGKILL')
  await expect(sheet.getByRole('alert')).toContainText('The bridge has ended')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Search or run' })).toBeVisible()
  await expect(sheet).toBeHidden()
})

test('[BR1] [BR8] [VO6] [VO7] a client library of Kubernetes follows the tab by an informer, over TLS', async ({
  page,
}) => {
  const kubeconfig = test.info().outputPath('informer.yaml')
  const bridge = await begin('--tls', '--vocabulary', 'kubernetes', '--kubeconfig', kubeconfig)
  await page.goto(`/#bridge=1.${'x'.repeat(32)}`)
  const sheet = sheetOf(page)
  await sheet.getByLabel('Address', { exact: true }).fill(bridge.link)
  // The sample has other names: the sheet offers a cluster that has Kubernetes', which asks for the typed address.
  await expect(sheet.getByRole('button', { name: 'Allow' })).toBeDisabled()
  await sheet.getByRole('button', { name: 'Make an empty cluster with these names' }).click()
  await expect(page).toHaveURL(/cluster=kubernetes/)
  await sheet.getByRole('button', { name: 'Allow' }).click()
  await expect(sheet.getByText('bridge connected')).toBeVisible()

  const config = new KubeConfig()
  config.loadFromString(readFileSync(kubeconfig, 'utf8'))
  const core = config.makeApiClient(CoreV1Api)
  const namespace = 'default'
  const path = `/api/v1/namespaces/${namespace}/configmaps`
  const seen: string[] = []
  const informer = makeInformer(config, path, () => core.listNamespacedConfigMap({ namespace }))
  informer.on('add', ({ metadata }) => seen.push(`add ${metadata?.name ?? ''}`))
  informer.on('update', ({ metadata, data }) => seen.push(`update ${metadata?.name ?? ''} ${data?.['k'] ?? ''}`))
  informer.on('delete', ({ metadata }) => seen.push(`delete ${metadata?.name ?? ''}`))
  informer.on('error', (error: unknown) => seen.push(String(error)))
  await informer.start()
  const made = await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: 'a' }, data: { k: '1' } } })
  await core.replaceNamespacedConfigMap({ name: 'a', namespace, body: Object.assign(made, { data: { k: '2' } }) })
  // A write of the page reaches the informer, too.
  const inPage = await request(page, `${path}/a`, { method: 'DELETE' })
  expect(inPage.status).toBe(200)

  await expect.poll(() => seen).toEqual(['add a', 'update a 2', 'delete a'])
  await informer.stop()
  // The page itself shows the objects of such a cluster.
  await page.keyboard.press('Escape')
  await expect(treeRow(page, 'Namespace/default')).toBeVisible()
  await expectKubernetesNames(page)
})

/** Uses the console and the rooms of a cluster with Kubernetes' names: a grant after a 403, roles and policies. [VO7] */
async function expectKubernetesNames(page: Page): Promise<void> {
  const resourceRules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }]
  const spec = { matchConstraints: { resourceRules }, validations: [{ expression: 'true' }] }
  const made = await request(page, '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies', {
    method: 'POST',
    body: { metadata: { name: 'no-latest' }, spec },
  })
  expect(made.status).toBe(201)
  const authorizers = [{ type: 'RBAC', name: 'rbac' }]
  const body = { apiVersion: 'apiserver.config.k8s.io/v1beta1', kind: 'AuthorizationConfiguration', authorizers }
  expect((await request(page, `/debug/config/${body.kind}`, { method: 'PUT', body })).status).toBe(200)

  await openWork(page, 'Request')
  await send(page, 'GET', configMaps)
  const card = page.getByRole('article', { name: 'Explain 403' })
  await card.getByRole('button', { name: 'Add it as admin' }).click()
  await expect(card.getByTestId('add-right')).toContainText('Added')
  await card.getByRole('button', { name: 'Send it again' }).click()
  await expect(page.getByTestId('answer-status')).toHaveText('200 OK')
  await page.getByRole('radiogroup', { name: 'Accept' }).getByText('Table', { exact: true }).click()
  await page.getByTestId('request-send').click()
  await expect(page.getByTestId('answer-status')).toHaveText('200 OK')

  await goByKeys(page, 'a', page.getByTestId('who-can'))
  await expect(page.getByRole('region', { name: 'Authorizers' })).toContainText(/[1-9]\d* roles, [1-9]\d* bindings/)
  await expect(page.getByTestId('who-can').locator('[data-sign="allowed"]').first()).toBeVisible()
  await goByKeys(page, 'c', page.getByTestId('policy-list'))
  await expect(page.getByTestId('policy-list').getByTitle('ValidatingAdmissionPolicy no-latest')).toBeVisible()
}

test('[BR1] protobuf passes the bridge byte by byte', async ({ page }) => {
  const bridge = await begin()
  await allowBridge(page, bridge)
  const accept = 'application/vnd.orch.protobuf'
  const through = await fetch(`${bridge.base}/api/v1/namespaces/default`, { headers: { accept } })
  const bytes = Buffer.from(await through.arrayBuffer()).toString('base64')
  const inPage = await page.evaluate(async (wanted) => {
    const headers = { accept: wanted, 'x-orchard-acting-as': 'admin', 'x-orchard-acting-as-groups': 'system:masters' }
    const response = await fetch('/api/v1/namespaces/default', { headers })
    return btoa(String.fromCharCode(...new Uint8Array(await response.arrayBuffer())))
  }, accept)

  expect(through.headers.get('content-type')).toBe(accept)
  expect(bytes).toBe(inPage)
})

/**
 * Replays transcripts through the tab: a part of them by default, those of every kubectl whose names match
 * ORCHARD_KUBECTL_ONLY where that is set (`.` for all).
 */
test('[BR1] [VO6] transcripts of real kubectl agree through the tab', async ({ page }) => {
  const wanted = process.env['ORCHARD_KUBECTL_ONLY']
  test.setTimeout(wanted === undefined ? 240_000 : 3_600_000)
  const bridge = await begin('--tls', '--vocabulary', 'kubernetes', '--token-auth-file', writeTokens())
  await page.goto('/')
  const body = { title: 'kubernetes', from: { type: 'empty' }, vocabulary: 'kubernetes' }
  expect((await request(page, '/debug/clusters', { method: 'POST', body })).status).toBe(201)
  await allowBridge(page, bridge, '?cluster=kubernetes')
  const part =
    wanted === undefined
      ? ['--newest', '--only', 'config-maps|get-output|patch|ssa|conflicts|wait']
      : ['--only', wanted]
  const args = [join(import.meta.dirname, '../src/tools/kubectl.mjs'), '--server', bridge.base, ...part]
  const runner = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  runner.stdout.on('data', (chunk) => (printed += String(chunk)))
  await new Promise((resolve) => runner.once('close', resolve))
  if (wanted !== undefined) process.stdout.write(printed)
  test.skip(printed.startsWith('skipped'), 'no kubectl is installed')

  const percents = [...printed.matchAll(/kubectl \S+ ([\d.]+) % of \d+ steps exact/g)].map(([, text]) => Number(text))
  expect(percents.length).toBeGreaterThan(0)
  for (const percent of percents) expect(percent).toBeGreaterThanOrEqual(99)
})

test('[RCD6] [RCD7] what a client saw through the bridge is replayed without the page', async ({ page }) => {
  const cassette = test.info().outputPath('shop.cassette')
  const bridge = await begin('--cassette', cassette)
  await allowBridge(page, bridge)
  const watch = async (base: string): Promise<ReadableStreamDefaultReader<Uint8Array> | undefined> =>
    (await fetch(`${base}${configMaps}?watch=1`)).body?.getReader()
  const textOf = (value: Uint8Array | undefined): string => Buffer.from(value ?? []).toString()
  expect((await post(bridge.base, 'before')).status).toBe(201)
  const live = await watch(bridge.base)
  let seen = textOf((await live?.read())?.value)
  expect((await post(bridge.base, 'taped')).status).toBe(201)
  while (!seen.includes('taped')) seen += textOf((await live?.read())?.value)
  const ended = new Promise((resolve) => bridge.child.once('exit', resolve))
  bridge.child.kill('SIGTERM')
  await ended
  await page.close()

  const player = spawn(process.execPath, [program, 'replay', cassette, '--port', '0', '--speed', '10'])
  const base = await printedAddress(player)
  const again = await watch(base)
  let replayed = ''
  while (replayed.length < seen.length) replayed += textOf((await again?.read())?.value)
  player.kill('SIGKILL')

  expect(replayed).toBe(seen)
})

test('the sheet of terminal clients has no findings of axe', async ({ page }) => {
  const bridge = await begin('--kubeconfig', test.info().outputPath('sheet.yaml'))
  await page.goto(`/#bridge=${bridge.link}`)
  await expect(sheetOf(page).getByRole('button', { name: 'Allow' })).toBeEnabled()
  expect(await findingsInThemes(page)).toEqual([])
  await sheetOf(page).getByRole('button', { name: 'Allow' }).click()
  await expect(sheetOf(page).getByText('bridge connected')).toBeVisible()
  await post(bridge.base, 'seen')
  await expect(sheetOf(page).getByText('stock-sync')).toBeVisible()
  expect(await findingsInThemes(page)).toEqual([])
})
