import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { check } from './check.ts'
import { type CheckCommand, parseCheck } from './check-command-line.ts'

const dir = mkdtempSync(join(tmpdir(), 'orchard-check-'))
afterAll(() => rmSync(dir, { recursive: true }))
const good = 'apiVersion: apiserver.orch.io/v1beta1\nkind: TracingConfiguration\n'
const bad = `${good}endpoint: http://x # here\n`
mkdirSync(join(dir, 'inner'))
writeFileSync(join(dir, 'good.yaml'), good)
writeFileSync(join(dir, 'inner/bad.yml'), bad)
writeFileSync(join(dir, 'inner/pod.yaml'), 'apiVersion: v1\nkind: Pod\n')

const run = (args: readonly string[], input = ''): ReturnType<typeof check> => {
  const command = parseCheck(args)
  if (command.type !== 'check') throw new Error(JSON.stringify(command))
  return check(command satisfies CheckCommand, () => input, '0')
}

test('[CFG16] findings are reported with file, line, column and source line; folders may contain other files', () => {
  const { out, err, code } = run([dir])
  const file = join(dir, 'inner/bad.yml')
  expect(out.split('\n').slice(0, 3)).toEqual([
    expect.stringContaining(`${file}:3:11: error T03 endpoint: Invalid value: "http://x": unsupported scheme: http.`),
    '  3 | endpoint: http://x # here',
    '    |           ^^^^^^^^',
  ])
  expect([err, code]).toEqual(['2 files: 1 error, 0 warnings\n', 1])
  expect(run([join(dir, 'good.yaml')])).toEqual({ out: '', err: '1 file: 0 errors, 0 warnings\n', code: 0 })
  expect(run([join(dir, 'none.yaml'), join(dir, 'good.yaml')])).toMatchObject({
    code: 2,
    err: expect.stringContaining('none.yaml: no such file') as string,
  })
})

test('[CFG16] standard input, strict mode and kinds are supported', () => {
  expect(run(['-'], `${good}---\nx: 1\n`).code).toBe(0)
  expect(run(['-', '--strict'], `${good}---\nx: 1\n`).code).toBe(1)
  expect(run(['-', '--kind', 'AuthorizationConfiguration'], good).out).toContain('expected AuthorizationConfiguration')
  const egress =
    'apiVersion: apiserver.orch.io/v1beta1\nkind: EgressSelectorConfiguration\negressSelections: [{name: etcd, connection: {proxyProtocol: HTTPConnect, transport: {tcp: {url: "https://x", tlsConfig: {clientCert: /no/c, clientKey: /no/k}}}}}]\n'
  expect(run(['-'], egress).code).toBe(1)
  expect(run(['-', '--skip-files'], egress).code).toBe(0)
})

test('[CFG16] JSON and SARIF contain the same findings for programs', () => {
  const json = JSON.parse(run(['-', '--format', 'json'], bad).out) as unknown
  expect(json).toMatchObject([
    {
      file: '-',
      kind: 'TracingConfiguration',
      valid: false,
      diagnostics: [{ code: 'T03', start: { line: 3, column: 11 } }],
    },
  ])
  const sarif = JSON.parse(run([join(dir, 'inner/bad.yml'), '--format=sarif']).out) as unknown
  expect(sarif).toMatchObject({
    version: '2.1.0',
    runs: [
      {
        results: [
          {
            ruleId: 'T03',
            level: 'error',
            locations: [{ physicalLocation: { region: { startLine: 3, startColumn: 11, endColumn: 19 } } }],
          },
        ],
      },
    ],
  })
})

test('[CFG17] files are converted on request, in place with --write', () => {
  expect(run(['-', '--to', 'kubernetes'], bad)).toEqual({
    out: bad.replace('apiserver.orch.io', 'apiserver.config.k8s.io'),
    err: '',
    code: 0,
  })
  expect(run([dir, '--to', 'kubernetes']).code).toBe(2)
  expect(run([dir, '--to', 'kubernetes', '--write']).code).toBe(0)
  expect(readFileSync(join(dir, 'good.yaml'), 'utf8')).toContain('apiserver.config.k8s.io/v1beta1')
  expect(parseCheck(['--write', 'x'])).toEqual({ type: 'wrong', message: '--write needs --to' })
  expect(parseCheck([])).toMatchObject({ type: 'wrong' })
})
