// Kills `orchard serve` at random moments while clients write, and compares what is there afterwards with what they know.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Caller, startHost, Unanswered } from './host.mjs'
import { Ledger, wholeText } from './ledger.mjs'

const COLLECTION = '/api/v1/namespaces/default/configmaps'
/** Written after each start: everything before its event has been delivered. */
const MARKER = 'marker'
const WRITERS = 8
const NAMES_PER_WRITER = 6
/** Short, so that compactions and snapshots run concurrently with the kills. */
const HISTORY = '20s'
const READY_MS_MAX = 60_000
/** The longest time from the first acknowledged write of a round to its kill. */
const KILL_MS_MAX = 400
/** One of so many starts is killed before the server is ready. */
const EARLY = 8

/** A small generator of repeatable random numbers (mulberry32). */
function randomFrom(seed) {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

const toState = ({ metadata, data }) => ({ revision: Number(metadata.resourceVersion), text: data?.text ?? '' })

/** One write of a random kind. @throws Unanswered */
async function writeOnce(caller, ledger, { name, text, choice }) {
  const state = ledger.stateOf(name)
  const path = `${COLLECTION}/${name}`
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { text } }
  if (state !== null && choice === 0) {
    ledger.begin(name, null)
    const answer = await caller.send('DELETE', path)
    return { answer, text: null }
  }
  ledger.begin(name, text)
  if (state === null) return { answer: await caller.send('POST', COLLECTION, { body: object }), text }
  if (choice < 3) {
    object.metadata.resourceVersion = String(state.revision)
    return { answer: await caller.send('PUT', path, { body: object }), text }
  }
  if (choice < 5) {
    const type = 'application/merge-patch+json'
    return { answer: await caller.send('PATCH', path, { body: { data: { text } }, type }), text }
  }
  const type = 'application/apply-patch+yaml'
  const applied = `${path}?fieldManager=kills&force=true`
  return { answer: await caller.send('PATCH', applied, { body: object, type }), text }
}

/** Writes until the server is killed. @throws Error for a refusal: nobody else writes these names */
async function write(caller, ledger, { writer, round, random, onFirst }) {
  for (let n = 0; ; n += 1) {
    const name = `w${writer}-${random(NAMES_PER_WRITER)}`
    // Every twentieth text is large, so that files are full soon.
    const length = random(20) === 0 ? 1 + random(60_000) : random(400)
    const text = wholeText(`r${round}w${writer}n${n}`, length)
    try {
      const { answer, text: wrote } = await writeOnce(caller, ledger, { name, text, choice: random(7) })
      if (answer.status >= 300) throw new Error(`${name}: ${answer.status} ${answer.body.message}`)
      ledger.acknowledge(name, Number(answer.body.metadata?.resourceVersion ?? 0), wrote)
      onFirst()
    } catch (error) {
      if (error instanceof Unanswered) return
      throw error
    }
  }
}

async function list(caller) {
  const items = new Map()
  let [next, revision] = ['', 0]
  do {
    const { status, body } = await caller.send('GET', `${COLLECTION}?limit=10&continue=${encodeURIComponent(next)}`)
    if (status !== 200) throw new Error(`a list was answered ${status}: ${body.message}`)
    for (const item of body.items) items.set(item.metadata.name, toState(item))
    revision = Number(body.metadata.resourceVersion)
    next = body.metadata.continue ?? ''
  } while (next !== '')
  return { items, revision }
}

/** Follows the collection from a revision until the server is killed. `reached` resolves at the event of a revision. */
function follow(caller, ledger, from) {
  let [progress, isGone, awaited] = [from, false, null]
  const settle = () => {
    if (awaited !== null && (isGone || progress >= awaited.revision)) awaited.resolve(isGone ? 'gone' : 'reached')
  }
  const onEvent = ({ type, object }) => {
    // The revision is not in the history anymore.
    if (type === 'ERROR' && object.code === 410) isGone = true
    else if (type !== 'BOOKMARK') {
      ledger.see({ type, name: object.metadata.name, ...toState(object) })
      progress = Number(object.metadata.resourceVersion)
    }
    settle()
  }
  const ended = caller.watch(`${COLLECTION}?watch=1&resourceVersion=${from}`, onEvent)
  return {
    reached: (revision) =>
      new Promise((resolve, reject) => {
        awaited = { revision, resolve }
        settle()
        void ended.then(() => reject(new Error(`the watch ended at ${progress}, before ${revision}`)))
      }),
  }
}

/** Compares the restarted server with the ledger, and continues the watch of all rounds. */
async function verify(caller, ledger, round) {
  const { items, revision } = await list(caller)
  const from = ledger.lastSeen() ?? revision
  ledger.verify(items, revision)
  const watch = follow(caller, ledger, from)
  const { answer, text } = await writeOnce(caller, ledger, {
    name: MARKER,
    text: wholeText(`marker${round}`, 1),
    choice: 6,
  })
  const marked = Number(answer.body.metadata.resourceVersion)
  ledger.acknowledge(MARKER, marked, text)
  if ((await watch.reached(marked)) === 'reached') ledger.verifyEvents(from)
  else {
    ledger.expire()
    follow(caller, ledger, marked)
  }
  ledger.forgetEvents(marked)
}

/** Waits for the server. @throws Error if it refuses to start */
async function waitUntilReady(host) {
  const url = await Promise.race([host.ready, sleep(READY_MS_MAX, null)])
  if (url !== null) return url
  host.kill()
  throw new Error(`the server did not start: ${host.complaints()}`)
}

/** Verifies the restarted server, then lets clients write until it is killed. */
async function runRound({ host, ledger, round, random }) {
  const caller = new Caller(await waitUntilReady(host))
  try {
    await verify(caller, ledger, round)
    let timer
    const onFirst = () => (timer ??= setTimeout(() => host.kill(), 1 + random(KILL_MS_MAX)))
    const writers = Array.from({ length: WRITERS }, (_, writer) => {
      const seed = random(2 ** 31)
      return write(caller, ledger, { writer, round, random: randomFrom(seed), onFirst })
    })
    await Promise.all(writers)
  } finally {
    host.kill()
    await host.ended
    caller.close()
  }
}

/** Kills a server `count` times. Returns the counters. */
export async function killHost(count, seed, say) {
  const data = mkdtempSync(join(tmpdir(), 'orchard-kills-'))
  const random = randomFrom(seed)
  const ledger = new Ledger()
  let early = 0
  try {
    for (let round = 1; round <= count; round += 1) {
      const host = startHost(data, HISTORY)
      if (random(EARLY) === 0) {
        early += 1
        await Promise.race([host.ready, sleep(1 + random(600))])
        host.kill()
        await host.ended
      } else await runRound({ host, ledger, round, random })
      const violations = Object.values(ledger.violations).reduce((sum, each) => sum + each, 0)
      if (round % 100 === 0) say(`${round} kills, ${ledger.acknowledged} acknowledged writes, ${violations} violations`)
    }
    // A last start verifies what the last kill left.
    const host = startHost(data, HISTORY)
    const caller = new Caller(await waitUntilReady(host))
    await verify(caller, ledger, count + 1)
    caller.close()
    host.kill()
    await host.ended
    return { kills: count, early, ledger }
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}
