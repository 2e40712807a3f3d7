import { type BrowserContext, expect } from '@playwright/test'
import {
  configMap,
  configMaps,
  eventsOf,
  openPage,
  openWatchCount,
  request,
  startWatch,
  type WatchState,
} from './api-page.ts'
import { test } from './page-test.ts'

// Nobody writes YAML in these tests.
test.use({ loadsEditor: false })

const watchPath = (mark: string): string => `${configMaps}?watch=1&labelSelector=mark!=${mark}`

for (const mode of ['', '?transport=direct', '?worker=dedicated', '?worker=dedicated&transport=direct']) {
  const way = mode === '' ? 'service worker and shared worker' : mode.slice(1)

  test(`[TR2] create, read, update and delete by the page's own fetch (${way})`, async ({ page }) => {
    await openPage(page, mode)

    const created = await request(page, configMaps, { method: 'POST', body: configMap('crud', { a: '1' }) })
    expect(created.status).toBe(201)
    const live = await request(page, `${configMaps}/crud`)
    expect(live.body).toMatchObject({ data: { a: '1' } })
    const updated = await request(page, `${configMaps}/crud`, {
      method: 'PUT',
      body: { ...live.body, data: { a: '2' } },
    })
    expect(updated.status).toBe(200)
    const stale = await request(page, `${configMaps}/crud`, { method: 'PUT', body: { ...live.body, data: { a: '3' } } })
    expect([stale.status, stale.body['reason']]).toEqual([409, 'Conflict'])
    expect((await request(page, `${configMaps}/crud`, { method: 'DELETE' })).status).toBe(200)
    expect((await request(page, `${configMaps}/crud`)).status).toBe(404)
  })

  test(`[TR3] abort and reader.cancel() end a watch at the server (${way})`, async ({ page }) => {
    await openPage(page, mode)
    await startWatch(page, 'aborted', watchPath('aborted'))
    await startWatch(page, 'cancelled', watchPath('cancelled'))
    await expect.poll(() => openWatchCount(page, 'mark!=')).toBe(2)

    await page.evaluate(() => (window as typeof window & WatchState).stops['aborted']?.abort())
    await expect.poll(() => openWatchCount(page, 'mark!=aborted')).toBe(0)
    await page.evaluate(() => (window as typeof window & WatchState).stops['cancelled']?.cancel())
    await expect.poll(() => openWatchCount(page, 'mark!=cancelled')).toBe(0)
  })
}

test('[HO5] a reload keeps every revision', async ({ page }) => {
  await openPage(page)
  const written: string[] = []
  for (let n = 0; n < 20; n++) {
    const { body } = await request(page, configMaps, { method: 'POST', body: configMap(`kept-${n}`) })
    written.push(body.metadata?.resourceVersion ?? '')
  }
  const before = await request(page, '/debug/log?limit=1000')

  await page.reload()

  const rows = before.body['rows'] as unknown[]
  // The sample's bots may write between the two requests, and the page answers 503 while its worker is handed over.
  const firstRows = async (): Promise<readonly unknown[]> => {
    const { body } = await request(page, '/debug/log?limit=1000')
    return ((body['rows'] ?? []) as readonly unknown[]).slice(0, rows.length)
  }
  await expect.poll(firstRows).toEqual(rows)
  const { body } = await request(page, configMaps)
  const versions = (body['items'] as { metadata: { resourceVersion: string } }[]).map(
    ({ metadata }) => metadata.resourceVersion,
  )
  expect(written.filter((version) => !versions.includes(version))).toEqual([])
})

async function twoTabs(context: BrowserContext, mode: string) {
  const a = await context.newPage()
  await openPage(a, mode)
  const b = await context.newPage()
  await openPage(b, mode)
  return { a, b }
}

