/** The modules that bench/cel-bench.mjs measures, bundled into one file. */
export { celTypes, createCelEnvironment, schemaType } from '../src/cel/cel.ts'
export { ruleTree } from '../src/server/structural/rules/rule-tree.ts'
export { runRules } from '../src/server/structural/rules/run-rules.ts'
