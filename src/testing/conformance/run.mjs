// Runs scenarios against a server and records every response, normalized.
//   node run.mjs --base URL [--reference] [--token T] [--insecure] [--only REGEX] --out DIR scenarios/*.json
// A scenario: {name, section, steps: [...]}. The recording contains its family, the file name. A step is one of
//   {id?, method, path, headers?, body?|text?|base64?, save?: {var: "dot.path"|"header:Name"}, repeat?, ignore?: ["dot.path, * for any"], mayDiffer?: note, seconds?: limit}
//   {watch: "w1", path, headers?, bookmarks?: bool}        opens a stream and continues; periodic BOOKMARKs are dropped, or with
//       `bookmarks` consecutive ones count as one; the one that ends initial events is kept
//   {collect: "w1", count?: n, seconds?: s, close?: bool, save?, ignore?}  waits for n events (or s seconds), and records
//       the events since the last collect and whether the stream has ended
//   {until: {path, status?|equals?: {"dot.path": value}}, seconds}  polls (for asynchronous controllers)
//   {sleep: seconds}
//   {same: ["var", "var"]} / {differ: ["var","var"]}       compares saved values; recorded as true or false
// Every text may contain {var}, and {{TEXT*N}} for N repetitions. {ns} is a new namespace, created before and deleted after the scenario.
// `needs` of a scenario lists the server settings that it requires.
import fs from 'node:fs'
import path from 'node:path'
import { referenceText, nativeText } from './dialect.mjs'
import { normalise, normaliseText, context, expectGenerated } from './normalise.mjs'
import { parse as parseYaml } from 'yaml'

const args = process.argv.slice(2)
const opt = (name, dflt) => {
  const i = args.indexOf('--' + name)
  if (i < 0) return dflt
  const v = args[i + 1]
  args.splice(i, 2)
  return v
}
const flag = (name) => {
  const i = args.indexOf('--' + name)
  if (i < 0) return false
  args.splice(i, 1)
  return true
}
const base = opt('base'),
  out = opt('out'),
  token = opt('token'),
  only = opt('only'),
  reference = flag('reference')
if (flag('insecure')) process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'

const get = (o, p) =>
  p
    .split('.')
    .reduce(
      (x, k) => (x === null || x === undefined ? undefined : x[/^\d+$/.test(k) ? Number(k) : k.replace(/~1/g, '.')]),
      o,
    )
const fill = (t, vars) =>
  t
    .replace(/\{\{(.+?)\*(\d+)\}\}/g, (m, x, n) => x.repeat(Number(n)))
    .replace(/\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (m, n) => (n in vars ? vars[n] : m))
const fillDeep = (v, vars) =>
  typeof v === 'string'
    ? fill(v, vars)
    : Array.isArray(v)
      ? v.map((x) => fillDeep(x, vars))
      : v && typeof v === 'object'
        ? Object.fromEntries(Object.entries(v).map(([k, x]) => [fill(k, vars), fillDeep(x, vars)]))
        : v
const kept = ['content-type', 'warning', 'retry-after', 'content-encoding', 'allow', 'www-authenticate', 'location']

