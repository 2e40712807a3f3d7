import fc from 'fast-check'
import { expect } from 'vitest'
import { celTypes, createCelEnvironment } from '#cel/cel.ts'
import { checkConfig } from '#config/check-config.ts'
import { search } from './fuzz.ts'
import { jsonValues, piecesOf } from './words.ts'

const environment = createCelEnvironment({ variables: { self: celTypes.dyn, oldSelf: celTypes.dyn } })
const celPieces = [
  'self',
  '.a',
  '[0]',
  '[',
  ']',
  '(',
  ')',
  ' + ',
  ' == ',
  ' && ',
  ' || ',
  '!',
  '-',
  ' in ',
  '? ',
  ' : ',
  '"x"',
  "r'\\d'",
  '1',
  '2u',
  '1.5',
  'true',
  'null',
  'has(self.a)',
  '.all(x, x > 1)',
  '.map(x, x)',
  '.exists(x, true)',
  '.size()',
  'size(self)',
  '.matches("(a+)+$")',
  'duration("1h")',
  'timestamp("2030-01-01T00:00:00Z")',
  'quantity("1Gi")',
  '{',
  '}',
  '"a": 1',
  ', ',
  '.startsWith("a")',
  'int("1")',
  '.?a',
  'optional.of(1)',
  '.orValue(2)',
  'url("http://a")',
  'ip("1.2.3.4")',
]
const expressionMsMax = 5000

search(
  'CEL: any text is a program or issues with their places; any program ends within its limit',
  fc.tuple(piecesOf(celPieces, 8), jsonValues),
  ([source, self]) => {
    const start = performance.now()
    const compiled = environment.compile(source)
    if (compiled.type === 'failed') {
      expect(compiled.issues.length).toBeGreaterThan(0)
      expect(compiled.text).toContain('ERROR')
    } else {
      const result = compiled.program.evaluate(
        { self: JSON.parse(JSON.stringify(self)), oldSelf: null },
        { costLimit: 10_000 },
      )
      expect(['value', 'error']).toContain(result.type)
      expect(
        compiled.program.evaluate({ self: JSON.parse(JSON.stringify(self)), oldSelf: null }, { costLimit: 10_000 })
          .type,
      ).toBe(result.type)
    }
    expect(performance.now() - start).toBeLessThan(expressionMsMax)
  },
  1500,
)

const configPieces = [
  'apiVersion: apiserver.orch.io/v1beta1\n',
  'kind: AuthenticationConfiguration\n',
  'kind: AuthorizationConfiguration\n',
  'kind: EgressSelectorConfiguration\n',
  'kind: TracingConfiguration\n',
  'jwt:\n',
  '- issuer:\n',
  '    url: https://a.example\n',
  '    audiences: [a]\n',
  '    audienceMatchPolicy: MatchAny\n',
  '  claimMappings:\n',
  '    username:\n',
  '      expression: claims.sub\n',
  '      claim: sub\n',
  '      prefix: ""\n',
  '  claimValidationRules:\n',
  'authorizers:\n',
  '- type: Webhook\n',
  '  name: x\n',
  '  webhook:\n',
  '    timeout: 3s\n',
  'egressSelections:\n',
  '- name: cluster\n',
  'endpoint: localhost:4317\n',
  'samplingRatePerMillion: -1\n',
  '{',
  '}',
  '"',
  '---\n',
]

search('config files: any text has findings with places inside it, or none', piecesOf(configPieces, 14), (text) => {
  const { diagnostics, configuration } = checkConfig(text)
  const isRefused = diagnostics.some(({ severity }) => severity === 'error')
  expect(configuration === undefined).toBe(isRefused)
  for (const { range } of diagnostics) {
    expect(range.start).toBeGreaterThanOrEqual(0)
    expect(range.end).toBeLessThanOrEqual(text.length)
    expect(range.start).toBeLessThanOrEqual(range.end)
  }
  expect(checkConfig(text).diagnostics).toEqual(diagnostics)
})
