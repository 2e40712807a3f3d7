import { isObject, type Json, type JsonObject } from '#api/json.ts'
import { admin } from './book-shop/cast.ts'
import { sendAs } from './send-as.ts'
import type { RequestStep, Step, WaitStep } from './step.ts'

/** The server on which a story is replayed, and the control of its time. */
export interface Stage {
  /** The server under {@link origin}. */
  readonly fetch: typeof fetch
  readonly origin: string
  /** Returns the time of the server in milliseconds since the epoch. */
  readonly now: () => number
  /**
   * Called before each step with its time in seconds. A recorder advances its clock to it; other stages need not wait.
   */
  readonly reach: (second: number) => Promise<void>
  /** Lets the controllers of the server run, between two checks of a waiting step. */
  readonly pause: () => Promise<void>
  /** Compacts the history up to the current moment. */
  readonly compact: () => Promise<void>
}

/** The result of a replay; `refused` has a line for each failed step. */
export interface StoryReport {
  readonly written: number
  readonly refused: readonly string[]
}

/** Existing objects are kept, so that an interrupted story can be replayed again. */
const expectedRefusals = new Set([404, 409])
const attemptsMax = 400

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

/** Waits for the condition of the step and reports whether it was met. */
async function waitFor(stage: Stage, { path, reached }: WaitStep): Promise<boolean> {
  for (let attempts = 0; attempts < attemptsMax; attempts += 1) {
    if (reached(await read(stage, path))) return true
    await stage.pause()
  }
  return false
}

/**
 * Replays a story on a server, one request after the other, as its users and bots. It is an ordinary client: it needs
 * only `fetch`, and a server that supports the `X-Orchard-Acting-As` headers. [SD1]
 */
export async function replayStory(story: readonly Step[], stage: Stage): Promise<StoryReport> {
  const refused: string[] = []
  let written = 0
  for (const step of story) {
    await stage.reach(step.at)
    if (step.type === 'wait') {
      if (!(await waitFor(stage, step))) refused.push(`waiting for ${step.path}: the condition was not met`)
    } else if (step.type === 'request') {
      const response = await request(stage, step)
      const text = await response.text()
      if (response.ok) written += 1
      else if (!expectedRefusals.has(response.status))
        refused.push(`${step.by.name}: ${step.method} ${step.path}: ${response.status} ${text}`)
    } else {
      await stage.compact()
    }
  }
  return { written, refused }
}
