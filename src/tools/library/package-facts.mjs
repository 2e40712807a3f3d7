// The name of the package and its entries. The name is defined only here.

/** `orchard` itself is taken on the registry, so the package has a scope. */
export const packageName = '@orchard-server/orchard'

/**
 * The entries: their name in `exports`, the file that Vite builds, the declarations that TypeScript emits for it.
 * `universal` entries run in Node, pages and workers.
 */
export const entries = [
  { name: '.', file: 'index', types: 'orchard', universal: true },
  { name: './kubernetes', file: 'kubernetes', types: 'orchard', universal: true },
  { name: './kinds', file: 'kinds', types: 'kinds', universal: true },
  { name: './kubernetes/kinds', file: 'kubernetes-kinds', types: 'kinds', universal: true },
  { name: './cel', file: 'cel', types: 'cel', universal: true },
  { name: './config', file: 'config', types: 'config', universal: true },
  { name: './browser', file: 'browser', types: 'browser', universal: true },
  { name: './msw', file: 'msw', types: 'msw', universal: true },
  { name: './node', file: 'node', types: 'node', universal: false },
  { name: './vitest', file: 'vitest', types: 'vitest', universal: false },
  { name: './playwright', file: 'playwright', types: 'playwright', universal: false },
  { name: './lab-cell', file: 'lab-cell', types: 'lab-cell', universal: true },
]

/** The command of the package: `npx <name> serve`. */
export const command = { name: 'orchard', file: 'command/orchard.js' }

/** Declarations that the entries refer to. */
export const sharedTypes = ['cassette', 'create-orchard', 'loop-names', 'orchard-server', 'start-server']

/** Packages of the user that some entries work with. */
export const peers = { msw: '>=3', vitest: '>=4', '@playwright/test': '>=1.50' }
