// Measures expressions: parsing, evaluation, evaluation with a trace of every node, the rules of an object, and the most expensive expression
// that the cost limit allows.
import { importBundled } from '../src/tools/import-bundled.mjs'

/** Returns the microseconds of one run, after some runs to warm up. */
function measure(times, run) {
  for (let at = 0; at < times / 4; at++) run()
  const start = performance.now()
  for (let at = 0; at < times; at++) run()
  return Number((((performance.now() - start) * 1000) / times).toFixed(2))
}

const integer = { type: 'integer' }
const rule = 'self.min <= self.max && self.names.all(name, name.size() < 10)'
const schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: { min: integer, max: integer, names: { type: 'array', items: { type: 'string' } } },
      'x-orch-validations': [{ rule }],
    },
  },
}
const spec = { min: 1, max: 2, names: ['a', 'b', 'c', 'd'] }

/** Runs all measurements once. */
export async function benchCel() {
  const { createCelEnvironment, schemaType, ruleTree, runRules } = await importBundled(
    'bench/cel-entry.mjs',
    'cel-bench',
  )
  const environment = createCelEnvironment({ variables: { self: schemaType(schema.properties.spec, false).type } })
  const { program } = environment.compile(rule)
  const tree = ruleTree(schema)
  const worst = environment.compile('self.names.all(a, self.names.all(b, self.names.all(c, a + b != c)))').program
  const many = { ...spec, names: Array.from({ length: 300 }, (_, at) => `name ${at}`) }
  const seen = {
    'a rule, read and checked': measure(5000, () => environment.compile(rule)),
    'a rule, run': measure(50_000, () => program.evaluate({ self: spec })),
    'a rule, every node shown': measure(20_000, () => program.explain({ self: spec })),
    'the rules of an object': measure(50_000, () => runRules(tree, { spec }, null)),
    'a run up to its limit of cost': measure(4, () => worst.evaluate({ self: many })),
  }
  return { ...seen, rows: Object.entries(seen).map(([row, us]) => [row, `${us} µs`, '']) }
}
