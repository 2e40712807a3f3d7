/** A module and its imports, transformed to the reference's names by src/tools/vocabulary/vocabulary-plugin.ts. */
declare module '*/trial-server.ts?vocabulary=kubernetes' {
  import type { startServer as own } from '#semantics/trial-server.ts'
  export const startServer: typeof own
}
