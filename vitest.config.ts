import { defineConfig } from 'vitest/config'
import { vocabularyPlugin } from './src/tools/vocabulary/vocabulary-plugin.ts'

const tests = ['src/**/*.test.ts', 'src/**/*.test.tsx']

/** `--mode fuzz` runs the random searches instead of the tests. */
export default defineConfig(({ mode }) => ({
  plugins: [vocabularyPlugin()],
  test: {
    include: mode === 'fuzz' ? ['src/semantics/fuzz/*.fuzz.ts'] : tests,
    testTimeout: 20_000,
    // Generous, for busy machines: a wait ends as soon as its condition holds.
    expect: { poll: { interval: 5, timeout: 15_000 } },
    pool: 'threads',
    isolate: false,
    // The default leaves one core to Vitest itself, which is idle most of the time.
    maxWorkers: '100%',
    experimental: { fsModuleCache: true },
  },
}))