for (const mode of ['', '?worker=dedicated']) {
  const way = mode === '' ? 'shared worker' : 'elected worker'

  test(`[HO1] two tabs share one server: a watch in one delivers the other's write (${way})`, async ({ context }) => {
    const { a, b } = await twoTabs(context, mode)
    await startWatch(b, 'other', `${watchPath('other')}&resourceVersion=0`)

    await request(a, configMaps, { method: 'POST', body: configMap('from-a') })

    await expect.poll(() => eventsOf(b, 'other')).toContain('ADDED from-a')
  })

  test(`[WI5] a closed tab leaves no watch behind, and the other tab's watch continues (${way})`, async ({
    context,
  }) => {
    const { a, b } = await twoTabs(context, mode)
    await startWatch(b, 'gone', watchPath('gone'))
    await expect.poll(() => openWatchCount(a, 'mark!=gone')).toBe(1)

    await b.close()

    await expect.poll(() => openWatchCount(a, 'mark!=gone')).toBe(0)
    expect((await request(a, configMaps, { method: 'POST', body: configMap('still') })).status).toBe(201)
  })
}

test('[HO2] when the hosting tab closes, the other tab takes over, and a watch resumes without a gap', async ({
  context,
}) => {
  const { a, b } = await twoTabs(context, '?worker=dedicated')
  await request(a, configMaps, { method: 'POST', body: configMap('before') })
  const { body } = await request(b, configMaps)
  await startWatch(b, 'cut', watchPath('cut'))

  await a.close()
  await expect
    .poll(() => b.evaluate(() => (window as typeof window & WatchState).ended['cut']))
    .toMatch(/network error|TypeError/)
  expect((await request(b, configMaps, { method: 'POST', body: configMap('after') })).status).toBe(201)
  await startWatch(b, 'resumed', `${watchPath('resumed')}&resourceVersion=${body.metadata?.resourceVersion}`)

  await expect.poll(() => eventsOf(b, 'resumed')).toEqual(['ADDED after'])
})

test('[HO3] the tabs share one SharedWorker; without it each has a dedicated worker', async ({ context }) => {
  for (const [mode, count] of [
    ['', 0],
    ['?worker=dedicated', 2],
  ] as const) {
    const { a, b } = await twoTabs(context, mode)
    // Monaco starts workers too, as soon as its editor is loaded: count only the server's.
    const servers = () =>
      [...a.workers(), ...b.workers()].filter((worker) => new URL(worker.url()).pathname.includes('dedicated')).length
    await expect.poll(servers, mode).toBe(count)
    await a.close()
    await b.close()
  }
})

test("[TR2] [TR7] [TR8] requests go through the service worker by the browser's own `fetch`, past the page; its own reads do not", async ({
  page,
}) => {
  const requested: string[] = []
  page.on('request', (sent) => requested.push(new URL(sent.url()).pathname))
  await openPage(page)
  await expect(page.locator('[data-object="Deployment/web"]').first()).toBeVisible()

  const fetchText = await page.evaluate(() => window.fetch.toString())
  const answered = page.waitForResponse((response) => response.url().endsWith('/version'))
  await request(page, '/version')

  expect(fetchText).toContain('[native code]')
  expect((await answered).fromServiceWorker()).toBe(true)
  expect(requested).not.toContain('/debug/facts')
  expect(requested).not.toContain('/apis/apps/v1/deployments')

  const seenByPage = (): Promise<number> =>
    page.evaluate(async () => {
      let count = 0
      const listen = ({ data }: MessageEvent<{ readonly type?: string } | null>): number =>
        data?.type === 'REQUEST' ? count++ : count
      navigator.serviceWorker.addEventListener('message', listen)
      await (await fetch('/version')).arrayBuffer()
      navigator.serviceWorker.removeEventListener('message', listen)
      return count
    })
  await expect.poll(seenByPage).toBe(0)
})

