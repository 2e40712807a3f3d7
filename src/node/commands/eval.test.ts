import { expect, test } from 'vitest'
import { compareEngines } from '#second-opinion/compare.ts'
import { evaluate } from './eval.ts'
import { parseEval } from './eval-command-line.ts'

const run = (...args: readonly string[]): ReturnType<typeof evaluate> => {
  const command = parseEval(args)
  if (command.type !== 'eval') throw new Error(JSON.stringify(command))
  return evaluate(command, () => 'sub: from input\n', command.isCompared ? compareEngines : undefined)
}

test('[CFG19] an expression is evaluated with the value of its variable', () => {
  expect(run('claims.email.endsWith("x")', '--claims', '{"email": "ax"}')).toMatchObject({
    out: 'true\n',
    code: 0,
    err: expect.stringMatching(/^type bool, cost \d+\n$/) as string,
  })
  expect(run('claims.sub', '--claims', '-').out).toBe('"from input"\n')
  expect(run('user.groups.map(g, g + "!")', '--user', '{groups: [a, b]}').out).toBe('["a!","b!"]\n')
  expect(run('claims.a__dot__b + claims.c[0].d__dash__e', '--claims', '{"a.b": "x", "c": [{"d-e": "y"}]}').out).toBe(
    '"xy"\n',
  )
  expect(run('claims.n + 1', '--claims', '{"n": 1}').out).toBe('2\n')
})

test('[CFG19] errors are reported, those of the compiler with their position', () => {
  expect(run('request.verb == "get"', '--request', '{}')).toMatchObject({
    code: 1,
    err: expect.stringContaining("1:8: undefined field 'verb'") as string,
  })
  expect(run('claims.a')).toMatchObject({ code: 1, err: expect.stringContaining('error: no such key: a') as string })
  expect(run('true', '--claims', '/no/such/file').code).toBe(2)
  expect(run('true', '--claims', '{').code).toBe(2)
  expect(parseEval(['a', '--claims', '{}', '--user', '{}'])).toEqual({
    type: 'wrong',
    message: 'an expression sees one variable, not --claims and --user',
  })
})

test('[CFG20] every part of an expression is explained with its value, type and cost', () => {
  const { out } = run(
    'claims.a == "x" && dyn(claims.b).exists(i, i == 2)',
    '--claims',
    '{"a": "x", "b": [1, 2]}',
    '--explain',
  )
  expect(out.split('\n').slice(0, 4)).toEqual([
    expect.stringMatching(/^claims\.a == "x" && .* = (?:true|error).*\(bool, cost \d+\)$/) as string,
    expect.stringMatching(/^ {2}claims\.a == "x" += true {2}\(bool, cost \d+\)$/) as string,
    expect.stringMatching(/^ {4}claims\.a += "x" {2}\(any, cost \d+\)$/) as string,
    expect.stringMatching(/^ {6}claims += \{"a":"x","b":\[1,2\]\} {2}\(map\(string, any\), cost \d+\)$/) as string,
  ])
})

test('[CFG25] --second-opinion names the parts that another engine parses or evaluates differently', () => {
  expect(run('claims.n + 1', '--claims', '{"n": 1}', '--second-opinion').out).toBe(
    '2\nclaims.n + 1: is 2 here, and elsewhere an error: no such overload: dyn<double> + int\n',
  )
  expect(run('claims.a == "x"', '--claims', '{"a": "x"}', '--second-opinion').out).toBe(
    'true\na plain CEL engine agrees\n',
  )
  expect(run('"a".matches("a")', '--second-opinion').out).toBe(
    'true\na plain CEL engine reads it too, but was not run\n',
  )
  expect(JSON.parse(run('1', '--second-opinion', '--format', 'json').out)).toMatchObject({
    secondOpinion: { theirs: { outcome: 'value', type: 'int', value: '1' }, differences: [] },
  })
})
