import { expect, test } from 'vitest'
import { authorizerInput, celTypes as t, createCelEnvironment, lazyObject, CelError, toJson, typeName } from './cel.ts'

const self = t.object('Self', { a: t.int, s: t.string, l: t.list(t.string), m: t.map(t.string, t.int) })
const environment = createCelEnvironment({ variables: { self, d: t.dyn, claims: t.map(t.string, t.any) } })
const inputs = {
  self: { a: 3, s: 'héllo', l: ['x', 'y'], m: { k: 1 } },
  d: { n: null, i: 1, f: 1.5, l: [1] },
  claims: {},
}

function issuesOf(source: string): string {
  const compiled = environment.compile(source)
  return compiled.type === 'failed' ? compiled.text : typeName(compiled.program.resultType)
}

function run(source: string, level: 'new' | 'stored' = 'new'): unknown {
  const compiled = createCelEnvironment({ variables: { self, d: t.dyn }, level }).compile(source)
  if (compiled.type === 'failed') return compiled.text
  const result = compiled.program.evaluate(inputs)
  return result.type === 'error' ? `!${result.message}` : (toJson(result.value) ?? String(result.value))
}

test.each([
  [
    'self ==',
    "1:8: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | self ==\n | .......^",
  ],
  ['self.', "1:6: Syntax error: no viable alternative at input '.'\n | self.\n | .....^"],
  ['(1', "1:3: Syntax error: missing ')' at '<EOF>'\n | (1\n | ..^"],
  ['1 2', "1:3: Syntax error: extraneous input '2' expecting <EOF>\n | 1 2\n | ..^"],
  ['self =', "1:6: Syntax error: token recognition error at: '='\n | self =\n | .....^"],
  ['self.true', "1:6: Syntax error: mismatched input 'true' expecting IDENTIFIER\n | self.true\n | .....^"],
  ['has(d)', '1:5: invalid argument to has() macro\n | has(d)\n | ....^'],
  ["'é' + if", "1:7: reserved identifier: if\n | 'é' + if\n | .．....^"],
  [
    '[1].map(if, 1)',
    '1:9: reserved identifier: if\n | [1].map(if, 1)\n | ........^\nERROR: <input>:1:9: argument is not an identifier\n | [1].map(if, 1)\n | ........^',
  ],
  ['x.y', "1:1: undeclared reference to 'x' (in container '')\n | x.y\n | ^"],
  ['self.\n  nope', "1:5: undefined field 'nope'\n | self.\n | ....^"],
  [
    "self.a == 'x'",
    "1:8: found no matching overload for '_==_' applied to '(int, string)'\n | self.a == 'x'\n | .......^",
  ],
  ['self.s.foo', "1:7: type 'string' does not support field selection\n | self.s.foo\n | ......^"],
  [
    'claims.g.all(x, true)',
    "1:7: expression of type 'any' cannot be range of a comprehension (must be list, map, or dynamic)\n | claims.g.all(x, true)\n | ......^",
  ],
  ["[1, 'a']", "1:5: expected type 'int' but found 'string'\n | [1, 'a']\n | ....^"],
  ["self.s.matches('[')", "1:16: invalid matches argument\n | self.s.matches('[')\n | ...............^"],
  ["duration('1x')", "1:10: invalid duration argument\n | duration('1x')\n | .........^"],
  ['[] && true', "1:1: expected type 'bool' but found 'list(_var0)'\n | [] && true\n | ^"],
  [
    "'%q'.format([1])",
    '1:12: could not parse formatting clause: unrecognized formatting clause "q"\n | \'%q\'.format([1])\n | ...........^',
  ],
  ['dyn', "1:1: undeclared reference to 'dyn' (in container '')\n | dyn\n | ^"],
  [
    'has(if)',
    '1:5: reserved identifier: if\n | has(if)\n | ....^\nERROR: <input>:1:5: invalid argument to has() macro\n | has(if)\n | ....^',
  ],
  [
    'has(d 1',
    "1:5: invalid argument to has() macro\n | has(d 1\n | ....^\nERROR: <input>:1:7: Syntax error: mismatched input '1' expecting ')'\n | has(d 1\n | ......^",
  ],
  ['[2, 1].sort()', "1:12: undeclared reference to 'sort' (in container '')\n | [2, 1].sort()\n | ...........^"],
])("[CEL2] %s is refused with the reference's message and position", (source, text) => {
  expect(issuesOf(source)).toBe(`ERROR: <input>:${text}`)
})

