// Compares two sets of transcripts and prints a grade for each step.
//   node compare.mjs REFERENCE_DIR OURS_DIR [--verbose] [--all] [--only REGEX] [--json OUT]
//   exact: exit, stdout and stderr are equal
//   close: the exit codes are equal, and stdout except for white space
//   exit:  only the exit codes are equal
//   wrong: anything else, including a missing scenario or step
// Steps marked mayDiffer are graded but counted separately (capital letters in a row). A row is printed if a step is not exact; with
// --all, always.
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

const {
  values: opt,
  positionals: [reference, ours],
} = parseArgs({
  allowPositionals: true,
  options: {
    verbose: { type: 'boolean' },
    all: { type: 'boolean' },
    only: { type: 'string' },
    json: { type: 'string' },
  },
})
if (!reference || !ours) {
  console.error('usage: compare.mjs REFERENCE_DIR OURS_DIR [--verbose] [--all] [--only REGEX] [--json OUT]')
  process.exit(2)
}
const squeeze = (text) => text.replace(/\s+/g, ' ').trim()
const grade = (r, o) =>
  !o || r.exit !== o.exit
    ? 'wrong'
    : r.stdout === o.stdout && r.stderr === o.stderr
      ? 'exact'
      : squeeze(r.stdout) === squeeze(o.stdout)
        ? 'close'
        : 'exit'
const none = () => ({ steps: 0, exact: 0, close: 0, exit: 0, wrong: 0, mayDiffer: 0, mayDifferExact: 0 })
const add = (into, g, may) => {
  if (may) {
    into.mayDiffer++
    if (g === 'exact') into.mayDifferExact++
  } else {
    into.steps++
    into[g]++
  }
}
const firstDifference = (a, b) => {
  const x = a.split('\n'),
    y = b.split('\n'),
    i = x.findIndex((l, n) => l !== y[n])
  return i < 0 ? [`line ${x.length + 1}`, '(end)', y[x.length] ?? ''] : [`line ${i + 1}`, x[i], y[i] ?? '(end)']
}
const explain = (r, o) =>
  ['stdout', 'stderr']
    .filter((k) => o && r[k] !== o[k])
    .map((k) => {
      const [at, x, y] = firstDifference(r[k], o[k])
      return `\n      ${k} ${at}\n        - ${x.slice(0, 400)}\n        + ${y.slice(0, 400)}`
    })
    .join('')

const subjects = {},
  scenarios = {},
  total = none()
for (const file of fs
  .readdirSync(reference)
  .filter((f) => f.endsWith('.json'))
  .sort()) {
  const name = path.basename(file, '.json')
  if (opt.only && !new RegExp(opt.only).test(name)) continue
  const ref = JSON.parse(fs.readFileSync(path.join(reference, file))),
    oursPath = path.join(ours, file)
  const mine = fs.existsSync(oursPath) ? JSON.parse(fs.readFileSync(oursPath)) : undefined
  const subject = (subjects[ref.subject] ??= none()),
    row = (scenarios[name] = { subject: ref.subject, ...none(), row: '' })
  ref.results.forEach((r, i) => {
    const o = mine?.results[i],
      may = Boolean(r.mayDiffer),
      g = grade(r, o),
      letter = { exact: 'e', close: 'c', exit: 'x', wrong: 'w' }[g]
    for (const into of [total, subject, row]) add(into, g, may)
    row.row += may ? letter.toUpperCase() : letter
    if (opt.verbose && mine && g !== 'exact')
      console.log(
        `  ${name} step ${i} ${g}${may ? ` (may differ: ${r.mayDiffer})` : ''}: kubectl ${r.run}\n      exit ${r.exit} ${o?.exit ?? '(missing)'}${explain(r, o)}`,
      )
  })
  if (!mine) console.log(`missing ${name}`)
  else if (opt.all || /[^e]/.test(row.row.replaceAll('E', 'e'))) console.log(name.padEnd(36), row.row)
}
const pct = (n, d) => (d ? ((100 * n) / d).toFixed(1) : '-').padStart(8)
const line = (name, x) =>
  console.log(
    `${name.padEnd(24)}${[x.steps, x.exact, x.close, x.exit, x.wrong].map((n) => String(n).padStart(7)).join('')}${pct(x.exact, x.steps)}${pct(x.exact + x.close, x.steps)}${pct(x.steps - x.wrong, x.steps)}   ${x.mayDifferExact}/${x.mayDiffer}`,
  )
console.log(`${'subject'.padEnd(24)}  steps  exact  close   exit  wrong  exact%  +close%  !wrong%  mayDiffer exact/all`)
for (const [name, x] of Object.entries(subjects).sort()) line(name, x)
line(`all (${Object.keys(scenarios).length} scenarios)`, total)
if (opt.json) fs.writeFileSync(opt.json, JSON.stringify({ total, subjects, scenarios }, null, 1) + '\n')