const unresolved = new Set()
async function send(step, vars, ctx, signal) {
  const p = fill(step.path, vars)
  if (/\{[A-Za-z_]\w*\}/.test(p)) unresolved.add(`${ctx?.name}: ${p}`)
  const url = base + (reference ? referenceText(p) : p)
  const headers = {
    'user-agent': 'node',
    ...(token ? { authorization: 'Bearer ' + token } : {}),
    ...fillDeep(step.headers ?? {}, vars),
  }
  let body =
    step.text !== undefined
      ? fill(step.text, vars)
      : step.base64 !== undefined
        ? Buffer.from(step.base64, 'base64')
        : step.body !== undefined
          ? JSON.stringify(fillDeep(step.body, vars))
          : undefined
  if (body !== undefined && !Object.keys(headers).some((h) => h.toLowerCase() === 'content-type'))
    headers['content-type'] = 'application/json'
  if (body !== undefined && typeof body === 'string') {
    const m = /"?generateName"?: ?"?([^",\s}]*)/.exec(body)
    if (m && ctx) expectGenerated(ctx, m[1])
  }
  if (reference) {
    for (const h of Object.keys(headers)) headers[h] = referenceText(headers[h])
    if (typeof body === 'string') body = referenceText(body)
  }
  return fetch(url, {
    method: step.method ?? 'GET',
    headers,
    body,
    redirect: 'manual',
    signal: signal ?? AbortSignal.timeout((step.seconds ?? 60) * 1000),
  })
}
function answerHeaders(res, ctx) {
  const h = {}
  for (const k of kept) {
    const v = res.headers.get(k)
    if (v !== null) h[k] = normaliseText(reference ? nativeText(v) : v, ctx)
  }
  return h
}
function decode(text, type = '') {
  const t = reference ? nativeText(text) : text
  try {
    return { json: JSON.parse(t) }
  } catch {}
  if (/yaml/.test(type))
    try {
      return { json: parseYaml(t), yaml: true }
    } catch {}
  return { text: t }
}
function drop(o, keys) {
  if (o === null || typeof o !== 'object') return
  const [k, ...rest] = keys
  for (const name of k === '*' ? Object.keys(o) : [k.replace(/~1/g, '.')])
    if (rest.length) drop(o[name], rest)
    else if (Array.isArray(o)) o[name] = '<ignored>'
    else delete o[name]
}
const ignored = (o, step) => {
  for (const p of step.ignore ?? []) drop(o, p.split('.'))
  return o
}
const periodicBookmark = (e) => e?.type === 'BOOKMARK' && !JSON.stringify(e).includes('/initial-events-end"')

