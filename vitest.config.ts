import { defineConfig } from 'vitest/config'
import { vocabularyPlugin } from './src/tools/vocabulary/vocabulary-plugin.ts'

/** Lessons played, stories and recordings replayed, long random searches: minutes of a server's life, and no unit tests. */
const replays = 'src/**/*.replay.test.ts'

const includedIn: Record<string, string[]> = { fuzz: ['src/semantics/fuzz/*.fuzz.ts'], replay: [replays] }

/** `--mode fuzz` runs the random searches instead of the unit tests, and `--mode replay` the replays. */
export default defineConfig(({ mode }) => ({
  plugins: [vocabularyPlugin()],
  test: {
    include: includedIn[mode] ?? ['src/**/*.test.ts', 'src/**/*.test.tsx'],
    exclude: ['**/node_modules/**', ...(mode === 'replay' ? [] : [replays])],
    // A replay runs a whole story or search in one test.
    testTimeout: mode === 'replay' ? 60_000 : 20_000,
    // Generous, for busy machines: a wait ends as soon as its condition holds.
    expect: { poll: { interval: 5, timeout: 15_000 } },
    setupFiles: ['src/testing/undone-timers.ts'],
    pool: 'threads',
    isolate: false,
    // The default leaves one core to Vitest itself, which is idle most of the time.
    maxWorkers: '100%',
    experimental: { fsModuleCache: true },
  },
}))
