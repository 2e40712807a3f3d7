// Builds `dist/page` or `dist/node` when a source is newer than what was built last.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tool } from './run-stage.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const targets = {
  page: { built: 'dist/page/index.html', args: ['build'] },
  node: { built: 'dist/node/orchard.js', args: ['build', '--mode', 'node'] },
}
const sources = ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json']

function newestOf(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return /\.test\.tsx?$/.test(path) ? 0 : stat.mtimeMs
  if (path.endsWith(join('semantics', 'data'))) return 0
  return Math.max(0, ...readdirSync(path).map((name) => newestOf(join(path, name))))
}

/** Reports whether `dist/<target>` is missing or older than any source. */
export function isOld(target) {
  const built = join(root, targets[target].built)
  if (!existsSync(built)) return true
  const builtMs = statSync(built).mtimeMs
  return sources.some((path) => newestOf(join(root, path)) > builtMs)
}

/** Builds `target` if it is out of date. Exits with 1 if the build fails. */
export async function buildWhenOld(target, runStage) {
  if (!isOld(target)) return
  const { passed } = await runStage(`build ${target}`, tool('vite', ...targets[target].args), { quiet: true })
  if (!passed) process.exit(1)
}
