import { expect, test } from '@playwright/test'
import { join } from 'node:path'
import { BASE_URL } from '../chromium.ts'
import type { Engine, Tab } from './engine.ts'
import { startFirefox } from './firefox.ts'
import { labStories } from './lab-stories.ts'
import { libraryStory } from './library-story.ts'
import {
  eventsOf,
  openLab,
  openWatchCount,
  request,
  startWatch,
  stopWatch,
  untilServed,
  untilShown,
} from './requests.ts'
import { startWebKit } from './webkit.ts'

const path = (name: string): string => process.env[name] ?? ''
const webKit = {
  driver: path('ORCHARD_WEBKIT_DRIVER'),
  browser: path('ORCHARD_WEBKIT'),
  screen: path('ORCHARD_XVFB'),
}
const engines = [
  {
    name: 'Firefox',
    missing: path('ORCHARD_FIREFOX') === '',
    start: () => startFirefox(path('ORCHARD_FIREFOX')),
  },
  { name: 'WebKit', missing: Object.values(webKit).includes(''), start: () => startWebKit(webKit) },
]
const configMaps = '/api/v1/namespaces/default/configmaps'
const configMap = (name: string, data: Readonly<Record<string, string>> = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data,
})

for (const { name, missing, start } of engines)
  test.describe(name, () => {
    // One browser and one profile for all tests, as a person has it; a test that fails does not end the others.
    test.skip(missing, `${name} is not installed`)
    let engine: Engine
    let tab: Tab

    test.beforeAll(async () => {
      test.setTimeout(240_000)
      engine = await start()
      test.info().annotations.push({ type: 'version', description: engine.version })
      tab = await engine.openTab()
    })
    test.afterAll(() => engine.close())
    test.afterEach(async () => {
      const info = test.info()
      if (info.status !== info.expectedStatus)
        await tab.picture(join(info.project.outputDir, `${name}-${info.testId}.png`)).catch(() => undefined)
      expect(tab.errors(), 'uncaught errors of the page').toEqual([])
    })

    test('[SD3] [TR4] the first visit shows the whole sample, and says how requests travel', async () => {
      await tab.goto(BASE_URL)
      await untilServed(tab)
      await expect
        .poll(() => tab.run(() => document.querySelectorAll('[data-object="Deployment/web"]').length, null))
        .toBe(1)
      const log = await request(tab, '/debug/log')
      expect(log.body['published']).toBeGreaterThan(250)
      const namespace = await request(tab, '/api/v1/namespaces/staging')
      expect(namespace.body['status']).toMatchObject({ phase: 'Terminating' })
      const books = await request(tab, '/apis/catalog.example/v1/namespaces/shop/books')
      expect(books.body['items']).toHaveLength(5)
      const way = await tab.run(() => {
        const pill = [...document.querySelectorAll('header [popover], header *')].find((element) =>
          element.textContent.startsWith('Reason:'),
        )
        return navigator.serviceWorker.controller === null ? (pill?.textContent ?? '') : 'service worker'
      }, null)
      expect(way).toMatch(/^(service worker|Reason: this browser('s service worker buffers| cannot transfer a) stream)/)
    })

    test('[TR2] create, read, update and delete by fetch', async () => {
      await openLab(tab)
      expect((await request(tab, configMaps, { method: 'POST', body: configMap('crud', { a: '1' }) })).status).toBe(201)
      const live = await request(tab, `${configMaps}/crud`)
      expect(live.body['data']).toEqual({ a: '1' })
      const put = (a: string) =>
        request(tab, `${configMaps}/crud`, { method: 'PUT', body: { ...live.body, data: { a } } })
      expect((await put('2')).status).toBe(200)
      expect((await put('3')).status).toBe(409)
      expect((await request(tab, `${configMaps}/crud`, { method: 'DELETE' })).status).toBe(200)
      expect((await request(tab, `${configMaps}/crud`)).status).toBe(404)
    })

    test('[YE1] an object is edited and deleted in the page', async () => {
      await openLab(tab)
      await request(tab, configMaps, { method: 'POST', body: configMap('palette', { colour: 'green' }) })
      await openLab(tab, '?kind=v1.configmaps&ns=default&obj=palette')
      await untilShown(tab, '#work .view-lines', 'green')
      await expect(async () => {
        // The editor draws its lines anew while it loads, so the mark can be lost before the click.
        await tab.run(() => {
          const words = [...document.querySelectorAll('#work .monaco-editor .view-line span')]
          words.findLast(({ textContent }) => textContent === 'green')?.setAttribute('data-word', 'green')
        }, null)
        await tab.click('#work [data-word=green]', 5_000)
      }).toPass()
      await tab.type('violet')
      await tab.click('[data-testid=yaml-update]:not(:disabled)')
      await untilShown(tab, '[data-testid=answer-status]', '200 OK')
      // WebDriver has no double click in WebKit that selects a word: the letters go where the click was.
      const { data } = (await request(tab, `${configMaps}/palette`)).body as { data?: { colour?: string } }
      expect(data?.colour).toContain('violet')

      await tab.click('[data-testid=yaml-delete]')
      await expect
        .poll(async () => {
          // A dialog may ask first.
          await tab.run(() => {
            const buttons = [...document.querySelectorAll<HTMLButtonElement>('dialog[open] button')]
            buttons.find(({ textContent }) => textContent.startsWith('Delete'))?.click()
          }, null)
          return (await request(tab, `${configMaps}/palette`)).status
        })
        .toBe(404)
      await untilShown(tab, '[data-testid=absence]', 'palette')
    })

    test('[TR3] a watch delivers, and its cancellation reaches the server', async () => {
      const watched = (mark: string): string => `${configMaps}?watch=1&resourceVersion=0&labelSelector=mark!=${mark}`
      await openLab(tab)
      await startWatch(tab, 'aborted', watched('aborted'))
      await startWatch(tab, 'cancelled', watched('cancelled'))
      await request(tab, configMaps, { method: 'POST', body: configMap('seen') })
      await expect.poll(() => eventsOf(tab, 'aborted')).toContain('ADDED seen')
      expect(await openWatchCount(tab, 'mark!=')).toBe(2)
      await stopWatch(tab, 'aborted', 'abort')
      await expect.poll(() => openWatchCount(tab, 'mark!=')).toBe(1)
      await stopWatch(tab, 'cancelled', 'cancel')
      await expect.poll(() => openWatchCount(tab, 'mark!=')).toBe(0)
    })

    test('[RQ12] a namespace goes with what it holds', async () => {
      await openLab(tab)
      await request(tab, '/api/v1/namespaces', {
        method: 'POST',
        body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'brief' } },
      })
      await request(tab, '/api/v1/namespaces/brief/configmaps', { method: 'POST', body: configMap('inside') })
      await request(tab, '/api/v1/namespaces/brief', { method: 'DELETE' })
      await expect.poll(async () => (await request(tab, '/api/v1/namespaces/brief')).status).toBe(404)
      expect((await request(tab, '/api/v1/namespaces/brief/configmaps/inside')).status).toBe(404)
    })

    test('[HO5] a reload keeps every revision', async () => {
      await openLab(tab)
      for (const at of [1, 2, 3]) await request(tab, configMaps, { method: 'POST', body: configMap(`kept-${at}`) })
      const rows = async (count: number) => {
        const { body } = await request(tab, '/debug/log?limit=1000')
        return ((body['rows'] ?? []) as readonly unknown[]).slice(0, count)
      }
      const before = await rows(1000)
      expect(before.length).toBeGreaterThan(3)
      await tab.reload()
      await untilServed(tab)
      // The worker of the page that was left may still end, and a request gets 503 until the next one has taken over. A
      // controller of the sample may have written meanwhile.
      await expect.poll(() => rows(before.length)).toEqual(before)
    })

    test('[HO1] two tabs share one server', async () => {
      await openLab(tab)
      const other = await engine.openTab()
      await openLab(other)
      await startWatch(other, 'other', `${configMaps}?watch=1&resourceVersion=0`)
      await request(tab, configMaps, { method: 'POST', body: configMap('from-a') })
      await expect.poll(() => eventsOf(other, 'other')).toContain('ADDED from-a')
      expect(other.errors()).toEqual([])
      await other.close()
      // If the closed tab hosted the worker, requests are 503 until this tab has taken over. A write may be done although its
      // answer was lost with the tab, so each try has a name of its own.
      let tries = 0
      const alone = () => request(tab, configMaps, { method: 'POST', body: configMap(`alone-${(tries += 1)}`) })
      await expect.poll(async () => (await alone()).status).toBe(201)
    })

    test('[CB1] the Config room checks a file while it is typed', async () => {
      await openLab(tab, '?room=config')
      await untilShown(tab, '#work .view-lines', 'kind')
      await untilShown(tab, '[data-testid=config-progress]', 'unchanged')
      await tab.click('#work .view-line')
      await tab.press('Home')
      await tab.type('oops: 1')
      await tab.press('Enter')
      await untilShown(tab, '[data-testid=config-progress]', '1 problem')
    })

    labStories(() => tab)
    libraryStory(() => tab)
  })
