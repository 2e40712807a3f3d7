import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { expect, test } from 'vitest'

const configFile = fileURLToPath(new URL('../../../vite.config.ts', import.meta.url))

test('a dev server answers the modules of the worker, whose imports only plugins can resolve', async () => {
  const server = await createServer({
    configFile,
    logLevel: 'silent',
    optimizeDeps: { noDiscovery: true, include: [] },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  })
  try {
    const opened = await server.transformRequest('/src/worker/open-cluster.ts')
    expect(opened?.code).toMatch(/import\("[^"]*virtual:prepared\/book-shop"\)/)
  } finally {
    await server.close()
  }
})
