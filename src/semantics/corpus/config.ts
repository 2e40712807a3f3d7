import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CheckedConfig, checkConfig } from '#config/check-config.ts'
import type { Diagnostic } from '#config/diagnostic.ts'
import type { KindName } from '#config/kinds/config-field.ts'
import { nodeFiles } from '#node/config-files.ts'
import { type Family, type Outcome, readCases } from './family.ts'

interface ExpectedError {
  readonly path: string
  readonly type: string
  /** Equivalent spellings of `path`; `[*]` matches any index. */
  readonly altPaths?: readonly string[]
  readonly messageContains?: string
}

interface Context {
  readonly disallowedIssuers?: readonly string[]
  readonly knownTypes?: readonly string[]
  readonly repeatableTypes?: readonly string[]
}

interface ConfigCase {
  readonly id: string
  readonly kind: KindName
  readonly yaml: string
  readonly expectErrors: readonly ExpectedError[]
  readonly basis: 'seed' | 'implied' | 'unseen' | 'seed-differs' | 'exclude'
  readonly context?: Context
  readonly referenceText?: string
}

interface Verdict {
  readonly file: string
  readonly kind: KindName
  readonly expectErrors: readonly ExpectedError[]
  readonly context?: Context
}

/** Expected lists of validation errors, by this project's specification. */
export const config: Family = {
  name: 'config',
  share: 0.99,
  async run(dir) {
    const cases = readCases<readonly ConfigCase[]>(dir, 'config/cases.json')
    if (cases === null) return null
    const folder = filesFolder(join(dir, 'config/files'))
    try {
      const realWorld = readCases<readonly Verdict[]>(dir, 'config/realworld/verdicts.json') ?? []
      return [
        ...cases.map((each) => tryCase(each, folder)),
        ...realWorld.map((each) => tryFile(each, join(dir, 'config/realworld', each.file), folder)),
      ]
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}

/** Creates a temporary folder with the files that cases refer to, including a directory and a symbolic link. */
function filesFolder(source: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'orchard-config-'))
  if (existsSync(source)) cpSync(source, folder, { recursive: true })
  mkdirSync(join(folder, 'adir'), { recursive: true })
  if (existsSync(join(folder, 'connection.yaml')) && existsSync(join(folder, 'link.yaml'))) {
    rmSync(join(folder, 'link.yaml'))
    symlinkSync(join(folder, 'connection.yaml'), join(folder, 'link.yaml'))
  }
  return folder
}

const check = (text: string, kind: KindName, context: Context = {}): CheckedConfig =>
  checkConfig(text, { kind, files: nodeFiles, ...context, knownTypes: context.knownTypes ?? ['Webhook'] })

function tryCase(each: ConfigCase, folder: string): Outcome {
  if (each.basis === 'exclude') return { id: each.id, result: 'skipped', note: 'not for scoring, says the case' }
  const checked = check(each.yaml.replaceAll('{{files}}', folder), each.kind, each.context)
  return judgeErrors(`${each.basis}: ${each.id}`, checked.diagnostics, each.expectErrors)
}

function tryFile(each: Verdict, path: string, folder: string): Outcome {
  const text = readFileSync(path, 'utf8').replaceAll('{{files}}', folder)
  return judgeErrors(`realworld: ${each.file}`, check(text, each.kind, each.context).diagnostics, each.expectErrors)
}

function judgeErrors(id: string, diagnostics: readonly Diagnostic[], expected: readonly ExpectedError[]): Outcome {
  const left = diagnostics.filter(({ severity }) => severity === 'error')
  const missing: ExpectedError[] = []
  for (const wanted of expected) {
    const at = left.findIndex((got) => isMeant(got, wanted))
    if (at === -1) missing.push(wanted)
    else left.splice(at, 1)
  }
  if (missing.length + left.length === 0) return { id, result: 'passed' }
  const extra = left.map(({ path, type, message }) => `${path} ${type} ${message}`)
  return { id, result: 'failed', note: `missing ${JSON.stringify(missing)}, too much ${JSON.stringify(extra)}` }
}

const anyIndex = (path: string): string => path.replaceAll(/\[\d+\]/g, '[*]')

const isMeant = (got: Diagnostic, wanted: ExpectedError): boolean =>
  got.type === wanted.type &&
  (got.path === wanted.path ||
    wanted.altPaths?.includes(anyIndex(got.place)) === true ||
    wanted.altPaths?.includes(got.place) === true) &&
  `${got.path} ${got.message}`.includes(wanted.messageContains ?? '')

/** Reports whether an error text contains a message of the reference's CEL compiler. */
const isOfCompiler = (text: string): boolean => text.includes('compilation failed: ')

function textFamily(name: string, share: number, isMember: (text: string) => boolean): Family {
  return {
    name,
    share,
    async run(dir) {
      const cases = readCases<readonly ConfigCase[]>(dir, 'config/cases.json')
      if (cases === null) return null
      return cases.flatMap((each) =>
        each.referenceText !== undefined && isMember(each.referenceText) ? [tryText(each)] : [],
      )
    },
  }
}

/** The complete output of the original for a file. It was recorded with the placeholders for file names unreplaced. */
export const configText = textFamily('config-text', 0.99, (text) => !isOfCompiler(text))
export const configTextCel = textFamily('config-text-cel', 0.95, isOfCompiler)

function tryText(each: ConfigCase): Outcome {
  const { referenceText } = checkConfig(each.yaml, { kind: each.kind, files: nodeFiles, asReference: true })
  const got = inOurWords(referenceText)
  if (got === each.referenceText) return { id: each.id, result: 'passed' }
  return {
    id: each.id,
    result: 'failed',
    note: `expected ${JSON.stringify(each.referenceText)}, got ${JSON.stringify(got)}`,
  }
}

/** Translates recorded texts to our names. The recorder already translated quoted parts of the file, and changed `\x7f` to `\u007f`. */
const inOurWords = (text: string): string =>
  text
    .replaceAll('kubernetes', 'orch')
    .replaceAll('Kubernetes', 'Orch')
    .replaceAll(/(?<![A-Za-z0-9])k8s(?![A-Za-z0-9])/g, 'orch')
    .replaceAll(/(?<![A-Za-z0-9])K8s(?![A-Za-z0-9])/g, 'Orch')
    .replaceAll('kubeconfig', 'orchconfig')
    .replaceAll(/\\x([0-9a-f]{2})/g, '\\u00$1')
