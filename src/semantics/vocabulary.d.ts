/** A module, and all that it imports, with the reference's names in its literals: src/tools/vocabulary-plugin.ts. */
declare module '*/trial-server.ts?vocabulary=kubernetes' {
  import type { startServer as own } from '#semantics/trial-server.ts'
  export const startServer: typeof own
}
