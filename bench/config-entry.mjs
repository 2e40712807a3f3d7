/** The modules that bench/config-bench.mjs measures, bundled into one file. */
export { checkConfig } from '../src/config/check-config.ts'
export { evaluateExpression } from '../src/config/evaluate-expression.ts'
export { complete } from '../src/config/language/complete.ts'
export { hover } from '../src/config/language/hover.ts'
