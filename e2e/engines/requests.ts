import { expect } from '@playwright/test'
import { LAST_CLUSTER_KEY } from '#facts/clusters-api.ts'
import { BASE_URL } from '../chromium.ts'
import type { Tab } from './engine.ts'

export interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** Sends one request by `fetch` of the page; bodies are JSON. */
export const request = (
  tab: Tab,
  path: string,
  init: { readonly method?: string; readonly body?: unknown } = {},
): Promise<Answer> =>
  tab.run(
    async ({ target, method, text }) => {
      const response = await fetch(target, {
        method,
        ...(text === '' ? {} : { body: text, headers: { 'content-type': 'application/json' } }),
      })
      return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> }
    },
    { target: path, method: init.method ?? 'GET', text: init.body === undefined ? '' : JSON.stringify(init.body) },
  )

/** Opens the Lab as the administrator, without the notices of a first visit and without the sample's own writers. */
export async function openLab(tab: Tab, search = ''): Promise<void> {
  await tab.goto(`${BASE_URL}api-sw.js`)
  await tab.run(
    ({ settings, lastCluster }) => {
      // A lesson before this has left its own cluster open.
      localStorage.removeItem(lastCluster)
      for (const [name, value] of Object.entries(settings))
        localStorage.setItem(`orchard.${name}`, JSON.stringify(value))
    },
    { settings: seen, lastCluster: LAST_CLUSTER_KEY },
  )
  await tab.goto(`${BASE_URL}${search}`)
  await untilServed(tab)
}

const seen = {
  welcome: { seen: true },
  actor: { name: 'admin', groups: ['system:masters', 'system:authenticated'] },
  ghost: { isOn: false },
  coach: { at: 9 },
}

/** Waits until the page's server answers with the sample. */
export async function untilServed(tab: Tab): Promise<void> {
  const web = '/apis/apps/v1/namespaces/shop/deployments/web'
  await expect.poll(() => request(tab, web).then(({ status }) => status, String)).toBe(200)
}

/** Waits for `text` in the element. */
export const untilShown = (tab: Tab, selector: string, text: string): Promise<void> =>
  expect
    .poll(() => tab.run((wanted) => document.querySelector<HTMLElement>(wanted)?.innerText ?? '', selector))
    .toContain(text)

/** Returns the number of watches open at the server whose URL contains `text`. */
export async function openWatchCount(tab: Tab, text: string): Promise<number> {
  const { body } = await request(tab, '/debug/watches')
  return (body['watches'] as readonly { readonly url: string }[]).filter(({ url }) => url.includes(text)).length
}

interface WatchState {
  seen: Record<string, string[]>
  stops: Record<string, { abort(): void; cancel(): unknown }>
}

/** Opens a watch in the page and keeps its lines for `eventsOf`. */
export const startWatch = (tab: Tab, name: string, path: string): Promise<void> =>
  tab.run(
    async ({ key, target }) => {
      const state = window as typeof window & WatchState
      state.seen ??= {}
      state.stops ??= {}
      const lines: string[] = []
      state.seen[key] = lines
      const stopping = new AbortController()
      const response = await fetch(target, { signal: stopping.signal })
      const reader = response.body?.getReader()
      state.stops[key] = { abort: () => stopping.abort(), cancel: () => reader?.cancel() }
      const decoder = new TextDecoder()
      const read = async (): Promise<void> => {
        for (let rest = ''; reader !== undefined;) {
          const { done, value } = await reader.read()
          if (done) break
          const parts = (rest + decoder.decode(value, { stream: true })).split('\n')
          rest = parts.pop() ?? ''
          lines.push(...parts)
        }
      }
      void read().catch(() => undefined)
    },
    { key: name, target: path },
  )

/** Ends a watch of `startWatch` by its signal or by its reader. */
export const stopWatch = (tab: Tab, name: string, by: 'abort' | 'cancel'): Promise<void> =>
  tab.run(
    ({ key, way }) => {
      const stop = (window as typeof window & WatchState).stops[key]
      if (way === 'abort') stop?.abort()
      else void stop?.cancel()
    },
    { key: name, way: by },
  )

/** Returns type and name of each event that the watch delivered. */
export const eventsOf = (tab: Tab, name: string): Promise<readonly string[]> =>
  tab.run(
    (key) =>
      ((window as typeof window & WatchState).seen[key] ?? []).map((line) => {
        const event = JSON.parse(line) as { type: string; object: { metadata?: { name?: string } } }
        return `${event.type} ${event.object.metadata?.name ?? ''}`.trim()
      }),
    name,
  )
