/** The modules with which bench/page/branch-bench.mjs makes a link, bundled into one file. */
export { linkOf } from '../src/share/link.ts'
export { sampleMoment } from '../src/testing/sample-moment.ts'
