/** A module and all that it imports with the reference's names in its literals: src/tools/vocabulary/vocabulary-plugin.ts. */
declare module '*/serve.ts?vocabulary=kubernetes' {
  import type { serve as own } from '#node/serve.ts'
  export const serve: typeof own
}
declare module '*/open-api-server.ts?vocabulary=kubernetes' {
  import type { openApiServer as own } from '#node/open-api-server.ts'
  export const openApiServer: typeof own
}
