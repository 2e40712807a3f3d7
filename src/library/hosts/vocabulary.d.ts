/** A module and its imports, transformed to the reference's names by src/tools/vocabulary/vocabulary-plugin.ts. */
declare module '*/create-orchard.ts?vocabulary=kubernetes' {
  import type { createOrchard as own } from '#library/create-orchard.ts'
  export const createOrchard: typeof own
}
