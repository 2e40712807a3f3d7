/** What bench/config-bench.mjs measures, in one bundle. */
export { checkConfig } from '../src/config/check-config.ts'
export { evaluateExpression } from '../src/config/evaluate-expression.ts'
export { complete } from '../src/config/language/complete.ts'
export { hover } from '../src/config/language/hover.ts'
