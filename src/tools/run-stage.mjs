// Runs one stage of a check as a process, shows what it prints, and says how long it took.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const bin = (name) => fileURLToPath(new URL(`../../node_modules/.bin/${name}`, import.meta.url))

/** Command line of a tool in node_modules. */
export const tool = (name, ...args) => [bin(name), ...args]
/** Command line of a script of this repository, by its path from the top. */
export const script = (path, ...args) => [process.execPath, `${root}${path}`, ...args]

/**
 * Runs `command` and resolves with its result and its time. What it prints is shown at once; with `quiet` only when it
 * failed; with `held` when it has ended, so that stages that run side by side do not mix their lines.
 */
export function runStage(name, command, { env = {}, quiet = false, held = false } = {}) {
  const [program, ...args] = command
  const start = performance.now()
  const isCaught = quiet || held
  if (!isCaught) console.log(`\n— ${name}`)
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: isCaught ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    })
    const printed = []
    child.stdout?.on('data', (chunk) => printed.push(chunk))
    child.stderr?.on('data', (chunk) => printed.push(chunk))
    child.on('error', (error) => printed.push(Buffer.from(`${error.message}\n`)))
    child.on('close', (code) => {
      const seconds = (performance.now() - start) / 1000
      const passed = code === 0
      if (held) console.log(`\n— ${name}`)
      if (held || (quiet && !passed)) process.stdout.write(Buffer.concat(printed))
      console.log(`${passed ? 'ok  ' : 'FAIL'} ${name.padEnd(14)} ${seconds.toFixed(1)} s`)
      resolve({ name, passed, seconds })
    })
  })
}