test.each([
  ['self.m.q', '!no such key: q'],
  ['self.l[5]', '!index out of bounds: 5'],
  ['1 / 0', '!division by zero'],
  ['{d.f: 2}[1.5]', 2],
  ['{dyn(1): 2}[1.0]', 2],
  ['{dyn(1.0): 2}[dyn(1)]', '!no such key: 1'],
  ['{d.n: 1}.size()', 1],
  ['{[1]: 2}.size()', 1],
  ["{b'a': 1}.size()", '!internal error: runtime error: hash of unhashable type types.Bytes'],
  ['d.l.join()', '!no such overload: join(list)'],
  ["(self.l + d.l).join('-')", '!join: invalid input: 1'],
  ['(self.l + [dyn(1e6), dyn(2)]).join()', '!join: invalid input: 1e+06'],
  ['string(null)', '!no such overload: string(null_type)'],
  ['1 % 0', '!modulus by zero'],
  ['9223372036854775807 + 1', '!integer overflow'],
  ["d.i + 'x'", '!no such overload'],
  ['dyn(true) + 1', '!no such overload: _+_'],
  ["-dyn('x')", '!no such overload'],
  ['d.l.x', "!unsupported index type 'string' in list"],
  ['d.i.all(x, x)', "!got 'types.Int', expected iterable type"],
  ['d.i.transformMap(k, v, v)', '!unsupported comprehension range type: types.Int'],
  ['d.i.orValue(2)', 1],
  ["'%s'.format([[-0.0]])", '[-0.000000]'],
  ["'%.2e'.format([1234.5])", '1.234500\u202f×\u202f10⁰³'],
  ["'%f'.format([1e21])", '1,000,000,000,000,000,000,000.000000'],
  ["dyn('%').format(dyn([1]))", '!unexpected end of string'],
  ["dyn('%').format(dyn([]))", '!index 0 out of range'],
  [
    "dyn('%.f').format(dyn([1.0]))",
    '!could not parse formatting clause: error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax',
  ],
  ["dyn('%5d').format(dyn([1]))", '!could not parse formatting clause: unrecognized formatting clause "5"'],
  [
    "'%s'.format([b'\\xff'])",
    '!error during formatting: could not convert argument "invalid UTF-8 in bytes, cannot convert to string" to string',
  ],
  ["int('x')", "!type conversion error from 'string' to 'int'"],
  ["timestamp('x' + self.s)", "!type conversion error from 'string' to 'google.protobuf.Timestamp'"],
  ['optional.none().value()', '!optional.none() dereference'],
  ['self.l[0].charAt(9)', '!index out of range: 9'],
  ['d.n == null', true],
  ['d.f > d.i', true],
  ['self.?m.?q.orValue(7)', 7],
  ['[1, 0].exists(x, 1 / x == 1)', true],
  ["{'a': 1}.transformMap(k, v, v + 1)", { a: 2 }],
  ["'%s is %d, %.1f, %x'.format([['a', true], 3, 1234.5, 255])", '["a", true] is 3, 1,234.5, ff'],
  ["timestamp('2024-01-02T03:04:05Z').getHours('America/New_York')", 22],
  ["quantity('1Gi').compareTo(quantity('1024Mi'))", 0],
  ["cidr('10.0.0.0/8').containsIP('10.1.2.3') && ip('fe80::1').isLinkLocalUnicast()", true],
  ["url('https://a:80/b?c=d').getQuery()", { c: ['d'] }],
  ["semver('1.2.3-rc.1').isLessThan(semver('v1.2.3', true))", true],
  ["format.dns1123Label().validate('-').hasValue()", true],
  ['sets.equivalent([1, 1, 2], [2, 1])', true],
])("[CEL3] %s gives a value, or fails with the reference's message", (source, expected) => {
  expect(run(source)).toEqual(expected)
})

