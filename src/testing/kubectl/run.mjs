// Runs kubectl scenarios against a server and records every transcript, normalized.
//   node run.mjs --server URL --token T [--insecure] --out DIR [--only REGEX] [--kubectl VERSION] [--verbose] scenarios/*.json
// The server must accept three bearer tokens: T (user admin, group system:masters), "alice-token" (alice; dev, ops) and "bob-token" (bob; dev).
// A file holds one scenario or a list: {name, subject, kubectl: "1.33" | ["1.29", "1.33"], files, steps}.
// files: {path: text | manifest | [manifest, ...]}. Steps:
//   {run: "get pods" | ["get", "pods"], stdin?, edit?, expectExit?, mayDiffer?, until?, seconds?}
//       edit: a sed script that replaces kubectl's editor; until: the step is repeated for up to 15 s until stdout contains this text and
//       the exit code is the expected one; seconds: time limit, default 10; mayDiffer: why servers may answer differently
//   {start: "w", run, lines?}        runs in the background; the next step starts when stdout has that many lines
//   {stop: "w", lines?}              waits up to 8 s until stdout has that many lines, ends the process, records its output
//   {sleep: seconds}
// {ns} is a new namespace, the default one of the scenario's kubeconfig (user "admin"; --user alice and --user bob exist too).
// kubectl runs without a shell, in a temporary folder with the files, which is also its HOME and its cache.
// kubectl.VERSION (or a kubectl of that version) is searched in $KUBECTL_DIR, in $PATH, and beside the target of the link "kubectl" in $PATH.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { execFileSync, spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { normaliser, outline } from './normalise.mjs'

const { values: opt, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: 'string' },
    token: { type: 'string' },
    insecure: { type: 'boolean' },
    out: { type: 'string' },
    only: { type: 'string' },
    kubectl: { type: 'string' },
    verbose: { type: 'boolean' },
  },
})
if (!opt.server || !opt.token || !opt.out || !positionals.length) {
  console.error(
    'usage: run.mjs --server URL --token T [--insecure] --out DIR [--only REGEX] [--kubectl VERSION] scenarios/*.json',
  )
  process.exit(2)
}
const pause = (ms) => new Promise((f) => setTimeout(f, ms))
const lineCount = (text) => text.split('\n').length - 1

const binaries = new Map()
function kubectl(version) {
  if (binaries.has(version)) return binaries.get(version)
  const onPath = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((d) => d && fs.existsSync(path.join(d, 'kubectl')))
  const folders = [
    process.env.KUBECTL_DIR,
    ...onPath,
    ...onPath.map((d) => path.dirname(fs.realpathSync(path.join(d, 'kubectl')))),
  ].filter(Boolean)
  const isVersion = (file) => {
    try {
      return JSON.parse(
        execFileSync(file, ['version', '--client', '-o', 'json'], { stdio: ['ignore', 'pipe', 'ignore'] }),
      ).clientVersion.gitVersion.startsWith(`v${version}.`)
    } catch {
      return false
    }
  }
  const found =
    folders.map((d) => path.join(d, `kubectl.${version}`)).find((f) => fs.existsSync(f)) ??
    folders.map((d) => path.join(d, 'kubectl')).find((f) => fs.existsSync(f) && isVersion(f))
  if (!found) throw new Error(`no kubectl ${version} found: set KUBECTL_DIR`)
  binaries.set(version, found)
  return found
}

// Splits a command line such as "get pods -l 'a in (b, c)'" into words. Quotes group, a backslash escapes outside single quotes,
// and nothing is expanded.
export function words(text) {
  const out = []
  let word,
    quoted = ''
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (quoted ? c === quoted : c === '"' || c === "'") {
      quoted = quoted ? '' : c
      word ??= ''
    } else if (c === '\\' && quoted !== "'" && i + 1 < text.length) word = (word ?? '') + text[++i]
    else if (!quoted && /\s/.test(c)) {
      if (word !== undefined) out.push(word)
      word = undefined
    } else word = (word ?? '') + c
  }
  if (quoted) throw new Error(`unclosed quote in: ${text}`)
  return word === undefined ? out : [...out, word]
}

const kubeconfig = (ns) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'test',
    clusters: [
      { name: 'test', cluster: { server: opt.server, ...(opt.insecure ? { 'insecure-skip-tls-verify': true } : {}) } },
    ],
    users: Object.entries({ admin: opt.token, alice: 'alice-token', bob: 'bob-token' }).map(([name, token]) => ({
      name,
      user: { token },
    })),
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'admin', namespace: ns } }],
  })

function launch(binary, args, { home, stdin, edit, seconds = 10 }) {
  if (edit !== undefined) fs.writeFileSync(path.join(home, '.edit.sed'), edit + '\n')
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    TMPDIR: path.join(home, '.tmp'),
    KUBECONFIG: path.join(home, '.kubeconfig'),
    KUBECACHEDIR: path.join(home, '.cache'),
    TZ: 'UTC',
    LANG: 'C',
    LC_ALL: 'C',
    KUBE_EDITOR: edit === undefined ? 'false' : `sed -i -E -f ${path.join(home, '.edit.sed')}`,
  }
  const child = spawn(binary, args, { argv0: 'kubectl', cwd: home, env, stdio: ['pipe', 'pipe', 'pipe'] })
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'])
    child[name].setEncoding('utf8').on('data', (d) => {
      said[name] += d
    })
  child.stdin.on('error', () => {}).end(stdin ?? '')
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    child.kill('SIGKILL')
  }, seconds * 1000)
  const done = new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ exit: timedOut ? 'timeout' : code, ...said })
    })
  })
  return { child, said, done }
}

