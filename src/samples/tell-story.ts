import { isObject, type Json, type JsonObject } from '#api/json.ts'
import { admin } from './book-shop/cast.ts'
import { sendAs } from './send-as.ts'
import type { RequestStep, Step, WaitStep } from './step.ts'

/** Where a story is told, and how its time passes. */
export interface Stage {
  /** The server under {@link origin}. */
  readonly fetch: typeof fetch
  readonly origin: string
  /** Milliseconds since the epoch at the server. */
  readonly now: () => number
  /** Called before each step with its second in the story. A recorder moves its clock to it; others need not wait. */
  readonly reach: (second: number) => Promise<void>
  /** Lets loops of the server work, between two looks at what a step waits for. */
  readonly pause: () => Promise<void>
  /** Called at the moment before which no history is to be kept. */
  readonly forget: () => Promise<void>
}

/** How it went; `refused` has a line for each step that did not work. */
export interface StoryReport {
  readonly written: number
  readonly refused: readonly string[]
}

/** Names that exist already are left as they are, so that a story that was cut short can be told again. */
const expectedRefusals = new Set([404, 409])
const looksMax = 400

async function read(stage: Stage, path: string): Promise<JsonObject | null> {
  const response = await sendAs(stage.fetch, stage.origin, admin)(path)
  const body = (await response.json()) as Json
  return response.ok && isObject(body) ? body : null
}

async function request(stage: Stage, step: RequestStep): Promise<Response> {
  const { by, method, contentType, reads, body } = step
  const current = reads === undefined ? {} : ((await read(stage, reads)) ?? {})
  const url = new URL(step.path, stage.origin)
  url.searchParams.set('fieldManager', by.manager)
  const text = JSON.stringify(typeof body === 'function' ? body(current, stage.now()) : body)
  return sendAs(
    stage.fetch,
    stage.origin,
    by,
  )(url.href, { method, headers: { 'content-type': contentType }, body: text })
}

/** Whether what the step waits for came about. */
async function awaits(stage: Stage, { path, reached }: WaitStep): Promise<boolean> {
  for (let looks = 0; looks < looksMax; looks += 1) {
    if (reached(await read(stage, path))) return true
    await stage.pause()
  }
  return false
}

/**
 * Tells a story to a server, one request after the other, as its people and bots. A plain client: it needs nothing but
 * `fetch`, and a server that knows the `X-Orchard-Acting-As` headers. [SD1]
 */
export async function tellStory(story: readonly Step[], stage: Stage): Promise<StoryReport> {
  const refused: string[] = []
  let written = 0
  for (const step of story) {
    await stage.reach(step.at)
    if (step.type === 'wait') {
      if (!(await awaits(stage, step))) refused.push(`waiting for ${step.path}: nothing came of it`)
    } else if (step.type === 'request') {
      const response = await request(stage, step)
      const text = await response.text()
      if (response.ok) written += 1
      else if (!expectedRefusals.has(response.status))
        refused.push(`${step.by.name}: ${step.method} ${step.path}: ${response.status} ${text}`)
    } else {
      await stage.forget()
    }
  }
  return { written, refused }
}