test('[CEL3] stored expressions may use what this version added, new ones not yet', () => {
  expect(run('[2, 1].sort()', 'stored')).toEqual([1, 2])
  expect(run('[1, 2, 3].sortBy(x, -x)', 'stored')).toEqual([3, 2, 1])
})

test('[CEL5] an evaluation is reported node by node, with position, type, value and cost', () => {
  const compiled = environment.compile("self.l.all(x, x != 'z')")
  if (compiled.type === 'failed') throw new Error(compiled.text)

  const { steps, cost } = compiled.program.explain(inputs)

  const shown = steps.map(({ node, type, times, cost: spent }) => [
    compiled.program.source.slice(node.from, node.to),
    node.kind,
    typeName(type),
    times,
    spent,
  ])
  expect(shown).toContainEqual(['self.l', 'select', 'list(string)', 1, 2])
  expect(shown).toContainEqual(["x != 'z'", 'call', 'bool', 2, 4])
  expect(shown).toContainEqual(["self.l.all(x, x != 'z')", 'fold', 'bool', 1, cost])
})

test('[CEL6] hostile expressions end: by the cost limit, by the depth limit, or because texts are read only once', () => {
  const deep = `${'('.repeat(5000)}1${')'.repeat(5000)}`
  const range = `[${'1,'.repeat(99)}1]`
  const nested = `${range}.all(a, ${range}.all(b, ${range}.all(c, ${range}.all(d, a + b + c + d > 0))))`
  const pattern = "self.s.matches('^(a+)+$')"
  const started = performance.now()

  expect(issuesOf(deep)).toContain('expression recursion limit exceeded: 250')
  expect(issuesOf('a.'.repeat(400) + 'a')).toContain('max recursion depth exceeded')
  expect(issuesOf('1 + '.repeat(300) + '1')).toContain('max recursion depth exceeded')
  expect(issuesOf('x'.repeat(100_001))).toContain(
    'expression code point size exceeds limit: size: 100001, limit 100000',
  )
  expect(run(nested)).toBe('!operation cancelled: actual cost limit exceeded')
  const compiled = environment.compile(pattern)
  if (compiled.type === 'failed') throw new Error(compiled.text)
  expect(compiled.program.evaluate({ self: { s: `${'a'.repeat(50_000)}!` } })).toMatchObject({ value: false })
  // A duration of seconds would be a bug; the exact milliseconds depend on the machine.
  expect(performance.now() - started).toBeLessThan(20_000)
})

test('[CEL7] inputs are read lazily: a field may fail, and an authorizer may answer asynchronously', async () => {
  const variables = { variables: t.dyn, authorizer: t.authorizer }
  const compiled = createCelEnvironment({ variables }).compile(
    "variables.ok == 1 && (variables.bad == 1 || authorizer.group('apps').resource('pods').name('p').check('get').allowed())",
  )
  if (compiled.type === 'failed') throw new Error(compiled.text)
  const asked: unknown[] = []

  const result = await compiled.program.evaluateAsync({
    variables: lazyObject('variables', {
      ok: () => 1,
      bad: () => {
        throw new CelError('composited variable "bad" fails to evaluate: no such key: x')
      },
    }),
    authorizer: authorizerInput(async (check) => {
      asked.push(check)
      return { isAllowed: false, reason: '' }
    }),
  })

  expect(asked).toMatchObject([{ verb: 'get', group: 'apps', resource: 'pods', name: 'p' }])
  expect(result).toMatchObject({
    type: 'error',
    message: 'composited variable "bad" fails to evaluate: no such key: x',
  })
})
