// Runs types, walls, sizes, comments, lint and unit tests in parallel. Run it before every commit.
import { ensureInstalled } from './ensure-install.mjs'
import { runStage, script, tool } from './run-stage.mjs'

ensureInstalled()
const start = performance.now()
const types = async () => {
  const walls = await runStage('walls', tool('tsc', '-b', 'src'), { quiet: true })
  const grants = await runStage('grants', script('src/tools/check-room-imports.mjs'), { quiet: true })
  // After the walls: tests are checked against the declarations of the rooms.
  return [walls, grants, await runStage('types', tool('tsc', '-p', 'src/tsconfig.tests.json'), { quiet: true })]
}
const style = async () => [
  await runStage('sizes', script('src/tools/check-sizes.mjs'), { quiet: true }),
  await runStage('comments', script('src/tools/comments/check-comments.mjs'), { quiet: true }),
  await runStage('format', tool('oxfmt', '--check', '.'), { quiet: true }),
  await runStage('lint', tool('oxlint', '--type-aware'), { quiet: true }),
  await runStage('unused', tool('knip', '--cache', '--cache-location', 'node_modules/.cache/knip'), { quiet: true }),
]
// Unit tests wait for timers, disks and processes at times: the other rows use the cores meanwhile.
const unit = async () => [await runStage('unit', tool('vitest', 'run'), { quiet: true })]
const stages = (await Promise.all([types(), style(), unit()])).flat()
console.log(`${((performance.now() - start) / 1000).toFixed(1)} s in all`)
if (stages.some(({ passed }) => !passed)) process.exit(1)