test('[TR6] stopping the service worker while the page writes executes no write twice', async ({ page }) => {
  await openPage(page)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('ServiceWorker.enable')
  await page.evaluate((path) => {
    const state = window as typeof window & { statuses: number[]; writing: boolean; finished: Promise<unknown> }
    Object.assign(state, { statuses: [], writing: true })
    let count = 0
    const write = async (): Promise<void> => {
      while (state.writing) {
        const metadata = { name: `once-${count++}` }
        const body = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata })
        const headers = { 'content-type': 'application/json' }
        const response = await fetch(path, { method: 'POST', headers, body }).catch(() => null)
        if (response !== null) state.statuses.push(response.status)
      }
    }
    state.finished = Promise.all(Array.from({ length: 8 }, write))
  }, configMaps)
  const statuses = (): Promise<number[]> =>
    page.evaluate(() => (window as typeof window & { statuses: number[] }).statuses)
  for (let stop = 0; stop < 6; stop++) {
    const before = (await statuses()).length
    await expect.poll(async () => (await statuses()).length).toBeGreaterThan(before + 20)
    await cdp.send('ServiceWorker.stopAllWorkers')
  }
  await page.evaluate(async () => {
    const state = window as typeof window & { writing: boolean; finished: Promise<unknown> }
    state.writing = false
    await state.finished
  })

  expect([...new Set(await statuses())]).toEqual([201])
})

test('[TR4] without service workers the page reports it and works', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  await openPage(page)

  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  expect((await request(page, '/version')).status).toBe(200)
  await context.close()
})

test('[TR2] a request sent before anything has started is answered by the server, not by the host', async ({
  page,
}) => {
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      Object.assign(window, { early: fetch('/api/v1/namespaces').then((response) => response.json()) })
    })
  })
  await page.goto('./')

  expect(await page.evaluate('early')).toMatchObject({ kind: 'NamespaceList' })
})

test('[WO9] the page reaches the simulated world by its own fetch, and nobody else does through it', async ({
  page,
}) => {
  await openPage(page)
  const issuer = await page.evaluate(async () => {
    const response = await fetch('https://login.example.test/.well-known/openid-configuration')
    return (await response.json()) as { issuer: string }
  })
  expect(issuer.issuer).toBe('https://login.example.test')
  const nobody = await page.evaluate(async () => (await fetch('https://nobody.example.test/')).status)
  expect(nobody).toBe(502)
})

test.describe('with the copy for offline use', () => {
  test.use({ keepsBuild: true })

  test('[TR5] the page starts without its host, with all its data', async ({ context, page }) => {
    await openPage(page)
    await request(page, configMaps, { method: 'POST', body: configMap('offline') })
    await expect
      // Keeping the whole build takes some seconds of a core, and many more where others use it.
      .poll(() => page.evaluate(async () => (await caches.match(new URL('./', location.href))) !== undefined), {
        timeout: 60_000,
      })
      .toBe(true)

    await context.setOffline(true)
    await page.reload()

    expect((await request(page, `${configMaps}/offline`)).status).toBe(200)
  })
})

test('[TR2] expired history is 410 for a watch and for a continue token', async ({ page }) => {
  await openPage(page)
  for (const name of ['p1', 'p2', 'p3']) await request(page, configMaps, { method: 'POST', body: configMap(name) })
  const first = await request(page, `${configMaps}?limit=2`)
  const token = (first.body.metadata as { continue?: string } | undefined)?.continue ?? ''
  await request(page, configMaps, { method: 'POST', body: configMap('p4') })

  expect((await request(page, '/debug/compact', { method: 'POST', body: {} })).status).toBe(200)

  const next = await request(page, `${configMaps}?limit=2&continue=${encodeURIComponent(token)}`)
  expect([next.status, next.body['reason']]).toEqual([410, 'Expired'])
  await startWatch(page, 'old', `${configMaps}?watch=1&resourceVersion=${first.body.metadata?.resourceVersion}`)
  await expect.poll(() => eventsOf(page, 'old')).toEqual(['ERROR'])
})

test('[HO4] a database that is deleted while the server runs is reported, and opened again', async ({ page }) => {
  await openPage(page)
  await request(page, configMaps, { method: 'POST', body: configMap('doomed') })

  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase('orchard')
        deleting.onsuccess = () => resolve()
        deleting.onerror = () => reject(deleting.error ?? new Error('not deleted'))
      }),
  )

  await expect.poll(async () => (await request(page, `${configMaps}/doomed`)).status).toBe(404)
  expect((await request(page, configMaps, { method: 'POST', body: configMap('fresh') })).status).toBe(201)
})
