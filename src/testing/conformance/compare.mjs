// Compares two recordings and prints a grade for each step.
//   node compare.mjs REFERENCE_DIR OURS_DIR [--verbose] [--all] [--family REGEX] [--without KEY,KEY] [--json OUT]
//   exact: all recorded values are equal; parameters of the content type are ignored
//   close: only texts for humans differ: messages, warnings, plain-text error bodies, texts of causes
//   shape: status, reason, kind, event types and relations are equal
//   wrong: anything else, including a missing scenario
// --without managedFields,warning ignores these body keys and headers on both sides.
// Steps marked mayDiffer are graded but counted separately (capital letters in a row). A row is printed if a step is not exact; with
// --all, always.
import fs from 'node:fs'
import path from 'node:path'
const args = process.argv.slice(2)
const flag = (n) => {
  const i = args.indexOf('--' + n)
  if (i < 0) return false
  args.splice(i, 1)
  return true
}
const opt = (n) => {
  const i = args.indexOf('--' + n)
  if (i < 0) return undefined
  const v = args[i + 1]
  args.splice(i, 2)
  return v
}
const verbose = flag('verbose'),
  all = flag('all'),
  jsonOut = opt('json'),
  only = opt('family'),
  without = new Set((opt('without') ?? '').split(',').filter(Boolean))
const [a, b] = args
const sorted = (v) =>
  Array.isArray(v)
    ? v.map(sorted)
    : v && typeof v === 'object'
      ? Object.fromEntries(
          Object.keys(v)
            .sort()
            .map((k) => [k, sorted(v[k])]),
        )
      : v
const stripped = (v) =>
  !without.size || !v || typeof v !== 'object'
    ? v
    : Array.isArray(v)
      ? v.map(stripped)
      : Object.fromEntries(
          Object.entries(v)
            .filter(([k]) => !without.has(k))
            .map(([k, x]) => [k, stripped(x)]),
        )
const eq = (x, y) => JSON.stringify(sorted(x)) === JSON.stringify(sorted(y))
const mediaType = (t) =>
  t
    ?.split(',')
    .map((x) => x.split(';')[0].trim().toLowerCase())
    .join(',')
const view = (x) => ({
  s: x.status,
  h: x.headers && {
    ...x.headers,
    ...(x.headers['content-type'] ? { 'content-type': mediaType(x.headers['content-type']) } : {}),
  },
  b: x.body,
  t: x.text,
  e: x.events,
  end: x.ended,
  p: x.protobuf,
  y: x.yaml,
  k: [x.same, x.differ, x.reached],
  f: x.failed && true,
})
// Returns the value without texts for humans.
const bare = (v) =>
  Array.isArray(v)
    ? v.map(bare)
    : v && typeof v === 'object'
      ? Object.fromEntries(
          Object.entries(v).map(([k, x]) => [k, k === 'message' && typeof x === 'string' ? '' : bare(x)]),
        )
      : v
const textless = (x) => ({
  ...view(x),
  b: bare(x.body),
  e: bare(x.events),
  h: x.headers && {
    ...view(x).h,
    ...(x.headers.warning ? { warning: x.headers.warning.split(/, (?=\d{3} )/).length } : {}),
  },
  t: x.text !== undefined && x.status >= 400 ? '' : x.text,
})
const grade = (r, o) =>
  eq(view(r), view(o))
    ? 'exact'
    : eq(textless(r), textless(o))
      ? 'close'
      : r.status === o.status &&
          !r.failed === !o.failed &&
          r.body?.reason === o.body?.reason &&
          r.body?.kind === o.body?.kind &&
          (r.text === undefined) === (o.text === undefined) &&
          eq(
            r.events?.map((e) => e?.type),
            o.events?.map((e) => e?.type),
          ) &&
          eq(view(r).k, view(o).k)
        ? 'shape'
        : 'wrong'
const none = () => ({ steps: 0, exact: 0, close: 0, shape: 0, wrong: 0, mayDiffer: 0, mayDifferExact: 0 })
const families = {},
  scenarios = {}
const add = (into, g, may) => {
  if (may) {
    into.mayDiffer++
    if (g === 'exact') into.mayDifferExact++
  } else {
    into.steps++
    into[g]++
  }
}
const files = fs
  .readdirSync(a, { recursive: true })
  .filter((x) => x.endsWith('.json'))
  .sort((x, y) => (path.basename(x) < path.basename(y) ? -1 : 1))
for (const file of files) {
  const f = path.basename(file),
    ref = stripped(JSON.parse(fs.readFileSync(path.join(a, file)))),
    oursPath = path.join(b, f),
    family = ref.family ?? f.split('-')[0]
  if (only && !new RegExp(only).test(family)) continue
  const ours = fs.existsSync(oursPath) ? stripped(JSON.parse(fs.readFileSync(oursPath))) : undefined
  const into = (families[family] ??= none()),
    mine = (scenarios[ref.name ?? f] = { family, ...none(), row: '' })
  ref.results.forEach((r, i) => {
    const o = ours?.results[i] ?? {},
      may = Boolean(ref.steps[i]?.mayDiffer),
      g = ours ? grade(r, o) : 'wrong'
    add(into, g, may)
    add(mine, g, may)
    mine.row += may ? g[0].toUpperCase() : g[0]
    if (verbose && ours && g !== 'exact')
      console.log(
        `  ${f} step ${i} ${g}${may ? ` (may differ: ${ref.steps[i].mayDiffer})` : ''} ${JSON.stringify(ref.steps[i]).slice(0, 160)}\n    ref  ${JSON.stringify(view(r)).slice(0, 700)}\n    ours ${JSON.stringify(view(o)).slice(0, 700)}`,
      )
  })
  if (!ours) console.log('missing', f)
  else if (all || /[^e]/.test(mine.row.replace(/E/g, 'e'))) console.log(f.padEnd(56), mine.row)
}
const total = Object.values(families).reduce((t, x) => {
  for (const k of Object.keys(t)) t[k] += x[k]
  return t
}, none())
const pct = (n, d) => (d ? ((100 * n) / d).toFixed(1) : '-').padStart(6)
const line = (name, x) =>
  console.log(
    `${name.padEnd(28)}${String(x.steps).padStart(6)}${String(x.exact).padStart(7)}${String(x.close).padStart(7)}${String(x.shape).padStart(7)}${String(x.wrong).padStart(7)}  ${pct(x.exact, x.steps)}${pct(x.exact + x.close, x.steps)}${pct(x.steps - x.wrong, x.steps)}   ${x.mayDifferExact}/${x.mayDiffer}`,
  )
console.log(`${'family'.padEnd(28)} steps  exact  close  shape  wrong   exact% +close% !wrong%  mayDiffer exact/all`)
for (const [name, x] of Object.entries(families).sort()) line(name, x)
line(`all (${Object.keys(scenarios).length} scenarios)`, total)
if (jsonOut)
  fs.writeFileSync(jsonOut, JSON.stringify({ reference: a, ours: b, total, families, scenarios }, null, 1) + '\n')