async function runScenario(sc, family) {
  const vars = {
    ns: `s-${sc.name.slice(0, 30)}-${Math.random().toString(36).slice(2, 8)}`,
    rand: Math.random().toString(36).slice(2, 8),
  }
  const ctx = context(vars, JSON.stringify(sc), base)
  ctx.name = sc.name
  const streams = {},
    results = []
  const ns = await send(
    {
      method: 'POST',
      path: '/api/v1/namespaces',
      body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: vars.ns } },
    },
    vars,
  )
  await ns.text()
  for (const [i, step] of sc.steps.entries()) {
    const r = { step: i }
    try {
      if (step.watch) {
        const ctl = new AbortController()
        const s = { events: [], seen: 0, done: false, ctl }
        streams[step.watch] = s
        const res = await send(step, vars, ctx, ctl.signal)
        r.status = res.status
        r.headers = answerHeaders(res, ctx)
        if (res.status !== 200) {
          const d = decode(await res.text(), res.headers.get('content-type'))
          if (d.json !== undefined) r.body = ignored(normalise(d.json, ctx), step)
          else r.text = normaliseText(d.text, ctx)
          s.done = true
        } else
          void (async () => {
            let buf = ''
            try {
              for await (const c of res.body.pipeThrough(new TextDecoderStream())) {
                buf += c
                let n
                while ((n = buf.indexOf('\n')) >= 0) {
                  const line = buf.slice(0, n)
                  buf = buf.slice(n + 1)
                  if (line.trim()) {
                    const d = decode(line),
                      e = d.json ?? { text: d.text }
                    if (
                      !periodicBookmark(e) ||
                      (step.bookmarks && !(s.events.length && periodicBookmark(s.events[s.events.length - 1])))
                    )
                      s.events.push(e)
                  }
                }
              }
            } catch {}
            s.done = true
          })()
      } else if (step.collect) {
        const s = streams[step.collect]
        const end = Date.now() + (step.seconds ?? 5) * 1000
        while (Date.now() < end && !s.done && (step.count === undefined || s.events.length - s.seen < step.count))
          await new Promise((f) => setTimeout(f, 20))
        if (step.count !== undefined) await new Promise((f) => setTimeout(f, 150))
        const fresh = s.events.slice(s.seen)
        s.seen = s.events.length
        r.events = ignored(
          fresh.map((e) => normalise(e, ctx)),
          step,
        )
        r.ended = s.done
        for (const [name, p] of Object.entries(step.save ?? {})) vars[name] = String(get(fresh, p) ?? '')
        if (step.close) s.ctl.abort()
      } else if (step.until) {
        const end = Date.now() + (step.seconds ?? 30) * 1000
        let ok = false
        while (Date.now() < end && !ok) {
          const res = await send({ path: step.until.path }, vars, ctx)
          const d = decode(await res.text()).json
          ok =
            (step.until.status === undefined || res.status === step.until.status) &&
            Object.entries(step.until.equals ?? {}).every(
              ([p, v]) => JSON.stringify(get(d, p)) === JSON.stringify(fillDeep(v, vars)),
            )
          if (!ok) await new Promise((f) => setTimeout(f, 200))
        }
        r.reached = ok
      } else if (step.sleep) await new Promise((f) => setTimeout(f, step.sleep * 1000))
      else if (step.same || step.differ) {
        const names = step.same ?? step.differ,
          kinds = new Set(names.map((n) => vars[n])).size
        r[step.same ? 'same' : 'differ'] = names.some((n) => !vars[n])
          ? 'unset'
          : step.same
            ? kinds === 1
            : kinds === names.length
      } else {
        for (let n = 0; n < (step.repeat ?? 1); n++) {
          vars.n = String(n).padStart(3, '0')
          const res = await send(step, vars, ctx)
          const raw = Buffer.from(await res.arrayBuffer())
          r.status = res.status
          r.headers = answerHeaders(res, ctx)
          const type = res.headers.get('content-type') ?? ''
          if (/protobuf/.test(type)) {
            r.protobuf = { prefix: raw.subarray(0, 4).toString('hex') }
          } else {
            // Keeps a YAML response as text if the recording does, so that both have the same marks.
            const isKeptAsText = sc.results?.[i]?.text !== undefined
            const d = decode(raw.toString('utf8'), isKeptAsText ? '' : type)
            if (d.json !== undefined) {
              for (const [name, p] of Object.entries(step.save ?? {}))
                vars[name] = p.startsWith('header:')
                  ? (res.headers.get(p.slice(7)) ?? '')
                  : String(get(d.json, p) ?? '')
              r.body = ignored(normalise(d.json, ctx), step)
              if (d.yaml) r.yaml = true
            } else r.text = normaliseText(d.text, ctx)
          }
        }
      }
    } catch (e) {
      r.failed = String(e.cause?.code ?? e.message)
    }
    results.push(r)
  }
  for (const s of Object.values(streams)) s.ctl?.abort()
  await send({ method: 'DELETE', path: `/api/v1/namespaces/${vars.ns}` }, vars)
    .then((r) => r.text())
    .catch(() => {})
  return { ...sc, family, results }
}
if (out) fs.mkdirSync(out, { recursive: true })
const failures = []
for (const file of args) {
  const list = JSON.parse(fs.readFileSync(file, 'utf8'))
  for (const sc of [list].flat()) {
    if (only && !new RegExp(only).test(sc.name)) continue
    const done = await runScenario(sc, path.basename(file, '.json'))
    for (const r of done.results) if (r.failed) failures.push(`${sc.name} step ${r.step}: ${r.failed}`)
    fs.writeFileSync(path.join(out, sc.name + '.json'), JSON.stringify(done, null, 1) + '\n')
    console.log(
      sc.name,
      done.results.map((r) => r.status ?? (r.events ? `${r.events.length}e` : r.failed ? 'FAILED' : '.')).join(' '),
    )
  }
}
if (failures.length) console.log(`steps without an answer:\n  ${failures.join('\n  ')}`)
if (unresolved.size) console.log(`variables without a value:\n  ${[...unresolved].join('\n  ')}`)