// Returns the text of a file. An object is a manifest, a list of objects a stream of manifests; a leading --- makes kubectl read it
// as YAML.
const fileText = (name, content) =>
  typeof content === 'string'
    ? content
    : [content]
        .flat()
        .map((o) => (name.endsWith('.json') ? '' : '---\n') + JSON.stringify(o, null, 2) + '\n')
        .join('')

async function runScenario(sc, version, problems) {
  const binary = kubectl(version),
    ns = 'kt' + Array.from({ length: 8 }, () => 'bcdfghjklmnpqrstvwxz'[Math.floor(Math.random() * 20)]).join('')
  const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'kubectl-run-')))
  const fill = (text) => text.replaceAll('{ns}', ns),
    background = {},
    results = []
  fs.mkdirSync(path.join(home, '.tmp'))
  fs.writeFileSync(path.join(home, '.kubeconfig'), kubeconfig(ns))
  for (const [name, content] of Object.entries(sc.files ?? {})) {
    fs.mkdirSync(path.dirname(path.join(home, name)), { recursive: true })
    fs.writeFileSync(path.join(home, name), fill(fileText(name, content)))
  }
  const normal = normaliser({ source: JSON.stringify(sc), home, server: new URL(opt.server).host, ns })
  const argsOf = (step) =>
    (Array.isArray(step.run) ? step.run : words(step.run)).map(fill).filter((w, i) => i > 0 || w !== 'kubectl')
  const record = (step, run, { exit, stdout, stderr }) => {
    const want = step.stop ? exit : (step.expectExit ?? 0)
    if (exit !== want)
      problems.push(
        `${sc.name} [${version}] step ${results.length} exit ${exit}, expected ${want}: ${run}\n      ${stderr.trim().slice(0, 300)}`,
      )
    results.push({
      run,
      ...(step.mayDiffer ? { mayDiffer: step.mayDiffer } : {}),
      exit,
      stdout: /^(kubectl )?explain\b/.test(run) && exit === 0 ? outline(normal(stdout)) : normal(stdout),
      stderr: normal(stderr),
    })
  }
  const grown = async (job, lines, ms) => {
    for (
      const end = Date.now() + ms;
      Date.now() < end && lineCount(job.said.stdout) < lines && job.child.exitCode === null;
    )
      await pause(50)
  }
  const text = (step) => (Array.isArray(step.run) ? step.run.join(' ') : step.run)
  try {
    const made = await launch(binary, ['create', 'namespace', ns], { home }).done
    if (made.exit !== 0) problems.push(`${sc.name}: no namespace: ${made.stderr}`)
    for (const step of sc.steps) {
      if (step.sleep) await pause(step.sleep * 1000)
      else if (step.start) {
        const job = (background[step.start] = { ...launch(binary, argsOf(step), { ...step, home, seconds: 60 }), step })
        await grown(job, step.lines ?? 0, 5000)
        if (!step.lines) await pause(700)
      } else if (step.stop) {
        const job = background[step.stop]
        await grown(job, step.lines ?? Infinity, step.lines ? 8000 : 1500)
        await pause(300)
        if (job.child.exitCode === null) job.child.kill('SIGTERM')
        const r = await job.done
        record({ ...job.step, ...step }, text(job.step), { ...r, exit: r.exit ?? 'stopped' })
      } else {
        const end = Date.now() + 15e3,
          input = { ...step, home, stdin: step.stdin && fill(step.stdin), edit: step.edit && fill(step.edit) }
        let r = await launch(binary, argsOf(step), input).done
        while (
          step.until !== undefined &&
          Date.now() < end &&
          !(r.exit === (step.expectExit ?? 0) && r.stdout.includes(fill(step.until)))
        ) {
          await pause(400)
          r = await launch(binary, argsOf(step), input).done
        }
        record(step, text(step), r)
        if (opt.verbose)
          console.log(`$ kubectl ${text(step)}\n${results.at(-1).stdout}${results.at(-1).stderr}[${r.exit}]`)
      }
    }
  } catch (e) {
    problems.push(`${sc.name} [${version}]: ${e.message}`)
  } finally {
    for (const job of Object.values(background)) job.child.kill('SIGKILL')
    await launch(binary, ['delete', 'namespace', ns, '--wait=false', '--ignore-not-found'], { home }).done.catch(
      () => {},
    )
    fs.rmSync(home, { recursive: true, force: true })
  }
  return { name: sc.name, subject: sc.subject, kubectl: version, results }
}

fs.mkdirSync(opt.out, { recursive: true })
const problems = []
for (const file of positionals)
  for (const sc of [JSON.parse(fs.readFileSync(file, 'utf8'))].flat()) {
    if (opt.only && !new RegExp(opt.only).test(sc.name)) continue
    const versions = opt.kubectl ? [opt.kubectl] : [sc.kubectl].flat(),
      began = Date.now()
    for (const version of versions) {
      const done = await runScenario(sc, version, problems)
      fs.writeFileSync(
        path.join(opt.out, `${sc.name}${versions.length > 1 ? '@' + version : ''}.json`),
        JSON.stringify(done, null, 1) + '\n',
      )
      console.log(
        `${sc.name} [${version}] ${done.results.map((r) => r.exit).join(' ')} (${((Date.now() - began) / 1000).toFixed(1)} s)`,
      )
    }
  }
if (problems.length) console.log(`unexpected:\n  ${problems.join('\n  ')}`)
process.exitCode = problems.length ? 1 : 0
