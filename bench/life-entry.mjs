/** The modules that bench/life-bench.mjs measures, bundled into one file. */
export { createOrchard } from '../src/library/create-orchard.ts'
