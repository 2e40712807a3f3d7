import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['src/**/*.test.ts', 'src/**/*.test.tsx'], testTimeout: 20_000, pool: 'threads', isolate: false },
})
