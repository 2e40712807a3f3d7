import { expect, type Page } from '@playwright/test'
import { ACTING_AS_GROUPS_HEADER, ACTING_AS_HEADER } from '#facts/debug-api.ts'
import { pageActor } from '#ui/model/api.ts'

/** Requests that the tests send with the page's own `fetch`, as a user would from the console. */
export interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>> & { readonly metadata?: { readonly resourceVersion?: string } }
}

interface Init {
  readonly method?: string
  readonly body?: unknown
  readonly contentType?: string
}

/**
 * Waits until the scripts of the document have run that the page is at: the `fetch` of one that was just opened is still that of the
 * browser, which no page's own code would see.
 */
const untilLoaded = (page: Page): Promise<void> => page.waitForLoadState('domcontentloaded')

/** Sends one request by `window.fetch`; bodies are JSON. A response in plain text has the body `{}`. */
export async function request(page: Page, path: string, init: Init = {}): Promise<Answer> {
  await untilLoaded(page)
  return page.evaluate(
    async ([target, { method = 'GET', body, contentType = 'application/json' }]) => {
      const response = await fetch(target, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': contentType } }),
      })
      const isJson = (response.headers.get('content-type') ?? '').includes('json')
      return { status: response.status, body: (isJson ? await response.json() : {}) as Answer['body'] }
    },
    [path, init] as const,
  )
}

/** Returns the resourceVersion of a response's object. */
export const versionOf = ({ body }: Answer): string => body.metadata?.resourceVersion ?? ''

export const configMaps = '/api/v1/namespaces/default/configmaps'

export const configMap = (name: string, data: Readonly<Record<string, string>> = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data,
})

/** Opens the page and waits until its server returns the sample. */
export async function openPage(page: Page, search = ''): Promise<void> {
  await page.goto(`./${search}`)
  // Not `waitForFunction`, which treats a pending promise as true. Asks in the name of the page: the number of these reads
  // differs from run to run, and those of a person are offered for recording.
  const headers = { [ACTING_AS_HEADER]: pageActor, [ACTING_AS_GROUPS_HEADER]: 'system:masters' }
  await expect
    .poll(() =>
      page.evaluate(async (asThePage) => {
        const response = await fetch('/apis/apps/v1/namespaces/shop/deployments/web', { headers: asThePage })
        if (response.ok) return ((await response.json()) as { spec: { replicas: number } }).spec.replicas
        // Tells an answer of the static host from one of a server without the sample.
        return `${response.status} ${(await response.text()).slice(0, 200)}`
      }, headers),
    )
    .toBe(2)
}

/**
 * Opens a watch in the page and records its events: `window.seen[name]` has the lines, `window.ended[name]` the reason
 * of its end.
 */
export async function startWatch(page: Page, name: string, path: string): Promise<void> {
  await untilLoaded(page)
  await page.evaluate(
    async ([key, target]) => {
      const state = window as typeof window & WatchState
      state.seen ??= {}
      state.ended ??= {}
      state.stops ??= {}
      const lines: string[] = []
      state.seen[key] = lines
      const stopping = new AbortController()
      const response = await fetch(target, { signal: stopping.signal })
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      state.stops[key] = { abort: () => stopping.abort(), cancel: () => reader?.cancel() }
      const read = async (): Promise<void> => {
        for (let rest = ''; reader !== undefined;) {
          const { done, value } = await reader.read()
          if (done) break
          const parts = (rest + value).split('\n')
          rest = parts.pop() ?? ''
          lines.push(...parts)
        }
      }
      void read().then(
        () => (state.ended[key] = 'end'),
        (error: unknown) => (state.ended[key] = String(error)),
      )
    },
    [name, path] as const,
  )
}

/** The state that `startWatch` keeps on the page's window. */
export interface WatchState {
  seen: Record<string, string[]>
  ended: Record<string, string>
  stops: Record<string, { abort(): void; cancel(): unknown }>
}

/** Returns the names of the objects in a watch's events, with the event types. */
export async function eventsOf(page: Page, name: string): Promise<readonly string[]> {
  const lines = await page.evaluate((key) => (window as typeof window & WatchState).seen[key] ?? [], name)
  return lines.map((line) => {
    const { type, object } = JSON.parse(line) as { type: string; object: { metadata?: { name?: string } } }
    return `${type} ${object.metadata?.name ?? ''}`.trim()
  })
}

/** Returns the number of watches open at the server whose URL contains `text`. */
export async function openWatchCount(page: Page, text: string): Promise<number> {
  const { body } = await request(page, '/debug/watches')
  const watches = body['watches'] as readonly { readonly url: string }[]
  return watches.filter(({ url }) => url.includes(text)).length
}
