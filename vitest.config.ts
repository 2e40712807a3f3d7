import { defineConfig } from 'vitest/config'
import { vocabularyPlugin } from './src/tools/vocabulary-plugin.ts'

export default defineConfig({
  plugins: [vocabularyPlugin()],
  test: { include: ['src/**/*.test.ts', 'src/**/*.test.tsx'], testTimeout: 20_000, pool: 'threads', isolate: false },
})
