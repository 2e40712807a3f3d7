import type { Filter, Handler } from '#server/request/request-context.ts'

/** Runs `filters` in the order written, then `endpoint`. */
export const chain = (filters: readonly Filter[], endpoint: Handler): Handler =>
  filters.reduceRight((next, filter) => filter(next), endpoint)
